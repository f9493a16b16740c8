import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { fill } from '#test/form-fields.ts'
import { bodiesOf, recordSentCalls } from '#test/page-calls.ts'
import { admit, generateAndPost, openSchool, type Caller } from '#test/school.ts'
import { answerAlert, openScreen, type OpenScreen } from '#test/screen.tsx'

const school = await openSchool()
let desk: Caller
/** Ayesha and Bilal owe 4,500 each for November. */
beforeEach(async () => {
  await school.reset()
  desk = await school.as('desk@main.test')
  for (const studentName of ['Ayesha Khan', 'Bilal Ahmed']) {
    await admit(desk, {
      studentData: { studentName, admissionDate: '2026-04-01' },
      financialData: { feePeriod: '2026-10-01 to 2026-10-31' },
    })
  }
  await generateAndPost(desk, 'Main Campus', '2026-11-01')
})
afterAll(() => school[Symbol.asyncDispose]())

const pay = (voucherNo: string, receivedAmount: number) =>
  desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/${voucherNo}`, { receivedAmount })
const removeButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Remove' })
const adjustments = () => school.db.selectFrom('adjustments').selectAll().execute()
const state = async () =>
  (await school.db.selectFrom('students').select('state').where('roll_no', '=', 1).executeTakeFirstOrThrow())
    .state

async function open(rollNo = 1): Promise<OpenScreen> {
  const page = await openScreen(school, `/student-removal?roll=${rollNo}`, 'desk@main.test')
  await screen.findByText('Student found')
  return page
}
const choose = ({ user }: OpenScreen, outcome: string) => user.click(screen.getByLabelText(outcome))
const giveReason = (reason: string) => fill({ Reason: reason })

test('the removal writes off the current debt, and names the adjustment', async () => {
  const page = await open()
  expect(removeButton().disabled).toBe(true)
  await choose(page, 'Written off')
  expect(screen.queryByRole('button', { name: 'Mark arrears as paid' })).toBeNull()
  expect(removeButton().disabled).toBe(false)
  await page.user.click(removeButton())
  await answerAlert(page, 'Please fill all the fields')
  await screen.findByText('Please enter a reason')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Reason/)))
  giveReason('Father is abroad')
  const sent = recordSentCalls()

  // After a payment at the counter meanwhile, nobody is removed and the screen shows the current balance.
  await pay('5Red1-202611', 1000)
  await page.user.click(removeButton())
  expect(await answerAlert(page, 'Remove Ayesha Khan?', 'Yes, remove Ayesha Khan')).toContain(
    'Rs 4,500 is written off: Father is abroad.',
  )
  expect(await answerAlert(page, 'Balance has changed')).toContain(
    'The balance is 3,500 now. The student was not removed.',
  )
  await screen.findByText('3,500')
  expect(await state()).toBe('active')
  expect(await adjustments()).toEqual([])

  await page.user.click(removeButton())
  expect(await answerAlert(page, 'Remove Ayesha Khan?', 'Yes, remove Ayesha Khan')).toContain(
    'Rs 3,500 is written off: Father is abroad.',
  )
  expect(await answerAlert(page, 'Student removed successfully')).toContain('left. Adjustment no. 1.')
  const body = {
    removalDate: '2026-11-21',
    leave: false,
    graduated: false,
    outcome: { kind: 'written off', reason: 'Father is abroad' },
  }
  expect(bodiesOf(sent, 'removeStudent/1')).toEqual([
    { ...body, expectedBalance: 4500 },
    { ...body, expectedBalance: 3500 },
  ])
  expect(await adjustments()).toMatchObject([{ kind: 'write-off', amount: -350_000 }])
  expect(await state()).toBe('removed')
  expect(await brokenLaws(school.db)).toEqual([])
})

test('the removal pays an advance back by a transfer, or lets a student leave owing, which the page of the student shows', async () => {
  await pay('5Red2-202611', 5000)
  const page = await open(2)
  await choose(page, 'Paid back')
  await page.user.click(screen.getByLabelText('Online'))
  fill({ 'Transaction No.': 'TX 9' })
  giveReason('Left the city')
  await page.user.click(removeButton())
  expect(await answerAlert(page, 'Remove Bilal Ahmed?', 'Yes, remove Bilal Ahmed')).toContain(
    'Rs 500 is paid back, Online TX 9: Left the city.',
  )
  await answerAlert(page, 'Student removed successfully')
  expect(await adjustments()).toMatchObject([
    { kind: 'refund', amount: 50_000, method: 'online', reference: 'TX 9' },
  ])

  await page.goTo('/student-removal?roll=1')
  await screen.findByText('Student found')
  await choose(page, 'Leaves owing')
  giveReason('Pays in January')
  await page.user.click(removeButton())
  expect(await answerAlert(page, 'Remove Ayesha Khan?', 'Yes, remove Ayesha Khan')).toContain(
    'Rs 4,500 stays owed: Pays in January.',
  )
  await answerAlert(page, 'Student removed successfully')
  await page.goTo('/student?roll=1')
  expect((await screen.findAllByText('Left owing Rs 4,500: Pays in January')).length).toBeGreaterThan(0)
})

test('Enter voids a draft without another question, and the removal still has to be sent', async () => {
  await desk.post('/finances/unpostVouchers/Main%20Campus/11')
  const page = await open()
  await page.user.click(await screen.findByRole('button', { name: 'Void it' }))
  const dialog = await screen.findByRole('dialog', { name: 'Void voucher 5Red1-202611' })
  await page.user.click(within(dialog).getByLabelText(/^Reason/))
  await page.user.paste('Generated by mistake')
  await page.user.keyboard('{Enter}')
  await answerAlert(page, 'Voucher voided')
  await screen.findByText('Fees are cleared: no dues.')
  expect(screen.queryByRole('alertdialog', { name: 'Remove Ayesha Khan?' })).toBeNull()
  expect(await state()).toBe('active')
})
