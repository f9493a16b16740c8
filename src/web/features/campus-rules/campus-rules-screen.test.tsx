import { openSchool } from '#test/school.ts'
import { answerAlert, openScreen } from '#test/screen.tsx'
import { screen } from '@testing-library/react'
import { afterAll, beforeEach, expect, test } from 'vitest'

const school = await openSchool()
beforeEach(() => school.reset())
afterAll(() => school[Symbol.asyncDispose]())

const rules = () =>
  school.db
    .selectFrom('campus_rules')
    .select(['back_days', 'approval_limit', 'blind_count'])
    .executeTakeFirst()
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)

test('the rules are filled in as audited, refused at their fields, saved and cleared', async () => {
  const page = await openScreen(school, '/campus-rules', 'admin@main.test')
  const { user } = page
  await user.click(await screen.findByRole('button', { name: 'Fill in: Audited' }))
  expect([field(/^Needs approval/).value, field(/^Maximum/).value]).toEqual(['5,000', '3'])
  await user.clear(field(/^Needs approval/))
  await user.type(field(/^Needs approval/), 'much')
  await user.clear(field(/^Maximum/))
  await user.type(field(/^Maximum/), '3x')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Enter an amount, or leave it empty')
  screen.getByText('Enter a number of days from 0 to 366')
  await user.click(screen.getByRole('button', { name: 'Fill in: Audited' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await answerAlert(page, 'Rules saved')
  expect(await rules()).toEqual({ back_days: 3, approval_limit: 500_000, blind_count: true })

  await user.click(screen.getByRole('button', { name: 'Clear all' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await answerAlert(page, 'Rules saved')
  expect(await rules()).toEqual({ back_days: null, approval_limit: null, blind_count: false })
})
