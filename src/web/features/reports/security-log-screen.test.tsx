import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callerOf, openSchool, type TestSchool } from '#test/school.ts'
import { openScreen } from '#test/screen.tsx'

let school: TestSchool
beforeAll(async () => {
  school = await openSchool()
  for (let done = 0; done < 20; done += 1) {
    const typed = { userId: 'office@main.test', password: 'wrong' }
    await callerOf(school.app, '').post('/users/signin', typed, { 'x-forwarded-for': `10.1.0.${done}` })
  }
})
afterAll(() => school[Symbol.asyncDispose]())

test('an alert on the dashboard opens the filtered security log for an admin, and is then marked as seen', async () => {
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

test('the security log shows older events on the next page, and announces them', async () => {
  await sql`
    insert into security_events (at, campus, address, device, request_id, kind, what, details)
    select ${new Date('2026-11-20T09:00:00+05:00')}::timestamptz - n * interval '1 second', 'Main Campus', '10.1.0.9', '', '',
      'refused', 'no. ' || n, '{}' from generate_series(1, 502) n`.execute(school.db)
  const address = '/security-log?from=2026-11-20&to=2026-11-20&kind=all'
  const { user } = await openScreen(school, address, 'admin@main.test')
  await screen.findByText('500 events listed')
  screen.getByText('Older events are not listed yet.')
  await user.click(screen.getByRole('button', { name: 'Show older' }))
  await screen.findByText('502 events listed')
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
})

test('the security log is closed to other users', async () => {
  const { path } = await openScreen(school, '/security-log', 'desk@main.test')
  await waitFor(() => expect(path()).toBe('/dashboard'))
})
