import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openSchool } from '#test/school.ts'
import { answerAlert, openScreen } from '#test/screen.tsx'
import { addPasskey } from '#test/second-factors.ts'

const school = await openSchool()
beforeEach(() => school.reset())
afterAll(() => school[Symbol.asyncDispose]())

const rules = () =>
  school.db
    .selectFrom('campus_rules')
    .select(['back_days', 'approval_limit', 'cash_drawer', 'blind_count', 'admin_factor'])
    .executeTakeFirst()
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)

test('an admin fills in the audited rules, sees refusals at their fields, and saves and clears the rules', async () => {
  const page = await openScreen(school, '/campus-rules', 'admin@main.test')
  const { user } = page
  await user.click(await screen.findByRole('button', { name: 'Use the audit settings' }))
  expect([field(/^Needs approval/).value, field(/^Maximum/).value]).toEqual(['5,000', '3'])
  await user.clear(field(/^Needs approval/))
  await user.type(field(/^Needs approval/), 'much')
  await user.clear(field(/^Maximum/))
  await user.type(field(/^Maximum/), '3x')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Enter an amount, or leave it empty')
  screen.getByText('Enter a number of days from 0 to 366')
  await user.click(screen.getByRole('button', { name: 'Use the audit settings' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await answerAlert(page, 'Rules saved')
  expect(await rules()).toEqual({
    back_days: 3,
    approval_limit: 500_000,
    cash_drawer: true,
    blind_count: true,
    admin_factor: false,
  })
  screen.getByRole('link', { name: 'Cash drawer' })

  await user.click(screen.getByRole('button', { name: 'Clear all' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await answerAlert(page, 'Rules saved')
  expect(await rules()).toEqual({
    back_days: null,
    approval_limit: null,
    cash_drawer: false,
    blind_count: false,
    admin_factor: false,
  })
  expect(screen.queryByRole('link', { name: 'Cash drawer' })).toBeNull()
})

test('an admin who requires a second factor of admins must have one; otherwise the cursor moves to the rule', async () => {
  const admin = await school.as('admin@main.test')
  const page = await openScreen(school, '/campus-rules', 'admin@main.test')
  const rule = await screen.findByLabelText('Admins sign in with a second factor')
  await page.user.click(rule)
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Set up your own second factor first')
  await waitFor(() => expect(document.activeElement).toBe(rule))
  expect(await rules()).toBeUndefined()

  await addPasskey(admin)
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  await answerAlert(page, 'Rules saved')
  expect(await rules()).toMatchObject({ admin_factor: true })
  const isOn = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /second factor/ }).checked
  await waitFor(() => expect(isOn()).toBe(true))
  // The audited rules do not change this rule.
  await page.user.click(screen.getByRole('button', { name: 'Use the audit settings' }))
  expect(isOn()).toBe(true)
})
