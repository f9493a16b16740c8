import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { setValue } from '#test/form-fields.ts'
import { admit, generateAndPost, openSchool, type Caller } from '#test/school.ts'
import { openScreen, type OpenScreen } from '#test/screen.tsx'

const school = await openSchool()
let desk: Caller
beforeEach(async () => {
  await school.reset()
  desk = await school.as('desk@main.test')
  for (const studentName of ['Ayesha Khan', 'Bilal Ahmed']) {
    await admit(desk, {
      studentData: { studentName },
      financialData: { feePeriod: '2026-10-01 to 2026-10-31' },
    })
  }
  await generateAndPost(desk, 'Main Campus', '2026-11-01')
})
afterAll(() => school[Symbol.asyncDispose]())

const openRuns = () => openScreen(school, '/voucher-runs', 'desk@main.test')
async function choose({ user }: OpenScreen, act: string) {
  await user.click(await screen.findByRole('button', { name: 'Actions for run 1' }))
  await user.click(await screen.findByRole('menuitem', { name: act }))
  return within(await screen.findByRole('dialog'))
}
/** Sets a field of a dialog at once. */
const enter = (dialog: Awaited<ReturnType<typeof choose>>, label: RegExp, value: string) =>
  setValue(dialog.getByLabelText(label), value)

test('a run gets another due date, and is voided after its preview and with a reason', async () => {
  const page = await openRuns()
  const date = await choose(page, 'Change due date…')
  await date.findByText(/2 unpaid vouchers get the new date. 2 vouchers are posted/)
  enter(date, /^Due date/, '15/12/2026')
  enter(date, /^Reason/, 'School closed')
  await page.user.click(date.getByRole('button', { name: 'Change due date' }))
  const changed = await screen.findByRole('alertdialog', { name: 'Due date changed' })
  expect(changed.textContent).toContain('2 vouchers of run 1 are due on 15 Dec 2026')
  await page.user.click(within(changed).getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const dialog = await choose(page, 'Void…')
  await dialog.findByText(/2 vouchers, Rs 9,000, will be voided/)
  await page.user.click(dialog.getByRole('button', { name: 'Void' }))
  await dialog.findByText('Please enter a reason')
  enter(dialog, /^Reason/, 'Wrong month')
  await page.user.click(dialog.getByRole('button', { name: 'Void' }))
  const done = await screen.findByRole('alertdialog', { name: 'Run voided' })
  await page.user.click(within(done).getByRole('button', { name: 'OK' }))
  await screen.findByText('Voided')
  await screen.findByText(/by desk clerk: Wrong month$/)
  expect(await brokenLaws(school.db)).toEqual([])
})

test('a voucher is voided from its student’s account; one with receipts stops the run', async () => {
  const page = await openScreen(school, '/student?roll=1', 'desk@main.test')
  const [first] = await screen.findAllByRole('button', { name: 'Void voucher 5Red1-202611' })
  if (first) await page.user.click(first)
  const dialog = within(await screen.findByRole('dialog'))
  enter(dialog, /^Reason/, 'Left in October')
  await page.user.click(dialog.getByRole('button', { name: 'Void' }))
  const done = await screen.findByRole('alertdialog', { name: 'Voucher voided' })
  await page.user.click(within(done).getByRole('button', { name: 'OK' }))
  await screen.findByText('Left in October')
  await screen.findByText('Voided')

  await desk.post('/finances/markIndividualVoucherAsPaid/Main%20Campus/5Red2-202611', { receivedAmount: 100 })
  await page.goTo('/voucher-runs')
  const stopped = await choose(page, 'Void…')
  await stopped.findByText('5Red2-202611 Bilal Ahmed: has receipts')
  expect(stopped.queryByRole('button', { name: 'Void' })).toBeNull()
})
