import { screen, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { admit, openSchool } from '#test/school.ts'
import { answerAlert, openScreen } from '#test/screen.tsx'

const school = await openSchool()
beforeAll(async () => {
  const desk = await school.as('desk@main.test')
  for (const receivedNow of [7500, 0]) await admit(desk, { financialData: { receivedNow } })
  await desk.post('/admissions/removeStudent/1', { leave: true })
  const outcome = { kind: 'leaves owing', reason: 'Moved away' }
  await desk.post('/admissions/removeStudent/2', { leave: true, outcome })
  school.now = new Date('2028-11-21T09:00:00+05:00')
})
afterAll(() => school[Symbol.asyncDispose]())

test('the screen links to the rule while personal data are kept for ever', async () => {
  await openScreen(school, '/erasure', 'admin@main.test')
  await screen.findByText(/kept for ever at this campus/)
  expect(screen.getByRole('link', { name: 'campus settings' }).getAttribute('href')).toBe('/campus-rules')
})

test('the screen lists the erased and the kept data, erases students who left and owe nothing, and their page shows it', async () => {
  const admin = await school.as('admin@main.test')
  await admin.post('/finances/saveCampusRules/Main%20Campus', { keepYears: 2 })
  const page = await openScreen(school, '/erasure', 'admin@main.test')
  await screen.findByText('1 child left by 21 Nov 2026.')
  screen.getByText(/^1 more child is kept, because something is owed/)
  within(screen.getByRole('table', { name: 'Old records' })).getByText('Ayesha Khan')
  await page.user.click(screen.getByRole('button', { name: 'Erase 1 record…' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/^Erased for good/)
  dialog.getByText(/^What stays: roll numbers/)
  await page.user.click(dialog.getByRole('button', { name: 'Erase' }))
  await answerAlert(page, 'Personal data erased')
  await screen.findByText('Nothing to erase')
  const names = await school.db
    .selectFrom('students')
    .select(['roll_no', 'student_name'])
    .orderBy('roll_no')
    .execute()
  expect(names).toEqual([
    { roll_no: 1, student_name: 'Erased' },
    { roll_no: 2, student_name: 'Ayesha Khan' },
  ])
  expect(await brokenLaws(school.db)).toEqual([])

  await page.goTo('/student?roll=1')
  await screen.findByText('Names and contacts were erased on 21 Nov 2028.')
})
