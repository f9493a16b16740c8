import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readAndClose } from '#test/counter-school.ts'
import { fill, rollField } from '#test/form-fields.ts'
import { bodiesOf, recordSentCalls } from '#test/page-calls.ts'
import { admit, openSchool } from '#test/school.ts'
import { openScreen, type OpenScreen } from '#test/screen.tsx'

const school = await openSchool()

/** A child who was admitted and paid up in September, and owes October. */
beforeEach(async () => {
  await school.reset()
  school.now = new Date('2026-09-05T09:00:00+05:00')
  await admit(await school.as('office@main.test'), { studentData: { studentName: 'Ayesha Khan' } })
  school.now = new Date('2026-11-21T09:00:00+05:00')
  const office = await school.as('office@main.test')
  await office.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate: '2026-10-01' })
  await office.post('/finances/addAdditionalCharges', { rollNumber: 1, examinationFee: 700 })
})
afterAll(() => school[Symbol.asyncDispose]())

const dates = {
  fromDate: '2026-11-01',
  toDate: '2026-11-30',
  issueDate: '2026-11-21',
  dueDate: '2026-12-01',
}

async function press({ user }: OpenScreen, label: string) {
  const button = screen.getByText(label).closest('button') as HTMLButtonElement
  await waitFor(() => expect(button.disabled).toBe(false))
  await user.click(button)
}

let calls: ReturnType<typeof recordSentCalls>
async function open(path: string): Promise<OpenScreen> {
  const page = await openScreen(school, path, 'office@main.test')
  calls = recordSentCalls()
  return page
}

test('generating for the campus sends every field of the specification', async () => {
  const page = await open('/generate-voucher/campus')
  await screen.findByText('1 student gets a voucher for November 2026')
  await press(page, 'Generate vouchers')
  await readAndClose(page, 'Vouchers generated successfully')
  expect(bodiesOf(calls, '/finances/generateVoucher/campus/Main%20Campus')).toEqual([{ ...dates, note: '' }])
})

test('generating for a student sends the voucher and the student as the page has them', async () => {
  const page = await open('/generate-voucher/student?roll=1')
  await screen.findByText('Voucher 5Red1-202611 for November 2026')
  fill({ Note: 'Came back late.' })
  await press(page, 'Generate')
  await readAndClose(page, 'Voucher generated successfully')
  const sent = {
    ...dates,
    note: 'Came back late.',
    voucherData: {
      voucherNo: '5Red1-202611',
      studentName: 'Ayesha Khan',
      rollNo: 1,
      studentClass: '5',
      section: 'Red',
      campus: 'Main Campus',
      feePeriod: '2026-11-01 to 2026-11-30',
      issueDate: '2026-11-21',
      dueDate: '2026-12-01',
      monthlyFee: 5000,
      netMonthlyFee: 4500,
      discount: 500,
      registrationFee: 0,
      admissionFee: 0,
      examinationFee: 700,
      arrears: 4500,
      fine: 0,
      netReceivable: 9700,
      note: 'Came back late.',
      monthGenerated: 11,
      yearGenerated: 2026,
    },
    studentData: {
      rollNo: 1,
      studentName: 'Ayesha Khan',
      fatherName: 'Imran Khan',
      studentClass: '5',
      section: 'Red',
      campus: 'Main Campus',
    },
    expectedBalance: 4500,
  }
  const path = '/finances/generateVoucher/student/1'
  expect(bodiesOf(calls, path)).toMatchObject([sent])
  expect(bodiesOf(calls, path)[0]).not.toHaveProperty('forceGenerate')
})

test('forceGenerate is sent only after a confirmation, with all other fields again', async () => {
  const office = await school.as('office@main.test')
  await office.post('/finances/generateVoucher/student/1', { fromDate: '2026-11-01' })
  const page = await open('/generate-voucher/student?roll=1')
  await screen.findByText('Voucher 5Red1-202611-2 for November 2026')
  await press(page, 'Generate')
  await screen.findByText('Yes, generate new voucher')
  await press(page, 'Yes, generate new voucher')
  await readAndClose(page, 'Voucher generated successfully')
  const [first, again] = bodiesOf(calls, '/finances/generateVoucher/student/1')
  expect(first).toMatchObject({ ...dates, voucherData: { voucherNo: '5Red1-202611-2' } })
  expect(first).not.toHaveProperty('forceGenerate')
  expect(again).toEqual({ ...Object(first), forceGenerate: true })
})

test('additional charges send class, section, roll number, fee and note, even if one is empty', async () => {
  const path = '/finances/addAdditionalCharges'
  const charge = { ofClass: '5', section: 'Red', examinationFee: 1500 }
  const page = await open('/additional-charges')
  await rollField()
  fill({ Class: '5', Section: 'Red', 'Examination Fee': '1,500' })
  await press(page, 'Save')
  await readAndClose(page, 'Successfully added additional charges')
  expect(bodiesOf(calls, path)).toMatchObject([{ ...charge, rollNumber: '', note: '' }])

  await page.user.click(await screen.findByRole('tab', { name: 'Vouchers' }))
  await page.user.click(screen.getByRole('link', { name: /Additional charges/ }))
  await page.user.type(await rollField(), '1')
  await screen.findByText('Student found')
  fill({ 'Examination Fee': '1,500', Note: 'Midterm' })
  await press(page, 'Save')
  await readAndClose(page, 'Successfully added additional charges')
  expect(bodiesOf(calls, path)[1]).toMatchObject({ ...charge, rollNumber: 1, note: 'Midterm' })
})
