import { screen, waitFor } from '@testing-library/react'
import { isValidElement } from 'react'
import type { RouteObject } from 'react-router'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { somethingBroke } from '#domain/refusals.ts'
import { covers } from '#test/covers.ts'
import { openSchool, type TestSchool } from '#test/school.ts'
import { openEntry, openScreen } from '#test/screen.tsx'
import { logIn } from '#test/sign-in.ts'
import { openQueries } from '#web/api/queries.ts'
import { useSession } from '#web/api/session.ts'
import { places } from '#web/places/menu.ts'
import type { Openable } from '#web/places/place.ts'
import { routes } from '#web/routes.tsx'
import { SignedInOnly, signedInRoutes } from '#web/signed-in-routes.tsx'

type Guard = Partial<Openable> | null

/** The guard of each address; null if there is none. */
const guardsIn = (nodes: readonly RouteObject[], outer: Guard = null): (readonly [path: string, Guard])[] =>
  nodes.flatMap(({ path = '/', element, children }) => {
    const guard =
      isValidElement<Partial<Openable>>(element) && element.type === SignedInOnly ? element.props : outer
    return children ? guardsIn(children, guard) : [[path, guard] as const]
  })
const guards = guardsIn([...routes, ...signedInRoutes(openQueries())])

let school: TestSchool
beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school[Symbol.asyncDispose]())

test('the guard covers every screen except those for signing in, and admits the roles that the menu names', () => {
  covers('spec 2.routes.session')

  const open = guards.filter(([, guard]) => !guard).map(([path]) => path)
  expect(open).toEqual(['/', '/login', '/new-password'])
  const guardOf = new Map(guards)
  for (const { path, access, right } of places)
    expect([path, guardOf.get(path)]).toEqual([path, { access, ...(right && { right }) }])
})

test('without a session, / and every other screen redirect to the login', async () => {
  covers('spec 2.routes.session', 'spec 2.routes.root')

  const { path, goTo } = await openScreen(school, '/post-vouchers', null)
  await screen.findByLabelText('Email')
  expect(path()).toBe('/login')
  await goTo('/')
  await waitFor(() => expect(path()).toBe('/login'))
})

test('/ redirects a signed-in user to the dashboard, and an unknown address shows "Page not found"', async () => {
  covers('spec 2.routes.root')

  const { path, goTo } = await openScreen(school, '/', 'office@main.test')
  await waitFor(() => expect(path()).toBe('/dashboard'))
  await goTo('/vouchers/of/last/year')
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBe(document.activeElement)
  screen.getByRole('link', { name: 'Go to the dashboard' })
})

test.each([
  ['/new-admissions', '/fee-record', 'viewer'],
  ['/users', '/post-vouchers', 'office'],
  ['/users', '/receipts/individual', 'desk'],
])('%s redirects to the dashboard, and %s shows its title, for %s', async (closedPath, openPath, user) => {
  covers('decisions 5.access.read', 'spec 6.roles.write')

  const { path, goTo } = await openScreen(school, closedPath, `${user}@main.test`)
  await screen.findByRole('heading', { name: 'Dashboard' })
  expect(path()).toBe('/dashboard')
  const dashboard = heading()
  await goTo(openPath)
  await waitFor(() => expect([null, dashboard]).not.toContain(heading()))
  expectTitle()
  expect(path()).toBe(openPath)
})

test('every screen opens for the admin and shows its title', async () => {
  const { path, goTo } = await openScreen(school, '/student', 'admin@main.test')
  for (const place of places) {
    const previous = heading()
    await goTo(place.path)
    await waitFor(() => expect([null, previous]).not.toContain(heading()))
    expectTitle()
    expect(path()).toBe(place.path)
  }
})

const heading = () => document.querySelector('h1')

function expectTitle(): void {
  const title = heading()?.textContent ?? ''
  expect(['', somethingBroke]).not.toContain(title)
  expect(document.title).toBe(`${title} · School portal`)
}

test('a session unknown to the server redirects to the login, and from there to the same screen', async () => {
  covers('decisions 5.session.lost')

  const { user, path, dropSession } = await openScreen(school, '/dashboard', 'office@main.test')
  await screen.findByText('Nothing to do.')
  await screen.findByText('No student yet')
  dropSession()
  await openEntry(user, 'Add new Admission')
  await screen.findByText('Your session has ended')
  expect(path()).toBe('/login')
  await logIn(user, 'office@main.test')
  await screen.findByRole('heading', { level: 1, name: /admission/i })
  expect(path()).toBe('/new-admissions')
})

test('a stored session opens its screen once the server has confirmed it', async () => {
  const { path } = await openScreen(school, '/fee-record', 'viewer@main.test')
  useSession.setState({ today: null })
  await screen.findByText('Opening the portal')
  await useSession.getState().restore()
  await screen.findByRole('heading', { level: 1 })
  expect(path()).toBe('/fee-record')
})

test('a restore that has no connection or times out after five seconds shows why and can be retried', async () => {
  covers('spec 3.session.restore', 'spec 9.constants.storage')

  const { user, path, network } = await openScreen(school, '/dashboard', 'office@main.test')
  await screen.findByText('Nothing to do.')
  useSession.setState({ today: null })
  network.isDown = true
  await useSession.getState().restore()
  await screen.findByText('There is no connection to the server.')
  expect(path()).toBe('/login')
  // A missing answer does not mean that the session is over: local storage still has it for new pages and other tabs.
  expect(localStorage.getItem('root')).toContain('office@main.test')
  network.isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'Dashboard' })
  await screen.findByText('Nothing to do.')
  await screen.findByText('No student yet')

  globalThis.fetch = async (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
    })
  // Replaces the five-second timeout, so that the test need not wait for it.
  const timeout = new AbortController()
  const timeoutSpy = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
  useSession.setState({ today: null })
  const restored = useSession.getState().restore()
  await vi.waitFor(() => expect(timeoutSpy.mock.calls).toEqual([[5000]]))
  timeout.abort(new DOMException('The operation timed out.', 'TimeoutError'))
  await restored
  timeoutSpy.mockRestore()
  await screen.findByText('The server did not answer in time.')
})
