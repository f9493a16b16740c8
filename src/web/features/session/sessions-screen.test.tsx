import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { covers } from '#test/covers.ts'
import { openSchool } from '#test/school.ts'
import { answerAlert, openScreen } from '#test/screen.tsx'

const school = await openSchool()
beforeEach(() => school.reset())
afterAll(() => school[Symbol.asyncDispose]())

const devices = () =>
  within(screen.getByRole('table', { name: /evices/ }))
    .getAllByRole('row')
    .slice(1)

test('a user sees the signed-in devices, and signs out one device or all others', async () => {
  covers('security accounts.sessions')

  const others = [await school.as('desk@main.test'), await school.as('desk@main.test')]
  const page = await openScreen(school, '/dashboard', 'desk@main.test')
  await page.user.click(await screen.findByRole('button', { name: 'User' }))
  await page.user.click(screen.getByRole('link', { name: 'Signed-in devices' }))
  await screen.findByText('This device')
  expect(page.path()).toBe('/sessions')
  expect(devices()).toHaveLength(3)
  expect(devices()[0]?.textContent).toContain('This device')
  await page.user.click(screen.getAllByRole('button', { name: /^Sign out: / })[0] ?? document.body)
  await answerAlert(page, /^Sign out on /, 'Sign out')
  await waitFor(() => expect(devices()).toHaveLength(2))
  await page.user.click(screen.getByRole('button', { name: 'Sign out all other devices' }))
  await answerAlert(page, 'Sign out on 1 other device?', 'Sign out')
  await waitFor(() => expect(devices()).toHaveLength(1))
  expect(screen.queryByRole('button', { name: /Sign out/ })).toBeNull()
  for (const other of others) expect((await other.get('/users/session')).status).toBe(401)
})

test('an admin sees the devices of a user and signs them out everywhere', async () => {
  covers('security accounts.sessions')

  const desk = await school.as('desk@main.test')
  const page = await openScreen(school, '/users', 'admin@main.test')
  await page.user.click(await screen.findByRole('button', { name: /^Devices of desk clerk, last seen/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Devices of desk clerk' }))
  expect(await dialog.findAllByText('21 Nov 2026, 09:00')).toHaveLength(2)
  await page.user.click(dialog.getByRole('button', { name: /^Sign out: / }))
  await answerAlert(page, /^Sign desk clerk out on /, 'Cancel')
  expect((await desk.get('/users/session')).status).toBe(200)
  await page.user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }))
  await answerAlert(page, 'Sign desk clerk out everywhere?', 'Sign out')
  await dialog.findByText('desk clerk is signed in nowhere')
  expect((await desk.get('/users/session')).status).toBe(401)
})
