import { brokenLaws } from '#server/records/book-laws.ts'
import { admit, generateAndPost, openSchool, type Caller } from '#test/school.ts'
import { answerAlert, openScreen, type OpenScreen } from '#test/screen.tsx'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, test } from 'vitest'

const school = await openSchool()
let desk: Caller
/** Ayesha owes 4,500 of November; acts above 1,000 need a second person. */
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

/** The clerk wants to waive 4,000 on the student's page. */
async function waive(answer: 'Send for approval' | 'Cancel'): Promise<OpenScreen> {
  const page = await openAs('desk@main.test', '/student?roll=1')
  await page.user.click(await screen.findByRole('button', { name: 'More actions' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Write off or waive…' }))
  const dialog = within(await screen.findByRole('dialog'))
  const amount = dialog.getByLabelText(/^Amount/)
  await page.user.clear(amount)
  await page.user.type(amount, '4000')
  await page.user.type(dialog.getByLabelText(/^Reason/), 'Orphan')
  await page.user.click(dialog.getByRole('button', { name: 'Write off' }))
  const question = await screen.findByRole('alertdialog', { name: 'Another person has to approve this' })
  expect(question.textContent).toContain('The amount is above the limit of Rs 1,000.')
  await page.user.click(within(question).getByRole('button', { name: answer }))
  return page
}

test('a write-off above the limit is sent for approval, and approved by another user', async () => {
  const page = await waive('Send for approval')
  expect(await answerAlert(page, 'Sent for approval')).toContain('Request 1.')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await balanceOf()).toBe(4500)

  await openAs('desk@main.test')
  await screen.findByRole('button', { name: 'Withdraw request 1' })
  expect(screen.queryByRole('button', { name: 'Approve request 1' })).toBeNull()

  const office = await openAs('office@main.test')
  const waiting = await screen.findByRole('table', { name: 'Waiting' })
  expect(waiting.textContent).toContain('Written off: 4,000Orphan')
  expect(waiting.textContent).toContain('4,500 → 500')
  await office.user.click(screen.getByRole('button', { name: 'Approve request 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve request 1' }))
  await office.user.type(dialog.getByLabelText('Note'), 'Seen the letter')
  await office.user.click(dialog.getByRole('button', { name: 'Approve' }))
  await screen.findByText('Nothing waits for approval')
  const decided = await screen.findByRole('table', { name: 'Decided' })
  expect(decided.textContent).toContain('Approved')
  expect(decided.textContent).toContain('Seen the letter')
  expect(await balanceOf()).toBe(500)
  expect(await brokenLaws(school.db)).toEqual([])
})

test('nothing is asked for where the user does not want to; what was typed stays', async () => {
  await waive('Cancel')
  expect(within(screen.getByRole('dialog')).getByLabelText(/^Reason/)).toHaveProperty('value', 'Orphan')
  await openAs('office@main.test')
  await screen.findByText('Nothing waits for approval')
})

test('a request is declined with a reason; the principal sees it and decides nothing', async () => {
  const page = await waive('Send for approval')
  await answerAlert(page, 'Sent for approval')
  await openAs('viewer@main.test')
  await screen.findByText('Waiting')
  expect(screen.queryByRole('button', { name: /request 1/ })).toBeNull()

  const office = await openAs('office@main.test')
  await office.user.click(await screen.findByRole('button', { name: 'Decline request 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Decline request 1' }))
  await office.user.click(dialog.getByRole('button', { name: 'Decline' }))
  await dialog.findByText('Please enter a reason')
  await office.user.type(dialog.getByLabelText(/^Reason/), 'Ask the father first')
  await office.user.click(dialog.getByRole('button', { name: 'Decline' }))
  await screen.findByText('Nothing waits for approval')
  screen.getByText('Declined')
  expect(await balanceOf()).toBe(4500)
})

test('a discount asks for its reason, and waits', async () => {
  const page = await openAs('desk@main.test', '/student-fee-change?roll=1')
  const discount = await screen.findByLabelText(/^Discount/)
  await waitFor(() => expect(discount).toHaveProperty('value', '500'))
  await page.user.clear(discount)
  await page.user.type(discount, '2500')
  await page.user.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findByText('Please enter a reason')
  await page.user.type(screen.getByLabelText(/^Reason/), 'Sister admitted')
  await page.user.click(screen.getByRole('button', { name: 'Submit' }))
  await answerAlert(page, 'Another person has to approve this', 'Send for approval')
  await answerAlert(page, 'Sent for approval')
  await openAs('office@main.test')
  await screen.findByText(/^Net monthly fee 4,500 changed to 2,500 from November 2026/)
})
