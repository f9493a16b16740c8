import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { fill } from '#test/form-fields.ts'
import { admit, generateAndPost, openSchool, type Caller } from '#test/school.ts'
import { answerAlert, openScreen, type OpenScreen } from '#test/screen.tsx'

const school = await openSchool()
let desk: Caller
/** Fills class 10: students 1 and 3 owe 4,500, and 2 paid 500 in advance. All have a voucher for December. */
beforeEach(async () => {
  await school.reset()
  desk = await school.as('desk@main.test')
  for (const studentName of ['Ayesha Khan', 'Bilal Ahmed', 'Dua Noor']) {
    await admit(desk, {
      studentData: { studentName, studentClass: '10', admissionDate: '2026-04-01' },
      financialData: { feePeriod: '2026-10-01 to 2026-10-31' },
    })
  }
  await generateAndPost(desk, 'Main Campus', '2026-11-01')
  await desk.post('/finances/generateVoucher/campus/Main%20Campus', { fromDate: '2026-12-01' })
  await pay(2, 5000)
})
afterAll(() => school[Symbol.asyncDispose]())

const pay = (rollNo: number, receivedAmount: number) =>
  desk.post(`/finances/markIndividualVoucherAsPaid/Main%20Campus/10Red${rollNo}-202611`, { receivedAmount })
const states = async () =>
  (await school.db.selectFrom('students').select('state').execute()).map(({ state }) => state)
const adjustments = () => school.db.selectFrom('adjustments').selectAll().orderBy('roll_no').execute()
const graduate = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Graduate class 10' })
const headline = '2 graduates owe Rs 9,000; 1 graduate paid Rs 500 in advance'

async function open(): Promise<OpenScreen> {
  const page = await openScreen(school, '/graduation', 'desk@main.test')
  await screen.findByRole('list', { name: headline })
  await waitFor(() => expect(graduate().disabled).toBe(false))
  return page
}
const rowOf = (name: string) => {
  const ofBalances = within(screen.getByRole('region', { name: 'Balances of graduates' }))
  const row = ofBalances.getByRole('link', { name }).closest('li')
  if (!row) throw new Error(`no row of ${name}`)
  return within(row)
}
const chooseFor = ({ user }: OpenScreen, name: string, outcome: string) =>
  user.selectOptions(rowOf(name).getByLabelText(`Outcome of ${name}`), outcome)

test('the graduation lists who owes or paid in advance, for any day and after a payment, and names the balance that stays', async () => {
  const page = await open()
  screen.getByText('3 vouchers of later months, Rs 13,500, will be voided.')
  const rows = within(screen.getByRole('list', { name: headline })).getAllByRole('listitem')
  expect(rows.map((row) => row.querySelector('.graduate-balance')?.textContent)).toEqual([
    '4,500',
    '−500 advance',
    '4,500',
  ])
  fill({ 'Graduation Date': '31/10/2026' })
  await screen.findByText('5 vouchers of later months, Rs 22,500, will be voided.')
  screen.getByRole('list', { name: '1 graduate paid Rs 500 in advance' })
  fill({ 'Graduation Date': '21/11/2026' })
  await screen.findByRole('list', { name: headline })

  await page.user.click(rowOf('Dua Noor').getByRole('button', { name: 'Mark arrears as paid' }))
  const dialog = await screen.findByRole('dialog', { name: 'Arrears of Dua Noor' })
  await page.user.click(within(dialog).getByRole('button', { name: 'Mark arrears as paid' }))
  expect(await answerAlert(page, 'Mark arrears as paid?', 'Yes, mark 4,500 as paid')).toContain(
    'on voucher 10Red3-202611',
  )
  await answerAlert(page, 'Arrears marked paid successfully')
  await screen.findByRole('list', {
    name: '1 graduate owes Rs 4,500; 1 graduate paid Rs 500 in advance',
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await waitFor(() => expect(graduate().disabled).toBe(false))
  await page.user.click(graduate())
  await answerAlert(page, 'Please fill all the fields')
  rowOf('Ayesha Khan').getByText('Choose an outcome', { selector: 'p' })
  await chooseFor(page, 'Ayesha Khan', 'No outcome')
  await page.user.click(graduate())
  expect(await answerAlert(page, 'Graduate class 10?', 'Graduate class 10')).toContain(
    'No outcome, stays owed: Rs 4,500 of 1 student.',
  )
  await answerAlert(page, 'Class graduated successfully')
  expect(await states()).toEqual(['graduated', 'graduated', 'graduated'])
})

test('the graduation gives each balance its own outcome and graduates the class', async () => {
  const page = await open()
  await chooseFor(page, 'Ayesha Khan', 'Written off')
  await page.user.click(graduate())
  await answerAlert(page, 'Please fill all the fields')
  rowOf('Dua Noor').getByText('Choose an outcome', { selector: 'p' })
  rowOf('Ayesha Khan').getByText('Please enter a reason')
  expect(rowOf('Bilal Ahmed').queryByText('Choose an outcome', { selector: 'p' })).toBeNull()

  fill({ 'Reason of Ayesha Khan': 'Orphan' })
  await chooseFor(page, 'Dua Noor', 'Leaves owing')
  await chooseFor(page, 'Bilal Ahmed', 'Paid back')
  fill({ 'Reason of Dua Noor': 'Pays in June', 'Reason of Bilal Ahmed': 'Left' })
  await page.user.selectOptions(screen.getByLabelText('Paid back to Bilal Ahmed by'), 'Online')
  fill({ 'Transaction No\\. of Bilal Ahmed': 'TX 9' })
  await page.user.click(graduate())
  const question = await answerAlert(page, 'Graduate class 10?', 'Graduate class 10')
  expect(question).toContain('Written off: Rs 4,500 of 1 student.')
  expect(question).toContain('Leaves owing: Rs 4,500 of 1 student.')
  expect(question).toContain('Paid back: Rs 500 of 1 student.')
  expect(question).toContain('3 vouchers of later months, Rs 13,500, will be voided.')
  await answerAlert(page, 'Class graduated successfully')
  expect(await states()).toEqual(['graduated', 'graduated', 'graduated'])
  expect(await adjustments()).toMatchObject([
    { kind: 'write-off', amount: -450_000, reason: 'Orphan' },
    { kind: 'refund', amount: 50_000, method: 'online', reference: 'TX 9' },
  ])
  expect(await brokenLaws(school.db)).toEqual([])
})

test('the graduation applies one outcome to all balances that it fits, and graduates nobody after a payment meanwhile', async () => {
  const page = await open()
  const applyToAll = async (outcome: string, reason: string) => {
    await page.user.selectOptions(screen.getByLabelText('Outcome for all'), outcome)
    fill({ 'Reason for all': reason })
    await page.user.click(screen.getByRole('button', { name: 'Apply to all' }))
  }
  await applyToAll('Written off', 'Agreed')
  await pay(3, 1000)
  await page.user.click(graduate())
  await answerAlert(page, 'Graduate class 10?', 'Graduate class 10')
  const said = await answerAlert(page, 'Process failed because balances have changed. Please check again.')
  expect(said).toContain('Dua Noor, roll no. 3: 3,500 now')
  await screen.findByRole('list', {
    name: '2 graduates owe Rs 8,000; 1 graduate paid Rs 500 in advance',
  })
  expect(await states()).toEqual(['active', 'active', 'active'])
  expect(await adjustments()).toEqual([])

  await applyToAll('Leaves owing', 'Pays in June')
  expect(screen.getByLabelText('Reason of Dua Noor')).toHaveProperty('value', 'Pays in June')
  expect(screen.getByLabelText('Outcome of Bilal Ahmed')).toHaveProperty('value', '')
  await page.user.click(graduate())
  const question = await answerAlert(page, 'Graduate class 10?', 'Graduate class 10')
  expect(question).toContain('Leaves owing: Rs 8,000 of 2 students.')
  expect(question).toContain('Advance stays: Rs 500 of 1 student.')
  await answerAlert(page, 'Class graduated successfully')
  expect(await adjustments()).toEqual([])
})
