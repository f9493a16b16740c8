import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dateAt } from '#domain/calendar.ts'
import { rightsOf, type Role } from '#domain/roles.ts'
import { covers } from '#test/covers.ts'
import { setValue } from '#test/form-fields.ts'
import { admit, openSchool, type TestSchool } from '#test/school.ts'
import { openScreen } from '#test/screen.tsx'
import { useSession } from '#web/api/session.ts'
import { listMatchingLists, listMatchingScreens } from './find-options.ts'

const viewer = (role: Role) => ({ role, rights: rightsOf(role, null) })
const labels = (role: Role, typed: string) =>
  listMatchingScreens(viewer(role), typed).map(({ label }) => label)

describe('the screens that match a text', () => {
  test('have a word with each typed prefix in their name, address or synonyms', () => {
    expect(labels('write', 'post vou')).toContain('Post vouchers')
    expect(labels('write', 'ost')).toEqual([])
    expect(labels('read', 'print')).toEqual(['3-copies fee voucher'])
    expect(labels('write', 'defaulters')).toEqual([])
    expect(labels('write', 'defaulter')).toEqual(['Net receivables'])
    expect(labels('write', 'pay')).toEqual(['Individual receipt'])
    expect(labels('write', 'change student')).toEqual(['Change student fee', 'Edit student voucher'])
    expect(labels('write', 'struck off')).toEqual(['Student removal/withdrawal, Graduation'])
    expect(labels('write', 'unpaid')).toEqual(['Net receivables', 'Ageing of dues'])
    expect(labels('write', 'left')).toEqual(['Student removal/withdrawal, Graduation', 'Admission reports'])
    expect(labels('write', 'day sheet')).toEqual(['Individual receipt', 'Fee received', 'Cash drawer'])
    expect(labels('write', 'brother')).toEqual(['Concession register'])
    expect([labels('write', 'backup'), labels('admin', 'backup')]).toEqual([[], ['Dashboard']])
  })

  test('are only those open to the role, and none for a bare number', () => {
    expect(labels('read', 'individual')).toEqual([])
    expect(labels('write', 'individual')).toContain('Individual receipt')
    expect(labels('readwrite', 'users')).toEqual([])
    expect(labels('admin', 'users')).toEqual(['Users'])
    expect(labels('write', '3')).toEqual([])
    expect(labels('write', '')).toEqual([])
  })
})

test('lists are found by their content, for one class or for all', () => {
  const findLists = (role: Role, typed: string) =>
    listMatchingLists({ ...viewer(role), today: dateAt(new Date('2026-11-27T12:00:00Z')) }, typed)
  expect(findLists('read', 'owes 5')).toEqual(
    [
      {
        label: 'Owes, class 5',
        path: '/net-receivables?class=5&from=&kind=all&sort=-netBalance&facet=overdue',
      },
    ].map((list) => expect.objectContaining(list)),
  )
  expect(findLists('write', 'today').map(({ label }) => label)).toEqual(['Received today'])
  expect(findLists('write', 'owes')).toHaveLength(3)
  expect(findLists('write', '5')).toEqual([])
  expect(findLists('read', 'december')).toEqual(
    ['/fee-record', '/net-receivables', '/print-vouchers'].map((path) =>
      expect.objectContaining({ path: expect.stringMatching(new RegExp(`^${path}\\?month=2026-12&kind=`)) }),
    ),
  )
})

describe('Find', () => {
  let school: TestSchool

  const open = async (userId = 'viewer@main.test') => {
    const page = await openScreen(school, '/dashboard', userId)
    const button = await screen.findByRole('button', { name: 'Find a student or screen' })
    const press = () => page.user.keyboard('{Control>}k{/Control}')
    return { ...page, button, press }
  }
  const field = () => screen.findByRole('combobox', { name: 'Find a student or a screen' })
  /** Sets the text to search for without typing key by key. */
  const searchFor = async (text: string) => setValue(await field(), text)
  const options = () =>
    within(screen.getByRole('listbox', { name: 'Found' }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
  const expectClosed = () => expect(screen.queryByRole('dialog', { name: 'Find' })).toBeNull()

  beforeAll(async () => {
    school = await openSchool()
    const desk = await school.as('desk@main.test')
    await admit(desk)
    await admit(desk, { studentData: { studentName: 'Student Ahmed', fatherName: 'Saleem Ahmed' } })
    await admit(desk, { studentData: { studentName: 'Zain Left', fatherName: 'Saleem Ahmed' } })
    await school.db
      .updateTable('students')
      .set({ state: 'removed', left_on: '2026-11-20' })
      .where('roll_no', '=', 3)
      .execute()
  })
  afterAll(() => school[Symbol.asyncDispose]())

  test('finds students by father’s name with balance and state, and opens one by arrow keys and Enter', async () => {
    const { user, press, path } = await open('desk@main.test')
    await press()
    await screen.findByText("A name, father's name, CNIC, phone or roll number, or the name of a screen")
    await searchFor('saleem')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2))
    expect(options()).toEqual([
      'Student AhmedPaidSaleem Ahmed · 5 Red · roll no. 2 · 0300-1234567',
      'Zain LeftLeftPaidSaleem Ahmed · 5 Red · roll no. 3 · 0300-1234567',
    ])
    await user.keyboard('{ArrowDown}')
    const chosen = screen.getByRole('option', { selected: true })
    expect(chosen.textContent).toContain('Zain Left')
    expect((await field()).getAttribute('aria-activedescendant')).toBe(chosen.id)
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'Zain Left' })
    expectClosed()
    expect(path()).toBe('/student')
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  })

  test('hides CNIC and phone from read-only users, and lists screens above students', async () => {
    covers('decisions 6.read-role.search')

    const { user, press, path } = await open('viewer@main.test')
    await press()
    screen.getByText("A name, father's name or roll number, or the name of a screen")
    await searchFor('zain')
    await waitFor(() => expect(options()).toEqual(['Zain LeftLeftPaidSaleem Ahmed · 5 Red · roll no. 3']))
    await searchFor('0300-1234567')
    await screen.findByText('Nothing found')
    await searchFor('')
    expect(screen.queryByText('Nothing found')).toBeNull()
    await searchFor('nobody here')
    await screen.findByText('Nothing found')
    expect(screen.queryByRole('listbox')).toBeNull()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('dialog', { name: 'Find' })).toBeDefined()

    await searchFor('student')
    await waitFor(() => expect(options().at(-1)).toContain('Student Ahmed'))
    expect(options()[0]).toBe('Student list')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(path()).toBe('/student-list'))
  })

  test('opens a student by roll number and Enter, and lists recent students until the user changes', async () => {
    const { user, press } = await open()
    await press()
    await user.type(await field(), '2{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'Student Ahmed' })
    expectClosed()
    // The page and the focus change from one student to the next.
    await press()
    await user.type(await field(), '1{Enter}')
    const next = await screen.findByRole('heading', { level: 1, name: 'Ayesha Khan' })
    await waitFor(() => expect(document.activeElement).toBe(next))

    await user.click(screen.getByRole('link', { name: 'Dashboard' }))
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
    await press()
    expect(options()).toEqual([
      'Ayesha KhanImran Khan · 5 Red · roll no. 1',
      'Student AhmedSaleem Ahmed · 5 Red · roll no. 2',
    ])
    useSession.setState({ user: { name: 'Another', userId: 'another@main.test' } })
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  })

  test('shows the actions on a student after Tab, fewer for one who has left, until Backspace', async () => {
    const { user, press, path } = await open('desk@main.test')
    await press()
    await searchFor('zain')
    await screen.findByText('Choose with ↑ ↓ and Enter; Tab shows the actions')
    await user.keyboard('{Tab}')
    expect(options()).toEqual(['Receive', 'Print voucher', 'Open student', 'Correct receipt'])
    await user.keyboard('{Backspace}')
    await user.type(await field(), 'student ahmed')
    await screen.findByText('Choose with ↑ ↓ and Enter; Tab shows the actions')
    await user.keyboard('{Tab}')
    expect(document.activeElement).toBe(await field())
    within(screen.getByRole('group', { name: 'Actions on Student Ahmed' }))
    expect(options()).toEqual([
      'Receive',
      'Print voucher',
      'Open student',
      'Correct receipt',
      'Edit',
      'Edit voucher',
      'Change fee',
      'Generate voucher',
      'Remove',
    ])
    await user.keyboard('{Backspace}')
    expect(screen.queryByRole('group', { name: 'Actions on Student Ahmed' })).toBeNull()
    await searchFor('student ahmed')
    await screen.findByText('Choose with ↑ ↓ and Enter; Tab shows the actions')
    await user.keyboard('{Tab}conc{Enter}')
    await waitFor(() => expect(path()).toBe('/student-fee-change'))
    expectClosed()
    // The student of the current screen needs no search.
    await press()
    expect(options().slice(0, 2)).toEqual(['Receive', 'Open student'])
    screen.getByRole('group', { name: 'Actions on Student Ahmed' })
  })

  test('applies a Tab, and the text typed after it, once the students have loaded', async () => {
    const { user, path, press } = await open('desk@main.test')
    await press()
    await user.type(await field(), '2')
    await user.keyboard('{Tab}conc')
    await waitFor(() => expect(options()).toEqual(['Change fee']))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(path()).toBe('/student-fee-change'))
  })

  test('opens by its button, restores the focus when it closes, and retries on Enter after a failure', async () => {
    const { user, button, press, path, network } = await open()
    await user.click(button)
    expect(document.activeElement).toBe(await field())
    await user.keyboard('{Escape}')
    expectClosed()
    expect(document.activeElement).toBe(button)
    expect(path()).toBe('/dashboard')
    await user.keyboard('{Enter}')
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Find' })).getByRole('button', { name: 'Close' }),
    )
    expectClosed()
    expect(document.activeElement).toBe(button)

    await press()
    network.isDown = true
    await user.type(await field(), '1{Enter}')
    // The dashboard behind Find may show the same message.
    const find = within(screen.getByRole('dialog', { name: 'Find' }))
    await find.findByText('No connection to the server. What you typed is kept.')
    network.isDown = false
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'Ayesha Khan' })
    expectClosed()
  })

  test('Logout in Find ends the session', async () => {
    const { user, press, path } = await open()
    await press()
    await user.type(await field(), 'logout{Enter}')
    await screen.findByLabelText('Email')
    expect(path()).toBe('/login')
  })

  test('is not offered before the sign-in', async () => {
    const { user } = await openScreen(school, '/login', null)
    await screen.findByLabelText('Email')
    expect(screen.queryByRole('button', { name: 'Find a student or screen' })).toBeNull()
    await user.keyboard('{Control>}k{/Control}')
    expectClosed()
  })
})
