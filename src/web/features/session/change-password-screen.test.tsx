import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { callerOf, openSchool, password } from '#test/school.ts'
import { openScreen, type OpenScreen } from '#test/screen.tsx'

const school = await openSchool()
beforeEach(() => school.reset())
afterAll(() => school[Symbol.asyncDispose]())

const chosen = 'tall mango trees'
const field = (label: 'Current password' | 'New password' | 'New password again') =>
  screen.getByLabelText(new RegExp(String.raw`^${label}(\s*\*)?$`))

async function open(): Promise<OpenScreen> {
  const page = await openScreen(school, '/change-password', 'viewer@main.test')
  await screen.findByRole('heading', { name: 'Change password' })
  expect(document.activeElement).toBe(field('Current password'))
  return page
}

async function fillIn({ user }: OpenScreen, current: string, next: string, again: string) {
  for (const [label, typed] of [
    ['Current password', current],
    ['New password', next],
    ['New password again', again],
  ] as const) {
    await user.clear(field(label))
    await user.click(field(label))
    await user.paste(typed)
  }
  await user.click(screen.getByRole('button', { name: 'Change password' }))
}

test('the screen marks each wrong field, then changes the password of every role and ends the other sessions', async () => {
  const elsewhere = await school.as('viewer@main.test')
  const page = await open()
  await fillIn(page, password, 'short', 'shorter')
  screen.getByText('At least 12 characters')
  screen.getByText('The two passwords differ')
  await waitFor(() => expect(document.activeElement).toBe(field('New password')))
  await fillIn(page, 'not my password', chosen, chosen)
  // Only the server knows that the current password is wrong.
  await screen.findByText('This is not your password')
  await waitFor(() => expect(document.activeElement).toBe(field('Current password')))
  expect(screen.queryByRole('alertdialog')).toBeNull()

  await fillIn(page, password, chosen, chosen)
  const alert = await screen.findByRole('alertdialog', { name: 'Password changed successfully' })
  expect(alert.textContent).toContain('You were signed out on other computers.')
  await page.user.click(within(alert).getByRole('button', { name: 'OK' }))
  await screen.findByText('Nothing to do.')
  expect((await elsewhere.get('/users/session')).status).toBe(401)
  const stranger = callerOf(school.app, '')
  expect(
    (await stranger.post('/users/signin', { userId: 'viewer@main.test', password: chosen })).status,
  ).toBe(200)
})

test('the screen shows how long to wait after too many attempts', async () => {
  const page = await open()
  // Guesses in the same browser, because the guesses of others do not delay a known device.
  const guess = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userId: 'viewer@main.test', password: 'guessed' }),
  }
  for (let tries = 0, status = 0; tries < 40 && status !== 429; tries++) {
    status = (await fetch('/users/signin', guess)).status
  }
  await fillIn(page, password, chosen, chosen)
  const alert = await screen.findByRole('alertdialog', { name: /^Too many attempts/ })
  expect(alert.textContent).toMatch(/Please wait \d+ (seconds|minutes)/)
  await page.user.click(within(alert).getByRole('button', { name: 'OK' }))
  expect(field('New password')).toHaveProperty('value', chosen)
})
