import { covers } from '#test/covers.ts'
import { useSession } from '#web/api/session.ts'
import { openSchool, password, type TestSchool } from '#test/school.ts'
import { openEntry, openScreen } from '#test/screen.tsx'
import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { rightsOf, type Role } from '#domain/roles.ts'
import { mayOpen, places } from './menu.ts'

const viewer = (role: Role) => ({ role, rights: rightsOf(role, null) })

let school: TestSchool
beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school[Symbol.asyncDispose]())

test('the screens are those of the specification, the runs, the adjustments, the closings, the fee plan, the imports, the rules, the reports of the accountant and those about users, none with a parameter in its path', () => {
  covers('spec 2.routes.list')

  const told = `/new-admissions /edit-admissions /edit-vouchers /promotions /graduation /student-removal
    /student-fee-change /generate-voucher/campus /generate-voucher/student /additional-charges /post-vouchers
    /unpost-vouchers /receipts/individual /receipts/individual/edit /student-list /admission-reports /fee-vouchers
    /fee-received /fee-record /net-receivables /print-vouchers /voucher-runs /adjustments /approvals /cashier-close /closings /fee-plan /campus-rules /closed-days /users /import /history /erasure /change-password /second-factor
    /roll-forward /day-book /exceptions /received-by-head /ageing /collection /concessions /journal
    /security-log /sessions`
  expect(places.map(({ path }): string => path).toSorted()).toEqual(told.split(/\s+/).toSorted())
})

test.each([
  ['office@main.test', '/dashboard'],
  [null, '/login'],
])('/ leads %s to %s', async (userId, place) => {
  covers('spec 2.routes.root')

  const { path } = await openScreen(school, '/', userId)
  await waitFor(() => expect(path()).toBe(place))
})

test.each(['/dashboard', '/student', ...places.map(({ path }) => path)])(
  '%s needs a session',
  async (place) => {
    covers('spec 2.routes.session')

    const { path } = await openScreen(school, place, null)
    await screen.findByLabelText('Email')
    expect(path()).toBe('/login')
  },
)

test.each(places.filter(({ access }) => access !== 'staff').map(({ path }) => path))(
  '%s is closed to who may only read',
  async (place) => {
    covers('decisions 5.access.read')

    const { path } = await openScreen(school, place, 'viewer@main.test')
    await screen.findByRole('heading', { name: 'Dashboard' })
    expect(path()).toBe('/dashboard')
    expect(mayOpen(viewer('read'), place)).toBe(false)
  },
)

test.each(places.filter(({ access }) => access === 'admin').map(({ path }) => path))(
  '%s is closed to clerks',
  async (place) => {
    const { path } = await openScreen(school, place, 'office@main.test')
    await screen.findByRole('heading', { name: 'Dashboard' })
    expect(path()).toBe('/dashboard')
    expect(mayOpen(viewer('readwrite'), place)).toBe(false)
    expect(mayOpen(viewer('write'), place)).toBe(false)
  },
)

test.each(places.map(({ path, access }) => [path, access === 'admin' ? 'admin' : 'desk'] as const))(
  '%s opens to the %s and shows its title',
  async (place, who) => {
    covers('spec 6.roles.write')

    const { path } = await openScreen(school, place, `${who}@main.test`)
    const title = await screen.findByRole('heading', { level: 1 })
    expect(path()).toBe(place)
    expect(document.title).toBe(`${title.textContent} · School portal`)
    expect(mayOpen(viewer('admin'), place)).toBe(true)
  },
)

test('an unknown address says that there is nothing here', async () => {
  await openScreen(school, '/vouchers/of/last/year', 'office@main.test')
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBe(document.activeElement)
  screen.getByRole('link', { name: 'Go to the dashboard' })
})

test('a session that the server has forgotten leads to the login and back to the same screen', async () => {
  covers('decisions 5.session.lost')

  const { user, path, dropSession } = await openScreen(school, '/dashboard', 'office@main.test')
  await screen.findByText('All vouchers are posted.')
  await screen.findByText('No student yet')
  dropSession()
  await openEntry(user, 'Add new Admission')
  await screen.findByText('Your session has ended')
  expect(path()).toBe('/login')
  await user.type(screen.getByLabelText('Email'), 'office@main.test')
  await user.type(screen.getByLabelText('Password'), `${password}{Enter}`)
  await screen.findByRole('heading', { level: 1, name: /admission/i })
  expect(path()).toBe('/new-admissions')
})

test('a stored session waits for the server and then opens', async () => {
  const { path } = await openScreen(school, '/fee-record', 'viewer@main.test')
  useSession.setState({ today: null })
  await screen.findByText('Opening the portal')
  await useSession.getState().restore()
  await screen.findByRole('heading', { level: 1 })
  expect(path()).toBe('/fee-record')
})

test('a restore without a line says why nobody is signed in, and can be tried again', async () => {
  const { user, path, network } = await openScreen(school, '/dashboard', 'office@main.test')
  await screen.findByText('All vouchers are posted.')
  useSession.setState({ today: null })
  network.isDown = true
  await useSession.getState().restore()
  await screen.findByText('There is no connection to the server.')
  expect(path()).toBe('/login')
  // No answer is no word that the session is over: a page that is opened now, and the other tabs, still know of it.
  expect(localStorage.getItem('root')).toContain('office@main.test')
  network.isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'Dashboard' })
})

test('a restore that the server does not answer is given up after five seconds', async () => {
  covers('spec 3.session.restore', 'spec 9.constants.storage')

  await openScreen(school, '/dashboard', 'office@main.test')
  await screen.findByText('All vouchers are posted.')
  globalThis.fetch = async (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
    })
  // The clock of the limit: the test ends it, so that nobody waits for five seconds.
  const clock = new AbortController()
  const limits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal)
  useSession.setState({ today: null })
  const restored = useSession.getState().restore()
  await vi.waitFor(() => expect(limits.mock.calls).toEqual([[5000]]))
  clock.abort(new DOMException('The operation timed out.', 'TimeoutError'))
  await restored
  limits.mockRestore()
  await screen.findByText('The server did not answer in time.')
})
