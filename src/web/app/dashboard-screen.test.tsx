import { act, cleanup, screen, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { rightsOf, roles } from '#domain/roles.ts'
import { covers } from '#test/covers.ts'
import { admit, generateAndPost, openSchool, type TestSchool } from '#test/school.ts'
import { openScreen } from '#test/screen.tsx'
import { entriesIn, tabs, tabsOf } from '#web/places/menu.ts'
import { inGroups } from '#web/places/places.ts'

const opening = openSchool()
let school: TestSchool
beforeEach(async () => {
  school = await opening
  await school.reset()
})
afterAll(async () => (await opening)[Symbol.asyncDispose]())

const tabNames = async () => (await screen.findAllByRole('tab')).map((tab) => tab.textContent)

test('clerks see the five tabs, and the arrow keys move through them', async () => {
  covers('spec 2.routes.dashboard', 'spec 2.tabs.names', 'spec 6.roles.write')

  const { user } = await openScreen(school, '/dashboard', 'desk@main.test')
  // The tab of the late fee charges cannot be reached.
  expect(await tabNames()).toEqual([
    'Admissions',
    'Vouchers',
    'Fee receipts',
    'Admission reports',
    'Monthly fee reports',
  ])
  await user.click(screen.getByRole('tab', { name: 'Admissions' }))
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement?.textContent).toBe('Monthly fee reports')
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('tab', { name: 'Admissions', selected: true })).toBe(document.activeElement)
})

test.each(['office', 'viewer', 'admin'] as const)(
  'each tab lists its screens for the %s and is stored under activeTab',
  async (account) => {
    covers('spec 2.tabs.others', 'spec 2.tabs.admissions', 'spec 2.tabs.roles', 'spec 6.roles.read')
    covers('spec 2.tabs.remembered', 'spec 9.constants.storage', 'decisions 5.storage.keys')

    const { user } = await openScreen(school, '/dashboard', `${account}@main.test`)
    const role = ({ office: 'readwrite', viewer: 'read', admin: 'admin' } as const)[account]
    const menu = { cashDrawer: true, approvals: false }
    const viewer = { role, rights: rightsOf(role, null), menu }
    expect(await tabNames()).toEqual(tabsOf(viewer).map(({ label }) => label))
    // A reader sees only the report tabs.
    const reader = { role: 'read', rights: rightsOf('read', null), menu } as const
    expect(tabsOf(reader).map(({ label }) => label)).toEqual([
      'Admission reports',
      'Monthly fee reports',
      'Accounts',
    ])
    for (const { key, label } of tabsOf(viewer)) {
      await user.click(screen.getByRole('tab', { name: label }))
      expect(localStorage.getItem('activeTab')).toBe(key)
      const links = within(screen.getByRole('tabpanel', { name: label })).getAllByRole('link')
      expect(
        links.map((link) => ({ path: link.getAttribute('href'), label: link.textContent })),
      ).toMatchObject(entriesIn(viewer, key).map((entry) => ({ path: entry.path, label: entry.label })))
    }
  },
)

test('the stored tab is selected again, but Late fee charges, which has no entries, never opens', async () => {
  covers('spec 2.tabs.late-fee', 'spec 2.tabs.remembered')

  const lateFee = tabs.find(({ label }) => label === 'Late fee charges')
  expect(roles.map((role) => lateFee?.isFor(role))).toEqual([false, false, false, false])
  expect(inGroups['late-fee-charges']).toEqual([])
  localStorage.setItem('activeTab', 'vouchers')
  await openScreen(school, '/dashboard', 'office@main.test')
  await screen.findByRole('tab', { name: 'Vouchers', selected: true })
  expect(screen.getByRole('tabpanel', { name: 'Vouchers' }).textContent).toContain('Post vouchers')
  cleanup()
  localStorage.setItem('activeTab', 'late-fee-charges')
  await openScreen(school, '/dashboard', 'office@main.test')
  await screen.findByRole('tab', { name: 'Admissions', selected: true })
  expect(screen.queryByText('Late fee charges')).toBeNull()
})

test('the tasks open the lists that they count, and a viewer sees only tasks with a list to open', async () => {
  const clerk = await school.as('office@main.test')
  await admit(clerk)
  await admit(clerk)
  await generateAndPost(clerk, 'Main Campus', '2026-12-01')
  await clerk.post('/finances/unpostVouchers/Main%20Campus/12')
  await clerk.post('/finances/markIndividualVoucherAsPaid/Main%20Campus/5Red1adm', {
    receivedAmount: 7000,
    editedBy: 'office@main.test',
    reason: 'Miscounted',
  })
  await openScreen(school, '/dashboard', 'viewer@main.test')
  const tasks = await screen.findByRole('region', { name: 'To do' })
  const corrected = await within(tasks).findByRole('link')
  expect([corrected.textContent, corrected.getAttribute('href')]).toEqual([
    '1 receipt corrected today',
    '/exceptions?from=today&exceptions=receipts&kind=all',
  ])
  cleanup()
  const { user, path } = await openScreen(school, '/dashboard', 'office@main.test')
  await screen.findByRole('link', { name: '1 receipt corrected today' })
  await user.click(screen.getByRole('link', { name: '2 December vouchers are not posted yet' }))
  await screen.findByRole('table', { name: 'Vouchers of December 2026 to post' })
  expect(path()).toBe('/post-vouchers')
})

test('the dashboard links to the generation of the next month from the 25th until it has vouchers', async () => {
  const clerk = await school.as('office@main.test')
  await admit(clerk)
  school.now = new Date('2026-11-24T09:00:00+05:00')
  await openScreen(school, '/dashboard', 'office@main.test')
  await screen.findByRole('link', { name: /^Overdue/ })
  expect(screen.queryByText('December 2026 has no vouchers yet')).toBeNull()
  cleanup()
  school.now = new Date('2026-11-25T09:00:00+05:00')
  await openScreen(school, '/dashboard', 'viewer@main.test')
  await screen.findByRole('link', { name: /^Overdue/ })
  expect(screen.queryByText('December 2026 has no vouchers yet')).toBeNull()
  cleanup()
  const { user, path, queries, goTo } = await openScreen(school, '/dashboard', 'office@main.test')
  await user.click(await screen.findByRole('link', { name: 'December 2026 has no vouchers yet' }))
  await screen.findByRole('region', { name: 'Vouchers for December 2026' })
  expect(path()).toBe('/generate-voucher/campus')
  await generateAndPost(await school.as('office@main.test'), 'Main Campus', '2026-12-01')
  await act(() => queries.invalidateQueries({ refetchType: 'all' }))
  await goTo('/dashboard')
  await screen.findByRole('link', { name: /^Overdue/ })
  expect(screen.queryByText('December 2026 has no vouchers yet')).toBeNull()
})

test('an empty school has no tasks, and a failed load of the tasks can be retried', async () => {
  const { user, network } = await openScreen(school, '/new-admissions', 'office@main.test')
  await screen.findByRole('heading', { level: 1 })
  network.isDown = true
  await user.click(screen.getByRole('link', { name: 'Green Valley School' }))
  await screen.findAllByText('No connection to the server. What you typed is kept.')
  screen.getByText('No connection')
  const toDo = await screen.findByRole('region', { name: 'To do' })
  const retry = await within(toDo).findByRole('button', { name: 'Try again' })
  network.isDown = false
  await user.click(retry)
  expect(await screen.findByText('Nothing to do.')).toBeTruthy()
})

test('an admin sees which proxy is not trusted and which setting to change; a clerk does not', async () => {
  covers('security visitors.untrusted-proxy')

  const headers = { 'x-forwarded-for': '10.9.9.9' }
  await school.app.inject({ url: '/healthz', remoteAddress: '10.1.0.7', headers })
  await openScreen(school, '/dashboard', 'admin@main.test')
  const warning = await screen.findByText(/Forwarded addresses come from 10\.1\.0\.7/)
  expect(warning.textContent).toContain('TRUSTED_PROXIES')
  expect(warning.closest('a')).toBeNull()
  cleanup()
  await openScreen(school, '/dashboard', 'desk@main.test')
  await screen.findByText('Nothing to do.')
  expect(screen.queryByText(/TRUSTED_PROXIES/)).toBeNull()
})
