import { brokenLaws } from '#server/records/book-laws.ts'
import { admit, generateAndPost, openSchool, type Caller } from '#test/school.ts'
import { openScreen } from '#test/screen.tsx'
import { screen, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, test } from 'vitest'

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

async function openAct(act: string) {
  const page = await openScreen(school, '/voucher-runs', 'desk@main.test')
  await page.user.click(await screen.findByRole('button', { name: 'Actions for run 1' }))
  await page.user.click(await screen.findByRole('menuitem', { name: act }))
  return { page, dialog: within(await screen.findByRole('dialog')) }
}

test('a run is voided after its preview and with a reason', async () => {
  const { page, dialog } = await openAct('Void…')
  await dialog.findByText(/2 vouchers, Rs 9,000, will be voided/)
  await page.user.click(dialog.getByRole('button', { name: 'Void' }))
  await dialog.findByText('Please enter a reason')
  await page.user.type(dialog.getByLabelText(/^Reason/), 'Wrong month')
  await page.user.click(dialog.getByRole('button', { name: 'Void' }))
  const done = await screen.findByRole('alertdialog', { name: 'Run voided' })
  await page.user.click(within(done).getByRole('button', { name: 'OK' }))
  await screen.findByText('Voided')
  await screen.findByText(/by desk clerk: Wrong month$/)
  expect(await brokenLaws(school.db)).toEqual([])
})

test('names the vouchers that stop a run, and offers nothing to confirm', async () => {
  await desk.post('/finances/markIndividualVoucherAsPaid/Main%20Campus/5Red2-202611', { receivedAmount: 100 })
  const { dialog } = await openAct('Void…')
  await dialog.findByText('5Red2-202611 Bilal Ahmed: has receipts')
  expect(dialog.queryByRole('button', { name: 'Void' })).toBeNull()
})

test('gives the unpaid vouchers of a run another due date', async () => {
  const { page, dialog } = await openAct('Change due date…')
  await dialog.findByText(/2 unpaid vouchers get the new date. 2 vouchers are posted/)
  const date = dialog.getByLabelText(/^Due date/)
  await page.user.clear(date)
  await page.user.type(date, '15/12/2026')
  await page.user.type(dialog.getByLabelText(/^Reason/), 'School closed')
  await page.user.click(dialog.getByRole('button', { name: 'Change due date' }))
  const done = await screen.findByRole('alertdialog', { name: 'Due date changed' })
  expect(done.textContent).toContain('2 vouchers of run 1 are due on 15 Dec 2026')
})

test('a voucher is voided from its student’s account, which shows it as voided with the reason', async () => {
  const page = await openScreen(school, '/student?roll=1', 'desk@main.test')
  const [first] = await screen.findAllByRole('button', { name: 'Void voucher 5Red1-202611' })
  if (first) await page.user.click(first)
  const dialog = within(await screen.findByRole('dialog'))
  await page.user.type(dialog.getByLabelText(/^Reason/), 'Left in October')
  await page.user.click(dialog.getByRole('button', { name: 'Void' }))
  const done = await screen.findByRole('alertdialog', { name: 'Voucher voided' })
  await page.user.click(within(done).getByRole('button', { name: 'OK' }))
  await screen.findByText('Left in October')
  await screen.findByText('Voided')
})
