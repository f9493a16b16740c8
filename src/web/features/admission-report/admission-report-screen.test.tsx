import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { covers } from '#test/covers.ts'
import { fill } from '#test/form-fields.ts'
import { admit, openSchool } from '#test/school.ts'
import { openScreen } from '#test/screen.tsx'

const school = await openSchool()

/** Ayesha and Bilal joined 5 Red and 6 Blue in April, and Sana joined Prep in November; Bilal left on 3 November. */
beforeAll(async () => {
  const desk = await school.as('desk@main.test')
  const enter = (studentName: string, studentClass: string, section: string, admissionDate: string) =>
    admit(desk, { studentData: { studentName, studentClass, section, admissionDate } })
  await enter('Ayesha Khan', '5', 'Red', '2026-04-01')
  await enter('Bilal Ahmed', '6', 'Blue', '2026-04-02')
  await enter('Sana Malik', 'Prep', 'Red', '2026-11-10')
  await desk.post('/admissions/promoteClass', { classToPromote: '5', campus: 'Main Campus' })
  await desk.post('/admissions/removeStudent/2', { removalDate: '2026-11-03' })
})
afterAll(() => school[Symbol.asyncDispose]())

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )
/** The listed students, without the totals row. */
const names = (table: HTMLElement) =>
  rowsOf(table)
    .slice(0, -1)
    .map(([, name]) => name)

async function open(userId = 'viewer@main.test') {
  const page = await openScreen(school, '/admission-reports', userId)
  await screen.findByRole('heading', { level: 1, name: 'Admission reports' })
  const press = (name: string) => page.user.click(screen.getByRole('button', { name }))
  const get = async (heading: string) => {
    await press('Get report')
    return screen.findByRole('table', { name: heading })
  }
  return { ...page, press, get }
}

describe('admission reports', () => {
  test('list everybody who joined or left in class order, are narrowed by a name, and are shown as a graph with its figures', async () => {
    covers(
      'spec 1.jobs.admission-reports',
      'spec 2.routes.admission-reports',
      'spec 2.admission-reports.toggle',
    )

    const { user, get } = await open()
    const table = await get('Admissions and removals')
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Roll No.',
      'Student Name',
      'Father Name',
      'Class',
      'Section',
      'Admission Date',
      'Admission Class',
      'Removed',
      'Removal Date',
    ])
    expect(rowsOf(table)).toEqual([
      ['3', 'Sana Malik', 'Imran Khan', 'Prep', 'Red', '10 Nov 2026', 'Prep', '', ''],
      ['1', 'Ayesha Khan', 'Imran Khan', '6', 'Red', '1 Apr 2026', '5', '', ''],
      ['2', 'Bilal Ahmed', 'Imran Khan', '6', 'Blue', '2 Apr 2026', '6', 'Left', '3 Nov 2026'],
      ['', '3 students', '', '', '', '3 admitted', '', '', '1 removed'],
    ])
    screen.getByText('3 students listed: 3 admitted, 1 removed')
    expect(screen.getByRole('link', { name: 'Ayesha Khan' }).getAttribute('href')).toBe('/student?roll=1')

    await user.click(screen.getByLabelText('Find by name or number'))
    await user.paste('bilal')
    await waitFor(() => expect(names(screen.getByRole('table'))).toEqual(['Bilal Ahmed']))
    screen.getByText('1 student of 3 found; the totals are for these: 1 admitted, 1 removed')
    await user.clear(screen.getByLabelText('Find by name or number'))

    await user.click(screen.getByRole('radio', { name: 'Graph' }))
    const figures = await screen.findByRole('table', { name: 'Admitted and removed by class' })
    const shown = within(figures)
      .getAllByRole('row')
      .map((row) => row.textContent)
    expect(shown).toHaveLength(16)
    expect(shown).toEqual(expect.arrayContaining(['Prep10', '510', '611', 'All classes31']))
    expect(screen.queryByRole('table', { name: 'Admissions and removals' })).toBeNull()
    screen.getByRole('img', { name: 'Admitted and removed by class; the table beside it has the figures' })
    screen.getByText('+ Admitted into the class')
    screen.getByText('− Removed from the class')

    await user.click(screen.getByRole('radio', { name: 'Table' }))
    await screen.findByRole('table', { name: 'Admissions and removals' })
  })

  test('are narrowed by type, dates, class and section, disappear when a filter changes, and close with Cancel', async () => {
    const { user, path, press, get } = await open()
    await user.selectOptions(field('Type'), 'Admissions')
    fill({ 'From Date': '01/11/2026' })
    expect(names(await get('Admissions'))).toEqual(['Sana Malik'])
    await user.selectOptions(field('Type'), 'Removals')
    expect(names(await get('Removals'))).toEqual(['Bilal Ahmed'])
    screen.getByRole('button', { name: 'Print' })
    expect(document.querySelector('.print-head')?.textContent).toContain(
      'Main CampusType: Removals · Class: All · Section: All · From Date: 1 Nov 2026 · To Date: any' +
        'Printed on November 21, 2026 by Nadia Viewer',
    )
    await user.selectOptions(field('Type'), 'All')
    expect(names(await get('Admissions and removals'))).toEqual(['Sana Malik', 'Bilal Ahmed'])
    screen.getByText('2 students listed: 1 admitted, 1 removed')
    fill({ 'To Date': '03/11/2026' })
    expect(names(await get('Admissions and removals'))).toEqual(['Bilal Ahmed'])
    await user.selectOptions(field('Class'), '5')
    expect(screen.queryByRole('table')).toBeNull()
    fill({ 'From Date': '' })
    expect(names(await get('Admissions and removals'))).toEqual(['Ayesha Khan'])
    await user.selectOptions(field('Class'), 'all')
    await user.selectOptions(field('Section'), 'Blue')
    expect(names(await get('Admissions and removals'))).toEqual(['Bilal Ahmed'])
    await press('Cancel')
    await waitFor(() => expect(path()).toBe('/dashboard'))
  })
})

test('mark dates in the wrong order, alert if there are no students or no connection, and succeed at the next try', async () => {
  covers('spec 8.admission-reports.none', 'spec 8.admission-reports.failed')

  const { user, network, press, get } = await open()
  fill({ 'From Date': '02/11/2026', 'To Date': '01/11/2026' })
  screen.getByText('Before the From Date')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Get report' }).disabled).toBe(true)
  fill({ 'From Date': '', 'To Date': '' })

  await user.selectOptions(field('Class'), '9')
  await press('Get report')
  await screen.findByRole('alertdialog', { name: 'No student found' })
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('table')).toBeNull()
  await user.selectOptions(field('Class'), 'all')

  network.isDown = true
  await press('Get report')
  const alert = await screen.findByRole('alertdialog', { name: 'Getting admission reports failed' })
  expect(alert.textContent).toContain('No connection to the server')
  await user.keyboard('{Enter}')
  network.isDown = false
  expect(names(await get('Admissions and removals'))).toHaveLength(3)
})

test('do not include students of another campus', async () => {
  const { user, press } = await open('office@city.test')
  await press('Get report')
  await screen.findByRole('alertdialog', { name: 'No student found' })
  await user.keyboard('{Enter}')
})
