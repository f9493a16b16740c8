import { covers } from '#test/covers.ts'
import { useSession } from '#web/api/session.ts'
import { openScreen } from '#test/screen.tsx'
import { openSchool, password, type TestSchool } from '#test/school.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let school: TestSchool
beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school[Symbol.asyncDispose]())

async function type(user: UserEvent, typed: string, userId = 'office@main.test') {
  await user.clear(await screen.findByLabelText('Email'))
  await user.type(screen.getByLabelText('Email'), userId)
  await user.clear(screen.getByLabelText('Password'))
  await user.type(screen.getByLabelText('Password'), typed)
}

async function fillIn(user: UserEvent, typed: string, userId?: string) {
  await type(user, typed, userId)
  await user.click(screen.getByRole('button', { name: 'Login' }))
}

test('the right password leads to the dashboard, under a loading overlay', async () => {
  covers('spec 1.header.names', 'spec 2.routes.login', 'spec 3.session.loading')

  const { user, path } = await openScreen(school, '/', null)
  await fillIn(user, password)
  screen.getByText('Signing in')
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBe(document.activeElement)
  expect(path()).toBe('/dashboard')
  screen.getByText('Green Valley School')
  screen.getByText('Main Campus')
})

test('shows a wrong password for five seconds, and selects the password to be typed again', async () => {
  covers('spec 2.routes.login-failure', 'spec 4.session.invalid', 'spec 8.sign-in.invalid')
  covers('spec 9.constants.credentials-message')

  const { user, path } = await openScreen(school, '/login', null)
  await type(user, 'wrong-password')
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  // The clock of the notice is not the machine's, which may be late.
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
})

test('empty fields are marked and nothing is sent', async () => {
  const { user } = await openScreen(school, '/login', null)
  await user.click(await screen.findByRole('button', { name: 'Login' }))
  expect(screen.getByLabelText('Email')).toBe(document.activeElement)
  screen.getByText('Enter your email')
  screen.getByText('Enter your password')
})

test('shows after too many tries how long to wait', async () => {
  covers('spec 4.session.failed')

  const { user } = await openScreen(school, '/login', null)
  await screen.findByLabelText('Email')
  for (let tries = 0; tries < 40 && useSession.getState().failure?.status !== 429; tries++) {
    await useSession.getState().signIn('guessed@main.test', 'wrong-password')
  }
  await fillIn(user, 'wrong-password', 'guessed@main.test')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/Too many attempts.*Please wait \d+ (seconds|minutes)/)
})

test('a cut line is said calmly and nothing typed is lost', async () => {
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

test('whoever is signed in does not see the login again', async () => {
  const { path } = await openScreen(school, '/login', 'office@main.test')
  await screen.findByRole('heading', { name: 'Dashboard' })
  expect(path()).toBe('/dashboard')
})

test('the user icon is not offered on the login screen', async () => {
  covers('spec 1.header.login-screen')

  await openScreen(school, '/login', null)
  await screen.findByLabelText('Email')
  expect(screen.queryByRole('button', { name: 'User' })).toBeNull()
})

test('local storage holds what the header shows under root, and no secret', async () => {
  covers('spec 3.session.fields', 'spec 4.session.signed-in', 'spec 9.constants.storage')
  covers('decisions 2.session.no-secret', 'decisions 5.storage.keys')

  await openScreen(school, '/dashboard', 'office@main.test')
  await screen.findByRole('heading', { name: 'Dashboard' })
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
