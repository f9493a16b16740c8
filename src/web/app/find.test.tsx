import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rightsOf, type Role } from '#domain/roles.ts'
import { covers } from '#test/covers.ts'
import { setValue } from '#test/form-fields.ts'
import { admit, openSchool, type TestSchool } from '#test/school.ts'
import { openScreen } from '#test/screen.tsx'
import { useSession } from '#web/api/session.ts'
import { foundLists, foundScreens } from './find-options.ts'

const viewer = (role: Role) => ({ role, rights: rightsOf(role, null) })
const labels = (role: Role, typed: string) => foundScreens(viewer(role), typed).map(({ label }) => label)

describe('the screens that a text means', () => {
  test('each typed word begins a word of the name or the address', () => {
    expect(labels('write', 'post vou')).toContain('Post vouchers')
    expect(labels('write', 'ost')).toEqual([])
    expect(labels('read', 'print')).toEqual(['3-copies fee voucher'])
    expect(labels('write', 'defaulters')).toEqual([])
    expect(labels('write', 'defaulter')).toEqual(['Net receivables'])
    expect(labels('write', 'pay')).toEqual(['Individual receipt'])
    expect(labels('write', 'change student')).toEqual(['Change student fee', 'Edit student voucher'])
    expect(labels('write', 'struck off')).toEqual(['Student removal/withdrawal, Graduation'])
  })

  test('only those open to the role, and none for a bare number', () => {
    expect(labels('read', 'individual')).toEqual([])
    expect(labels('write', 'individual')).toContain('Individual receipt')
    expect(labels('readwrite', 'users')).toEqual([])
    expect(labels('admin', 'users')).toEqual(['Users'])
    expect(labels('write', '3')).toEqual([])
    expect(labels('write', '')).toEqual([])
  })
})

test('lists are found by what they show, for one class or all', () => {
  const found = (role: Role, typed: string) => foundLists(viewer(role), typed)
  expect(found('read', 'owes 5')).toEqual(
    [{ label: 'Owes, class 5', path: '/net-receivables?class=5&from=&kind=all&sort=-netBalance' }].map(
      (list) => expect.objectContaining(list),
    ),
  )
  expect(found('write', 'today').map(({ label }) => label)).toEqual(['Received today'])
  expect(found('write', 'owes')).toHaveLength(3)
  expect(found('write', '5')).toEqual([])
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

  test('finds students by father’s name with the balance, and the state of those who left; arrows and Enter open one', async () => {
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

  test('promises and shows read-only users no CNIC and no phone, says if no student is found, and finds screens above the students', async () => {
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

  test('a roll number and Enter open the student before the list is there; what was opened last is shown, and forgotten with the session', async () => {
    const { user, press } = await open()
    await press()
    await user.type(await field(), '2{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'Student Ahmed' })
    expectClosed()
    // The page and the focus follow from one student to the next.
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

  test('Tab on a student shows what can be done, less with one who has left, and Backspace goes back', async () => {
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
    // The student of the screen in sight needs no search.
    await press()
    expect(options().slice(0, 2)).toEqual(['Receive', 'Open student'])
    screen.getByRole('group', { name: 'Actions on Student Ahmed' })
  })

  test('a Tab before the students are there waits for them, with what is typed after it', async () => {
    const { user, path, press } = await open('desk@main.test')
    await press()
    await user.type(await field(), '2')
    await user.keyboard('{Tab}conc')
    await waitFor(() => expect(options()).toEqual(['Change fee']))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(path()).toBe('/student-fee-change'))
  })

  test('opens by its button, closes on Escape and on the x with the focus back, and says without a connection that Enter tries again', async () => {
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
    // The dashboard behind it may say the same.
    const find = within(screen.getByRole('dialog', { name: 'Find' }))
    await find.findByText('No connection to the server. What you typed is kept.')
    network.isDown = false
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'Ayesha Khan' })
    expectClosed()
  })

  test('is not offered before the sign-in', async () => {
    const { user } = await openScreen(school, '/login', null)
    await screen.findByLabelText('Email')
    expect(screen.queryByRole('button', { name: 'Find a student or screen' })).toBeNull()
    await user.keyboard('{Control>}k{/Control}')
    expectClosed()
  })
})
