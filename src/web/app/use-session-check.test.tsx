import { act, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openSchool, type TestSchool } from '#test/school.ts'
import { openScreen, type OpenScreen } from '#test/screen.tsx'
import { logIn } from '#test/sign-in.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openSchool()
})
afterEach(() => vi.useRealTimers())
afterAll(() => school[Symbol.asyncDispose]())

test('a page left open over midnight shows the new date from the server', async () => {
  school.now = new Date('2026-11-21T22:30:00+05:00')
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: school.now })
  await openScreen(school, '/dashboard', 'office@main.test')
  await screen.findByText(/^21 Nov 2026/)
  const pastMidnight = new Date('2026-11-22T00:10:00+05:00')
  school.now = pastMidnight
  vi.setSystemTime(pastMidnight)
  // The page may start its checks only after it shows the date.
  await vi.waitFor(() => {
    act(() => void vi.advanceTimersByTime(60_000))
    expect(screen.getByText(/^22 Nov 2026/)).toBeTruthy()
  }, 20_000)
})

const passMinute = () => act(() => vi.advanceTimersByTimeAsync(60_000))

/** Opens the users screen with a question about one user. */
async function openQuestion(): Promise<OpenScreen> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const page = await openScreen(school, '/users', 'admin@main.test')
  await page.user.click(await screen.findByRole('button', { name: 'Reset password: desk clerk' }))
  await screen.findByRole('alertdialog', { name: 'Reset the password of desk clerk?' })
  return page
}

async function expectForgotten({ path, queries }: OpenScreen): Promise<void> {
  await screen.findByText('Your session has ended')
  expect(path()).toBe('/login')
  expect(document.body.textContent).not.toMatch(/desk|clerk/)
  expect(queries.getQueryCache().getAll()).toEqual([])
  expect(queries.getMutationCache().getAll()).toEqual([])
}

test('a page whose session was ended forgets its data; only the same user returns to the screen', async () => {
  const page = await openQuestion()
  await passMinute()
  screen.getByRole('alertdialog')
  await school.db.deleteFrom('sessions').execute()
  await passMinute()
  await expectForgotten(page)

  await logIn(page.user, 'admin@main.test')
  await screen.findByRole('heading', { name: 'Users' })
  await school.db.deleteFrom('sessions').execute()
  await passMinute()
  await logIn(page.user, 'office@main.test')
  await screen.findByRole('heading', { name: 'Dashboard' })
  expect(page.path()).toBe('/dashboard')
})

test('an unused page forgets its data after 12 hours, although its checks reach the server meanwhile', async () => {
  const page = await openQuestion()
  for (let hour = 1; hour <= 12; hour += 1) {
    screen.getByRole('alertdialog')
    school.now = new Date(school.now.getTime() + 3_600_000)
    await passMinute()
  }
  await expectForgotten(page)
})
