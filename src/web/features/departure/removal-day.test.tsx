import { act, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { refusals } from '#domain/refusals.ts'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { fill } from '#test/form-fields.ts'
import { admit, generateAndPost, openSchool } from '#test/school.ts'
import { openScreen } from '#test/screen.tsx'

const school = await openSchool()
beforeEach(() => school.reset())
afterAll(() => school[Symbol.asyncDispose]())

/** Opens the removal of a student who owes November, or who has paid it if `pays` is true. */
async function open(pays = false) {
  const desk = await school.as('desk@main.test')
  await admit(desk, {
    studentData: { studentName: 'Ayesha Khan', admissionDate: '2026-04-01' },
    financialData: { feePeriod: '2026-10-01 to 2026-10-31' },
  })
  await generateAndPost(desk, 'Main Campus', '2026-11-01')
  const voucher = '/finances/markIndividualVoucherAsPaid/Main%20Campus/5Red1-202611'
  if (pays) await desk.post(voucher, { receivedAmount: 4500 })
  return openScreen(school, '/student-removal?roll=1', 'desk@main.test')
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

test('the day of leaving decides which vouchers are voided, and what is owed without them', async () => {
  const { user } = await open()
  await screen.findByText(refusals['fees-pending'].msg)
  expect(screen.queryByText(/will be voided/)).toBeNull()

  fill({ 'Left date': '31/10/2026' })
  await screen.findByText('Fees are cleared: no dues.')
  expect(screen.getByText(/will be voided/).textContent).toBe(
    'Voucher of November 2026, 4,500, will be voided.',
  )

  await user.click(button('Remove'))
  const question = await screen.findByRole('alertdialog', { name: 'Remove Ayesha Khan?' })
  await user.click(within(question).getByRole('button', { name: 'Yes, remove Ayesha Khan' }))
  await screen.findByRole('alertdialog', { name: 'Student removed successfully' })
  const { state, left_on } = await school.db.selectFrom('students').selectAll().executeTakeFirstOrThrow()
  expect({ state, left_on }).toEqual({ state: 'removed', left_on: '2026-10-31' })
  expect(await brokenLaws(school.db)).toEqual([])
})

test('no payment is possible on the check of today while the check of another day is loading', async () => {
  const page = await open()
  await screen.findByText(refusals['fees-pending'].msg)
  const release = page.holdBack('removalDate=2026-10-31')
  fill({ 'Left date': '31/10/2026' })
  expect(button('Mark arrears as paid').disabled).toBe(true)
  release()
  await screen.findByText('Fees are cleared: no dues.')
})

test('Remove, pressed while the check of the day is loading, asks once the check has loaded', async () => {
  const page = await open(true)
  await screen.findByText('Fees are cleared: no dues.')
  const release = page.holdBack('removalDate=2026-11-20')
  fill({ 'Left date': '20/11/2026' })
  await page.user.click(button('Remove'))
  await waitFor(() => expect(page.queries.isFetching()).toBe(1))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  release()
  await screen.findByRole('alertdialog', { name: 'Remove Ayesha Khan?' })
})

test('a press of Remove that waits for the check of the day does not apply to the next student', async () => {
  const page = await open(true)
  await admit(await school.as('desk@main.test'), { studentData: { studentName: 'Bilal Ahmed' } })
  await screen.findByText('Fees are cleared: no dues.')
  page.holdBack('removalDate=2026-11-20')
  fill({ 'Left date': '20/11/2026' })
  await page.user.click(button('Remove'))
  await page.goTo('/student-removal?roll=2')
  await screen.findByText('Bilal Ahmed')
  await screen.findByText('Fees are cleared: no dues.')
  await act(async () => new Promise((resolve) => void setTimeout(resolve)))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
