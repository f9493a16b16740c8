import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import {
  answerQuestions,
  applyImport,
  checkFile,
  openImports,
  press,
  rowsOf,
  uploadFile,
  workbookFile,
} from '#test/import-screen.ts'
import { watchSavedFiles } from '#test/saved-files.ts'
import { admit, openSchool } from '#test/school.ts'
import { answerAlert } from '#test/screen.tsx'
import { readXlsx } from '#test/xlsx.ts'

const school = await openSchool()
beforeEach(async () => {
  await school.reset()
  school.now = new Date('2026-11-21T09:00:00+05:00')
})
afterAll(() => school[Symbol.asyncDispose]())

const refusedRows = () => screen.findByRole('table', { name: /^Refused/ })
const studentsIn = () =>
  school.db
    .selectFrom('students')
    .select(['roll_no', 'student_name', 'student_class', 'section'])
    .orderBy('roll_no')
    .execute()

test('a file is read, its faults are corrected in the grid, and its children are admitted with their balances', async () => {
  const page = await openImports(school)
  await uploadFile(
    page,
    await workbookFile(
      rowsOf({ 'Opening Balance': -7500 }, { Class: 'KG' }, { 'Date of Birth': '32/13/2015' }, {}),
    ),
  )
  await screen.findByText('register.xlsx')
  expect(within(screen.getByRole('table', { name: 'The first rows' })).getAllByRole('row')).toHaveLength(5)
  await press(page, 'Continue')

  const classField = await screen.findByLabelText('Field of Class')
  expect(within(classField).getByRole('option', { selected: true }).textContent).toBe('Class')
  expect(
    within(classField).getByRole('option', { name: 'Section (column 7)' }).hasAttribute('disabled'),
  ).toBe(true)
  await press(page, 'Check the rows')

  await screen.findByText('Child 1 has −7500: what does it say?')
  await page.user.click(screen.getByLabelText('Owes it'))
  await page.user.click(screen.getByLabelText('Keep the roll numbers of the file'))
  await page.user.selectOptions(screen.getByLabelText(/^Class KG/), 'Prep')
  await press(page, 'Continue')
  await page.user.selectOptions(await screen.findByLabelText('Of which day are the balances?'), '31 Oct 2026')
  await press(page, 'Continue')

  await screen.findByRole('button', { name: '1 Refused', pressed: true })
  const cell = within(await refusedRows()).getByRole('button', { name: 'Date of Birth, row 4: 32/13/2015' })
  await page.user.click(cell)
  const field = screen.getByRole('textbox', { name: 'Date of Birth, row 4' })
  await page.user.clear(field)
  await page.user.type(field, '13/12/2015{Enter}')
  await screen.findByText('Ready: nothing is written before you confirm')

  await press(page, 'Admit 4 children')
  const words = await answerAlert(
    page,
    /^Admit 4 children, opening dues Rs 7,500, advances Rs 0\?$/,
    'Admit 4 children',
  )
  expect(words).toContain('All rows are written or none')
  await screen.findByRole('heading', { name: 'Import 1 is in the books' })
  screen.getByRole('link', { name: 'Student list' })
  screen.getByRole('link', { name: 'Generate campus vouchers' })
  expect(await studentsIn()).toMatchObject([
    { roll_no: 2001, student_class: '5', section: 'Red' },
    { roll_no: 2002, student_class: 'Prep' },
    { roll_no: 2003 },
    { roll_no: 2004 },
  ])
  expect(await brokenLaws(school.db)).toEqual([])
})

test('refused rows are visited by keyboard, found by problem, downloaded and left out, and the others are imported', async () => {
  const files = watchSavedFiles()
  const page = await openImports(school)
  const bad = [{ Class: '11th', 'Student Name': '' }, { Class: '12th' }, { 'Date of Birth': 'soon' }]
  await checkFile(page, ...bad, { 'Monthly Tuition Fee': 'much' }, {})
  await answerQuestions(page)
  const grid = within(await refusedRows())
  const first = grid.getByRole('button', { name: 'Class, row 2: 11th' })
  first.focus()
  await page.user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(grid.getByRole('button', { name: 'Class, row 3: 12th' }))
  await page.user.keyboard('{ArrowRight}{ArrowLeft}{ArrowUp}')
  expect(document.activeElement).toBe(first)
  await page.user.keyboard('{F2}')
  await page.user.type(screen.getByRole('textbox', { name: 'Class, row 2' }), 'x{Escape}')
  expect(document.activeElement).toBe(grid.getByRole('button', { name: 'Class, row 2: 11th' }))
  // The description of the cell names its fault.
  expect(document.activeElement?.getAttribute('aria-description')).toContain('11th')

  await page.user.click(screen.getByRole('button', { name: /"soon"/ }))
  await waitFor(() => expect(screen.queryByText('12th')).toBeNull())
  await screen.findByRole('button', { name: 'Leave out these 1 row' })
  await press(page, '4 Refused')

  await press(page, 'Download refused rows')
  await waitFor(() => expect(files.saved).toHaveLength(1))
  const [sheet] = await readXlsx(Buffer.from(await (files.saved[0]?.bytes ?? new Blob()).arrayBuffer()))
  expect(JSON.stringify(sheet?.rows)).toContain('much')
  files.stop()
  expect(screen.getByRole('button', { name: 'Admit 1 child' }).hasAttribute('disabled')).toBe(true)
  await press(page, 'Leave out all 4 refused rows')
  await applyImport(page, 'Admit 1 child')
  await screen.findByRole('heading', { name: 'Import 1 is in the books' })
  expect(await studentsIn()).toMatchObject([{ roll_no: 2005 }])
})

test('if the records have changed since the check, nothing is written and the rows are checked again', async () => {
  const page = await openImports(school)
  await checkFile(page, {}, {})
  await answerQuestions(page)
  await screen.findByRole('button', { name: 'Admit 2 children' })
  const desk = await school.as('desk@main.test')
  await admit(desk, {
    studentData: { studentName: 'Child 1', fatherName: 'Father 1', dateOfBirth: '2015-04-14' },
  })
  await applyImport(page, 'Admit 2 children')
  await answerAlert(page, 'The records of the school have changed since the check')
  expect(await studentsIn()).toHaveLength(1)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Admit 2 children' })).toBeNull())
})

test('the screen asks about a namesake with another number, admits a new child, and remembers the answers', async () => {
  const desk = await school.as('desk@main.test')
  await admit(desk, {
    studentData: { studentName: 'Child 1', fatherName: 'Father 1', dateOfBirth: '2015-04-14' },
  })
  const page = await openImports(school)
  await checkFile(page, {}, {})
  await answerQuestions(page)
  const question = await screen.findByLabelText(/^Row 2: Child 1, child of Father 1, born 14 Apr 2015/)
  within(question).getByRole('option', { name: /^Roll no\. 1: Child 1/ })
  await press(page, 'Continue')
  await screen.findByText('1 refused row to correct or leave out first')
  await press(page, /Questions/)
  await page.user.selectOptions(await screen.findByLabelText(/^Row 2: Child 1/), 'A new child')
  await press(page, 'Continue')
  await applyImport(page, 'Admit 2 children')
  await screen.findByRole('heading', { name: 'Import 1 is in the books' })
  expect(await studentsIn()).toMatchObject([{ roll_no: 1 }, { roll_no: 2001 }, { roll_no: 2002 }])

  await page.user.click(await screen.findByRole('link', { name: 'Import another file' }))
  await screen.findByText('2 new')
  await uploadFile(page, await workbookFile(rowsOf({}, {})))
  await press(page, 'Continue')
  await screen.findByText('As chosen for the last file with these headings.')
  await screen.findByText(/^This file was imported before: import 1/)
  await press(page, 'Check the rows')
  await screen.findByText('Nothing to write: the portal has every row already')
})
