import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { covers } from '#test/covers.ts'
import { fill } from '#test/form-fields.ts'
import { admit, generateAndPost, openSchool, type Caller, type TestSchool } from '#test/school.ts'
import { openScreen } from '#test/screen.tsx'

const textsOf = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent)
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => textsOf(within(row).getAllByRole('cell')))
const names = () => rows().map(([, name]) => name)

describe('the student list', () => {
  let school: TestSchool
  let desk: Caller

  const open = async (userId = 'office@main.test') => {
    const page = await openScreen(school, '/student-list', userId)
    await screen.findByRole('heading', { name: 'Student list' })
    const show = () => page.user.click(screen.getByRole('button', { name: 'Show students' }))
    return { ...page, show }
  }

  beforeAll(async () => {
    school = await openSchool()
    desk = await school.as('desk@main.test')
    const october = { feePeriod: '2026-10-01 to 2026-10-31' }
    const child = (studentName: string, studentClass: string, section: string) =>
      admit(desk, {
        studentData: { studentName, studentClass, section, admissionDate: '2026-09-05' },
        financialData: october,
      })
    await child('Zara Malik', '10', 'Red')
    await child('Bilal Ahmed', 'Nursery', 'Green')
    await child('Ayesha Khan', '2', 'Red')
    await child('Gone Away', '2', 'Red')
    await generateAndPost(desk, 'Main Campus', '2026-11-01')
    await desk.post('/finances/markIndividualVoucherAsPaid/Main%20Campus/2Red3-202611', {
      receivedAmount: 5000,
    })
    await school.db
      .updateTable('students')
      .set({ state: 'removed', left_on: '2026-11-20' })
      .where('roll_no', '=', 4)
      .execute()
  })
  afterAll(async () => school[Symbol.asyncDispose]())

  test('lists the students at school in class order with fee and balance, counted and summed, sorted by a column, and narrowed to the typed text', async () => {
    covers('spec 2.routes.student-list')

    const { user, show } = await open()
    expect(screen.queryByRole('table')).toBeNull()
    await show()
    await screen.findByRole('table', { name: 'Students of all classes' })
    expect(textsOf(screen.getAllByRole('columnheader'))).toEqual([
      'Roll No.',
      'Student Name',
      'Father Name',
      'Class',
      'Section',
      'Father Phone Number',
      'Admission Date',
      'Net Monthly Fee',
      'Balance',
      'Due since',
      'Months',
    ])
    const father = 'Imran Khan'
    const phone = '0300-1234567'
    const due = 'due 1 Dec'
    expect(rows()).toEqual([
      ['2', 'Bilal Ahmed', father, 'Nursery', 'Green', phone, '5 Sep 2026', '4,500', '4,500', due, '1'],
      ['3', 'Ayesha Khan', father, '2', 'Red', phone, '5 Sep 2026', '4,500', '−500 advance', '', '0'],
      ['1', 'Zara Malik', father, '10', 'Red', phone, '5 Sep 2026', '4,500', '4,500', due, '1'],
      ['', '3 students', '', '', '', '', '', '13,500', '8,500', '', ''],
    ])
    screen.getByText('3 students listed: 9,000 due, 500 paid in advance')
    screen.getByRole('button', { name: 'Print' })
    expect(document.querySelector('.print-head')?.textContent).toContain(
      'Student listGreen Valley School, Main CampusClass: All · Section: AllPrinted on November 21, 2026 by office clerk',
    )

    await user.click(screen.getByRole('button', { name: 'Class' }))
    await user.click(screen.getByRole('button', { name: 'Class' }))
    expect(names()).toEqual(['Zara Malik', 'Ayesha Khan', 'Bilal Ahmed', '3 students'])
    fill({ 'Find by name or number': 'bil' })
    await waitFor(() => expect(names()).toEqual(['Bilal Ahmed', '1 student']))
    screen.getByText('1 student of 3 found; the totals are for these: 4,500 due')
  })

  test('has no phone column for read-only users, and does not offer to search for phones', async () => {
    const { show } = await open('viewer@main.test')
    await show()
    await screen.findByRole('table', { name: 'Students of all classes' })
    const headings = textsOf(screen.getAllByRole('columnheader'))
    expect(headings).not.toContain('Father Phone Number')
    expect(headings).toHaveLength(10)
    expect(rows()[1]).toEqual([
      '3',
      'Ayesha Khan',
      'Imran Khan',
      '2',
      'Red',
      '5 Sep 2026',
      '4,500',
      '−500 advance',
      '',
      '0',
    ])
    fill({ 'Find by name or number': '0300-1234567' })
    await screen.findByText('No student matches. Check the spelling or clear the search.')
  })

  test('shows only the class and section; another choice clears the list', async () => {
    const { user, show } = await open()
    await user.selectOptions(screen.getByLabelText('Class'), '2')
    await show()
    await screen.findByRole('table', { name: 'Students of class 2' })
    expect(names()).toEqual(['Ayesha Khan', '1 student'])
    await user.selectOptions(screen.getByLabelText('Section'), 'Blue')
    expect(screen.queryByRole('table')).toBeNull()
    await show()
    await screen.findByText('No students found')
  })

  test('narrows to students by their dues, hides columns, and groups by class, kept in the address', async () => {
    const { user, show, search } = await open()
    await show()
    await screen.findByRole('table')
    const chips = within(screen.getByRole('group', { name: 'Dues' })).getAllByRole('button')
    expect(textsOf(chips)).toEqual(['All 3', 'Overdue 0', 'Not due yet 2', 'Advance 1', 'Paid 0'])
    await user.click(screen.getByRole('button', { name: 'Advance 1' }))
    await waitFor(() => expect(names()).toEqual(['Ayesha Khan', '1 student']))
    expect(search()).toContain('facet=advance')
    await user.click(screen.getByRole('button', { name: 'All 3' }))
    await waitFor(() => expect(names()).toHaveLength(4))

    await user.click(screen.getByRole('button', { name: 'View' }))
    for (const name of ['Months', 'Due since'])
      await user.click(await screen.findByRole('checkbox', { name }))
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Months' })).toBeNull())

    await user.click(screen.getByRole('checkbox', { name: 'Group by class' }))
    await user.keyboard('{Escape}')
    const shown = rows().map(([first, name, ...others]) => [first, name, others.at(-1)])
    expect(shown).toEqual([
      ['Class Nursery', '1 student', '4,500'],
      ['2', 'Bilal Ahmed', '4,500'],
      ['Class 2', '1 student', '−500 advance'],
      ['3', 'Ayesha Khan', '−500 advance'],
      ['Class 10', '1 student', '4,500'],
      ['1', 'Zara Malik', '4,500'],
      ['', '3 students', '8,500'],
    ])
    expect(search()).toContain('group=class')
    await user.click(screen.getByRole('button', { name: 'Balance' }))
    expect(names()[1]).toBe('Bilal Ahmed')
  })

  test('links a name to the student, and back to the list; shows an alert and no list after a failure; closes with Cancel', async () => {
    covers('spec 8.student-list.failed')

    const { user, path, network, show } = await open()
    await show()
    await user.click(await screen.findByRole('link', { name: 'Ayesha Khan' }))
    await screen.findByRole('heading', { level: 1, name: 'Ayesha Khan' })
    expect(path()).toBe('/student')
    await user.keyboard('{Escape}')
    await screen.findByRole('table', { name: 'Students of all classes' })
    expect(path()).toBe('/student-list')

    network.isDown = true
    await show()
    const alert = await screen.findByRole('alertdialog', { name: 'Getting student list failed' })
    expect(alert.textContent).toContain('No connection to the server')
    expect(screen.queryByRole('table')).toBeNull()
    await user.keyboard('{Enter}')
    await user.selectOptions(screen.getByLabelText('Class'), '2')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(path()).toBe('/dashboard'))
  })
})
