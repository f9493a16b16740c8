import { screen } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { button, child } from '#test/admission-screen.ts'
import { readAndClose } from '#test/counter-school.ts'
import { covers } from '#test/covers.ts'
import { fill, lookUp, submitButton } from '#test/form-fields.ts'
import { bodiesOf, recordSentCalls } from '#test/page-calls.ts'
import { admit, generateAndPost, openSchool } from '#test/school.ts'
import { openScreen } from '#test/screen.tsx'

const school = await openSchool()
beforeEach(() => school.reset())
afterEach(() => vi.restoreAllMocks())
afterAll(() => school[Symbol.asyncDispose]())

/** The child of `goToFees` with the fields of spec 3.student. */
const studentData = {
  admissionNo: 1,
  admissionDate: '2026-11-21',
  registrationNo: 1,
  studentName: child['Student Name'],
  fatherName: 'Imran Khan',
  dateOfBirth: '2016-04-12',
  placeOfBirth: 'Lahore',
  gender: 'female',
  religion: 'Islam',
  address: '',
  fatherCnic: '',
  fatherOccupation: '',
  fatherHomePhone: '0300-1234567',
  fatherOfficePhone: '',
  telephone: '',
  fatherEmail: '',
  studentClass: '5',
  section: 'Red',
  rollNo: 1,
  campus: 'Main Campus',
}

describe('the page sends every field of the specification:', () => {
  covers('decisions 6.payloads.complete')

  test('editAdmission', async () => {
    await admit(await school.as('office@main.test'), {
      studentData: { studentName: studentData.studentName },
    })
    const page = await openScreen(school, '/edit-admissions', 'office@main.test')
    await lookUp(page, 1)
    fill({ Address: 'Gulberg' })
    const sent = recordSentCalls()
    await page.user.click(submitButton())
    await readAndClose(page, 'Admission edited successfully')
    expect(bodiesOf(sent, 'editAdmission')).toEqual([
      { studentData: { ...studentData, address: 'Gulberg' }, recordVersion: expect.any(String) },
    ])
  })

  test('editAdmissionFee', async () => {
    await admit(await school.as('office@main.test'))
    const page = await openScreen(school, '/edit-vouchers', 'office@main.test')
    await lookUp(page, 1)
    fill({ 'Monthly Tuition Fee': '6000.50', 'Examination Fee': '800' })
    const sent = recordSentCalls()
    await page.user.click(submitButton())
    await readAndClose(page, 'Voucher edited successfully')
    expect(bodiesOf(sent, 'editAdmissionFee')).toEqual([
      {
        rollNo: 1,
        newFee: {
          monthlyFee: 6000.5,
          registrationFee: 0,
          admissionFee: 0,
          examinationFee: 800,
          discount: 500,
          netMonthlyFee: 5500.5,
          editedBy: 'office clerk',
          editedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        },
      },
    ])
  })
})
test('an edit of fees is repeated as the same edit after a lost reply', async () => {
  const office = await school.as('office@main.test')
  await admit(office, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
  await generateAndPost(office, 'Main Campus', '2026-11-01')
  const page = await openScreen(school, '/edit-vouchers', 'office@main.test')
  await lookUp(page, 1)
  fill({ 'Examination Fee': '800' })
  const sent = recordSentCalls()
  page.network.isDown = true
  await page.user.click(submitButton())
  await page.stopTrying()
  await readAndClose(page, 'Editing voucher failed')
  page.network.isDown = false
  const seconds = vi.spyOn(Date.prototype, 'getSeconds').mockReturnValue(59)
  await page.user.click(button('Bring back what was typed'))
  await screen.findByText('Student found')
  await page.user.click(submitButton())
  await readAndClose(page, 'Voucher edited successfully')
  seconds.mockRestore()
  const tries = sent.filter(({ path }) => path.includes('editAdmissionFee'))
  expect(new Set(tries.map(({ key, body }) => JSON.stringify([key, body]))).size).toBe(1)
})
