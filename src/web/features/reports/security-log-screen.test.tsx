import { openScreen } from '#test/screen.tsx'
import { callerOf, openSchool, type TestSchool } from '#test/school.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'

let school: TestSchool
beforeAll(async () => {
  school = await openSchool()
  for (let done = 0; done < 20; done += 1) {
    const typed = { userId: 'office@main.test', password: 'wrong' }
    await callerOf(school.app, '').post('/users/signin', typed, { 'x-forwarded-for': `10.1.0.${done}` })
  }
})
afterAll(() => school[Symbol.asyncDispose]())

test('an alert leads an admin from the dashboard to the filtered security log, and is then seen', async () => {
  const { user } = await openScreen(school, '/dashboard', 'admin@main.test')
  await user.click(
    await screen.findByRole('link', { name: '1 security alert to look at' }, { timeout: 10_000 }),
  )
  const table = await screen.findByRole('table', { name: /^Newest first/ }, { timeout: 10_000 })
  within(table).getByText(/^Sign-in (?:failed, wrong password|delayed)/)
  within(table).getByText('Many failed sign-ins')
  within(table).getByText('office clerk')
  await waitFor(
    async () => {
      const admin = await school.as('admin@main.test')
      expect((await admin.get('/users/securityAlerts/Main%20Campus')).body['count']).toBe(0)
    },
    { timeout: 5000 },
  )
})

test('it is no screen of other users', async () => {
  const { path } = await openScreen(school, '/security-log', 'desk@main.test')
  await waitFor(() => expect(path()).toBe('/dashboard'))
})
