import { screen, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ayeshaAndBilal, openReport, rowOf, totals } from '#test/report-screen.ts'
import { openSchool } from '#test/school.ts'

const school = await openSchool()
beforeAll(() => ayeshaAndBilal(school))
afterAll(() => school[Symbol.asyncDispose]())

test('a read-only user sees what each class owed, was charged, paid and owes, and the day book of one person', async () => {
  const { press, user, goTo } = await openReport(school, '/roll-forward', 'Roll-forward by class')
  await press('Show roll-forward')
  await screen.findByRole('table', { name: 'Roll-forward from 1 Nov 2026 to 21 Nov 2026' })
  expect(rowOf('5')).toEqual(['5', '0', '0', '12,000', '0', '9,500', '0', '2,500'])
  expect(totals()).toEqual(['2 classes', '0', '0', '25,000', '0', '17,500', '0', '7,500'])

  await goTo('/day-book')
  await user.click(await screen.findByRole('button', { name: 'Show entries' }))
  await screen.findByText('7 entries listed')
  await user.selectOptions(screen.getByLabelText('By'), 'desk clerk')
  const persons = within(await screen.findByRole('table', { name: 'By person' }))
  const last = persons.getAllByRole('row').at(-1)
  expect(last?.textContent).toBe('All725,00017,500')
})

test('the dues of a month are narrowed to students who owe one month, and without closed days the journal names the first step', async () => {
  const { press, user, goTo } = await openReport(school, '/ageing', 'Ageing of dues')
  await press('Show dues')
  await user.click(await screen.findByRole('button', { name: 'Owes 1 month 2' }))
  screen.getByRole('link', { name: 'Bilal Ahmed' })
  expect(totals().at(-1)).toBe('7,500')

  await goTo('/journal')
  await user.click(await screen.findByRole('button', { name: 'Show journal' }))
  await screen.findByText(/^Only closed days are in the journal/)
})
