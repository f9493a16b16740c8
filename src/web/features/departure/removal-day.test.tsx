import { screen, within } from '@testing-library/react'
import { afterAll, expect, test } from 'vitest'
import { refusals } from '#contract/refusals.ts'
import { brokenLaws } from '#server/records/book-laws.ts'
import { fill } from '#test/form-fields.ts'
import { admit, generateAndPost, openSchool } from '#test/school.ts'
import { openScreen } from '#test/screen.tsx'

const school = await openSchool()
afterAll(() => school[Symbol.asyncDispose]())

test('the day of leaving decides which vouchers are voided, and what is owed without them', async () => {
  const desk = await school.as('desk@main.test')
  await admit(desk, {
    studentData: { studentName: 'Ayesha Khan', admissionDate: '2026-04-01' },
    financialData: { feePeriod: '2026-10-01 to 2026-10-31' },
  })
  await generateAndPost(desk, 'Main Campus', '2026-11-01')
  const { user } = await openScreen(school, '/student-removal?roll=1', 'desk@main.test')
  await screen.findByText(refusals['fees-pending'].msg)
  expect(screen.queryByText(/will be voided/)).toBeNull()

  fill({ 'Left date': '31/10/2026' })
  await screen.findByText('Fees are cleared: no dues.')
  expect(screen.getByText(/will be voided/).textContent).toBe(
    'Voucher of November 2026, 4,500, will be voided.',
  )

  await user.click(screen.getByRole('button', { name: 'Remove' }))
  const asked = await screen.findByRole('alertdialog', { name: 'Remove Ayesha Khan?' })
  await user.click(within(asked).getByRole('button', { name: 'Yes, remove Ayesha Khan' }))
  await screen.findByRole('alertdialog', { name: 'Student removed successfully' })
  const { state, left_on } = await school.db.selectFrom('students').selectAll().executeTakeFirstOrThrow()
  expect({ state, left_on }).toEqual({ state: 'removed', left_on: '2026-10-31' })
  expect(await brokenLaws(school.db)).toEqual([])
})
