import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { setValue } from '#test/form-fields.ts'
import { admit, generateAndPost, openSchool, type Caller } from '#test/school.ts'
import { answerAlert, openScreen, type OpenScreen } from '#test/screen.tsx'

const school = await openSchool()
let desk: Caller
/** Ayesha owes 4,500 for November; her brother Bilal has paid 2,000 in advance. */
beforeEach(async () => {
  await school.reset()
  desk = await school.as('desk@main.test')
  const financialData = { feePeriod: '2026-10-01 to 2026-10-31' }
  await admit(desk, { financialData })
  await admit(desk, { studentData: { studentName: 'Bilal Khan' }, financialData })
  await generateAndPost(desk, 'Main Campus', '2026-11-01')
  const receivedAmount = 6500
  await desk.post('/finances/markIndividualVoucherAsPaid/Main%20Campus/5Red2-202611', { receivedAmount })
})
afterAll(() => school[Symbol.asyncDispose]())

const balanceOf = async (rollNo: number) =>
  (await desk.get(`/admissions/studentAccount/${rollNo}/Main%20Campus`)).body['balance']

async function choose({ user }: OpenScreen, button: string, act: string) {
  await user.click(await screen.findByRole('button', { name: button }))
  await user.click(await screen.findByRole('menuitem', { name: act }))
  return within(await screen.findByRole('dialog'))
}
const openStudent = (rollNo: number) => openScreen(school, `/student?roll=${rollNo}`, 'desk@main.test')
type Dialog = Awaited<ReturnType<typeof choose>>

/** Sets fields of a dialog without typing key by key. */
function fill(dialog: Dialog, values: Readonly<Record<string, string>>): void {
  for (const [label, value] of Object.entries(values))
    setValue(dialog.getByLabelText(new RegExp(`^${label}`)), value)
}

/** The text of each cell of the newest adjustment, without the actions. */
const newest = async () => {
  const table = await screen.findByRole<HTMLTableElement>('table', { name: 'Adjustments' })
  return [...(table.rows[1]?.cells ?? [])].slice(0, 6).map(({ textContent }) => textContent)
}

test('a part of a debt is written off on the student’s page, listed, and taken back', async () => {
  const page = await openStudent(1)
  const dialog = await choose(page, 'More actions', 'Write off or waive…')
  dialog.getByText(/^Rs 4,500 is owed/)
  fill(dialog, { Amount: '5000' })
  await page.user.click(dialog.getByRole('button', { name: 'Write off' }))
  await dialog.findByText('Please enter a reason')
  fill(dialog, { Reason: 'Moved to Multan' })
  await page.user.click(dialog.getByRole('button', { name: 'Write off' }))
  await dialog.findByText('At most 4,500, which is owed')
  fill(dialog, { Amount: '4000' })
  await page.user.click(dialog.getByRole('button', { name: 'Write off' }))
  const done = await screen.findByRole('alertdialog', { name: 'Written off' })
  expect(done.textContent).toContain('Adjustment no. 1. Rs 500 is left to pay')
  await page.user.click(within(done).getByRole('button', { name: 'OK' }))
  await screen.findByText('Written off; Moved to Multan')

  await page.goTo('/adjustments')
  expect(await newest()).toEqual([
    '1',
    '21 Nov 2026',
    'Ayesha Khan1, 5 Red',
    'Written offMoved to Multan',
    '−4,000',
    'desk clerk',
  ])
  await page.user.click(screen.getByRole('button', { name: 'Take back adjustment 1' }))
  const reversal = within(await screen.findByRole('dialog'))
  fill(reversal, { Reason: 'They paid after all' })
  await page.user.click(reversal.getByRole('button', { name: 'Take back' }))
  await answerAlert(page, 'Adjustment taken back')
  await waitFor(async () => expect((await newest())[4]).toBe('4,000'))
  expect(screen.queryByRole('button', { name: /^Take back adjustment/ })).toBeNull()
  expect(await balanceOf(1)).toBe(4500)
  expect(await brokenLaws(school.db)).toEqual([])
})

test('an advance is paid back with a numbered slip, and the rest is transferred to a sister', async () => {
  const print = vi.spyOn(window, 'print')
  const page = await openStudent(2)
  const refund = await choose(page, 'More actions', 'Pay back an advance…')
  fill(refund, { Amount: '500', Reason: 'Left the town' })
  await page.user.click(refund.getByRole('button', { name: 'Pay back' }))
  await answerAlert(page, 'Paid back')
  await screen.findAllByText('Rs 1,500 paid in advance')

  const transfer = await choose(page, 'More actions', 'Transfer an advance…')
  expect(transfer.getByLabelText(/^Amount/)).toHaveProperty('value', '1,500')
  await page.user.click(transfer.getByRole('button', { name: 'Transfer' }))
  await transfer.findByText('Find the other student')
  await page.user.click(transfer.getByRole('button', { name: /^Ayesha Khan/ }))
  await transfer.findByText(/^Ayesha Khan, class 5: balance 4,500/)
  fill(transfer, { Reason: 'Asked by the father' })
  await page.user.click(transfer.getByRole('button', { name: 'Transfer' }))
  await answerAlert(page, 'Transferred')
  expect([await balanceOf(1), await balanceOf(2)]).toEqual([3000, 0])

  await page.goTo('/adjustments')
  await page.user.click(await screen.findByRole('button', { name: 'Print slip of adjustment 1' }))
  const slip = await screen.findByRole('article', { name: 'Refund 1' })
  expect(slip.textContent).toContain('Rs 500')
  expect(slip.textContent).toContain('Rupees five hundred only')
  await waitFor(() => expect(print).toHaveBeenCalled())
  expect(await brokenLaws(school.db)).toEqual([])
})

test('a receipt of an earlier month is corrected to zero, and another receipt is moved to the student who paid', async () => {
  await generateAndPost(desk, 'Main Campus', '2026-12-01')
  const page = await openStudent(2)
  const move = await choose(page, 'More for receipt No. 3', 'Move to another student…')
  await page.user.click(move.getByRole('button', { name: /^Ayesha Khan/ }))
  fill(move, { Reason: 'Read the wrong name' })
  await page.user.click(move.getByRole('button', { name: 'Move' }))
  await answerAlert(page, 'Receipt moved')
  expect([await balanceOf(1), await balanceOf(2)]).toEqual([2500, 9000])

  await page.user.click(await screen.findByRole('button', { name: 'Correct receipt No. 2' }))
  const dialog = within(await screen.findByRole('dialog'))
  fill(dialog, { 'Received Amount': '0', Reason: 'Never paid' })
  await page.user.click(dialog.getByRole('button', { name: 'Correct' }))
  await answerAlert(page, 'Receipt corrected')
  expect(await balanceOf(2)).toBe(16_500)
  expect(await brokenLaws(school.db)).toEqual([])
})
