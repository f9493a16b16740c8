import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { covers } from '#test/covers.ts'
import { recordSentCalls } from '#test/page-calls.ts'
import { openSchool, password, type TestSchool } from '#test/school.ts'
import { openScreen } from '#test/screen.tsx'
import { fillInLogin } from '#test/sign-in.ts'
import { useSession } from '#web/api/session.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school[Symbol.asyncDispose]())

async function fillIn(user: UserEvent, typed: string, userId = 'office@main.test') {
  await fillInLogin(userId, typed)
  await user.click(screen.getByRole('button', { name: 'Login' }))
}

test('empty fields are marked and nothing is sent; the right password opens the dashboard, under a loading overlay', async () => {
  covers('spec 1.header.names', 'spec 1.header.login-screen', 'spec 2.routes.login', 'spec 3.session.loading')

  const { user, path } = await openScreen(school, '/', null)
  const sent = recordSentCalls()
  await user.click(await screen.findByRole('button', { name: 'Login' }))
  expect(screen.getByLabelText('Email')).toBe(document.activeElement)
  screen.getByText('Enter your email')
  screen.getByText('Enter your password')
  expect(screen.queryByRole('button', { name: 'User' })).toBeNull()
  expect(sent).toEqual([])
  await fillIn(user, password)
  screen.getByText('Signing in')
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBe(document.activeElement)
  expect(path()).toBe('/dashboard')
  screen.getByText('Green Valley School')
  screen.getByText('Main Campus')
})

test('a wrong password is reported for five seconds and selected; after too many attempts a notice shows how long to wait', async () => {
  covers('spec 2.routes.login-failure', 'spec 4.session.invalid', 'spec 8.sign-in.invalid')
  covers('spec 9.constants.credentials-message', 'spec 4.session.failed')

  const { user, path } = await openScreen(school, '/login', null)
  await user.type(await screen.findByLabelText('Email'), 'office@main.test')
  await user.type(screen.getByLabelText('Password'), 'wrong-password')
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  // The notice uses fake timers, because the machine's timers may be late.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    fireEvent.click(screen.getByRole('button', { name: 'Login' }))
    while (!screen.queryByRole('alert')) await act(() => new Promise((resolve) => setImmediate(resolve)))
    expect(screen.getByRole('alert').textContent).toBe('Invalid credentials')
    await pass(4999)
    screen.getByText('Invalid credentials')
    await pass(1)
    expect(screen.queryByText('Invalid credentials')).toBeNull()
  } finally {
    await pass(20)
    vi.useRealTimers()
  }
  await waitFor(() => expect(screen.getByLabelText('Password')).toBe(document.activeElement))
  expect(path()).toBe('/login')

  for (let tries = 0; tries < 40 && useSession.getState().failure?.status !== 429; tries++) {
    await useSession.getState().signIn('guessed@main.test', 'wrong-password')
  }
  await fillIn(user, 'wrong-password', 'guessed@main.test')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/Too many attempts.*Please wait \d+ (seconds|minutes)/)
})

test('a lost connection is reported and nothing typed is lost', async () => {
  covers('spec 3.session.loading', 'spec 4.session.failed')

  const { user, network } = await openScreen(school, '/login', null)
  network.isDown = true
  await fillIn(user, password)
  await screen.findByText('There is no connection to the server.')
  screen.getByText('No connection')
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'office@main.test')
  network.isDown = false
  await user.click(screen.getByRole('button', { name: 'Login' }))
  await screen.findByRole('heading', { name: 'Dashboard' })
  expect(screen.queryByText('No connection')).toBeNull()
})

test('a signed-in user does not see the login again; local storage holds the values of the header under root, and no secret', async () => {
  covers('spec 3.session.fields', 'spec 4.session.signed-in', 'spec 9.constants.storage')
  covers('decisions 2.session.no-secret', 'decisions 5.storage.keys')

  const { path } = await openScreen(school, '/login', 'office@main.test')
  await screen.findByRole('heading', { name: 'Dashboard' })
  expect(path()).toBe('/dashboard')
  expect(JSON.parse(localStorage.getItem('root') ?? '')).toEqual({
    state: {
      isSignedIn: true,
      user: { name: 'office clerk', userId: 'office@main.test' },
      role: 'readwrite',
      campus: 'Main Campus',
      school: { name: 'Green Valley School', taxNumber: '1234567-8' },
    },
    version: 0,
  })
})
