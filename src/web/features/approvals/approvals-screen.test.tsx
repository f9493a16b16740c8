import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { setValue } from '#test/form-fields.ts'
import { admit, generateAndPost, openSchool, type Caller } from '#test/school.ts'
import { answerAlert, openScreen, type OpenScreen } from '#test/screen.tsx'

const school = await openSchool()
let desk: Caller
/** Ayesha owes 4,500 for November; acts above 1,000 need a second person. */
beforeEach(async () => {
  await school.reset()
  desk = await school.as('desk@main.test')
  const admin = await school.as('admin@main.test')
  await admit(admin, { financialData: { feePeriod: '2026-10-01 to 2026-10-31' } })
  await generateAndPost(admin, 'Main Campus', '2026-11-01')
  await admin.post('/finances/saveCampusRules/Main%20Campus', { approvalLimit: 1000 })
})
afterAll(() => school[Symbol.asyncDispose]())

const balanceOf = async () => (await desk.get('/admissions/studentAccount/1/Main%20Campus')).body['balance']
const openAs = (userId: string, path = '/approvals'): Promise<OpenScreen> => {
  cleanup()
  return openScreen(school, path, userId)
}

type Dialog = ReturnType<typeof within>
/** Sets a field of a dialog at once. */
const enter = (dialog: Dialog, label: RegExp | string, value: string) =>
  setValue(dialog.getByLabelText(label), value)
const openAnd = async ({ user }: OpenScreen, act: string): Promise<Dialog> => {
  await user.click(await screen.findByRole('button', { name: act }))
  return within(await screen.findByRole('dialog', { name: act }))
}

/** Enters a waiver of 4,000 on the student's page. */
async function waive({ user }: OpenScreen): Promise<Dialog> {
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Write off or waive…' }))
  const dialog = within(await screen.findByRole('dialog'))
  enter(dialog, /^Amount/, '4000')
  enter(dialog, /^Reason/, 'Orphan')
  await user.click(dialog.getByRole('button', { name: 'Write off' }))
  return dialog
}
const requests = async () => (await school.db.selectFrom('approvals').selectAll().execute()).length
const question = 'Another person has to approve this'

test('a write-off above the limit is sent for approval if the user confirms, and another user approves it', async () => {
  const page = await openAs('desk@main.test', '/student?roll=1')
  const typed = await waive(page)
  expect(await answerAlert(page, question, 'Cancel')).toContain('The amount is above the limit of Rs 1,000.')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(typed.getByLabelText(/^Reason/)).toHaveProperty('value', 'Orphan')
  expect(await requests()).toBe(0)

  await page.user.click(typed.getByRole('button', { name: 'Write off' }))
  await answerAlert(page, question, 'Send for approval')
  expect(await answerAlert(page, 'Sent for approval')).toContain('Request 1.')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await balanceOf()).toBe(4500)
  await page.goTo('/approvals')
  await screen.findByRole('button', { name: 'Withdraw request 1' })
  expect(screen.queryByRole('button', { name: 'Approve request 1' })).toBeNull()

  const office = await openAs('office@main.test')
  const waiting = await screen.findByRole('table', { name: 'Waiting' })
  expect(waiting.textContent).toContain('Written off: 4,000Orphan')
  expect(waiting.textContent).toContain('4,500 → 500')
  const dialog = await openAnd(office, 'Approve request 1')
  enter(dialog, 'Note', 'Seen the letter')
  await office.user.click(dialog.getByRole('button', { name: 'Approve' }))
  await screen.findByText('Nothing waits for approval')
  const decided = await screen.findByRole('table', { name: 'Decided' })
  expect(decided.textContent).toContain('Approved')
  expect(decided.textContent).toContain('Seen the letter')
  expect(await balanceOf()).toBe(500)
  expect(await brokenLaws(school.db)).toEqual([])
})

test('a discount needs a reason and an approval; the principal sees the requests, and another user declines one', async () => {
  const page = await openAs('desk@main.test', '/student-fee-change?roll=1')
  const discount = await screen.findByLabelText(/^Discount/)
  await waitFor(() => expect(discount).toHaveProperty('value', '500'))
  setValue(discount, '2500')
  await page.user.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findByText('Please enter a reason')
  setValue(screen.getByLabelText(/^Reason/), 'Sister admitted')
  await page.user.click(screen.getByRole('button', { name: 'Submit' }))
  await answerAlert(page, question, 'Send for approval')
  await answerAlert(page, 'Sent for approval')

  await page.goTo('/student?roll=1')
  await waive(page)
  await answerAlert(page, question, 'Send for approval')
  await answerAlert(page, 'Sent for approval')
  await openAs('viewer@main.test')
  await screen.findByRole('table', { name: 'Waiting' })
  expect(screen.queryByRole('button', { name: /request [12]/ })).toBeNull()

  const office = await openAs('office@main.test')
  await screen.findByText(/^Net monthly fee 4,500 changed to 2,500 from November 2026/)
  const dialog = await openAnd(office, 'Decline request 2')
  await office.user.click(dialog.getByRole('button', { name: 'Decline' }))
  await dialog.findByText('Please enter a reason')
  enter(dialog, /^Reason/, 'Ask the father first')
  await office.user.click(dialog.getByRole('button', { name: 'Decline' }))
  await screen.findByText('Declined')
  expect(screen.queryByRole('button', { name: /request 2$/ })).toBeNull()
  screen.getByRole('button', { name: 'Decline request 1' })
  expect(await balanceOf()).toBe(4500)
})
