import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { admit, generateAndPost, openSchool, type TestSchool } from '#test/school.ts'
import { openScreen } from '#test/screen.tsx'
import { setPreferences } from '#web/api/preferences.ts'

const opening = openSchool()
let school: TestSchool
beforeEach(async () => {
  school = await opening
  await school.reset()
})
afterAll(async () => (await opening)[Symbol.asyncDispose]())

type Page = Awaited<ReturnType<typeof openScreen>>

const navigation = () => screen.findByRole('navigation', { name: 'Portal' })
const namesOf = (role: string, container: HTMLElement) =>
  within(container)
    .getAllByRole(role)
    .map((element) => element.textContent)

test('the current group is open, other screens are two clicks away, and the dashboard has a tab menu', async () => {
  const { user, path, goTo } = await openScreen(school, '/post-vouchers', 'desk@main.test')
  const portal = await navigation()
  expect(within(portal).getByRole('button', { expanded: true }).textContent).toBe('Vouchers')
  expect(namesOf('link', portal)).toEqual([
    'Dashboard',
    'Receive payment',
    'Generate campus vouchers',
    'Generate student voucher',
    'Additional charges',
    'Post vouchers',
    'Unpost vouchers',
    'Voucher runs',
  ])
  expect(within(portal).getByRole('link', { current: 'page' }).textContent).toBe('Post vouchers')

  await user.click(within(portal).getByRole('button', { name: 'Admission reports' }))
  await user.click(within(portal).getByRole('link', { name: 'Student list' }))
  await screen.findByRole('heading', { level: 1, name: 'Student list' })
  expect(path()).toBe('/student-list')

  await goTo('/dashboard')
  const work = await screen.findByRole('tablist', { name: 'Work' })
  expect((await navigation()).contains(work)).toBe(true)
  // No screen is linked twice.
  expect(namesOf('link', await navigation())).toEqual(['Dashboard', 'Receive payment'])
})

test('the counter lights its own row only, and a screen lights the entry that it shares', async () => {
  const { goTo } = await openScreen(school, '/receipts/individual', 'office@main.test')
  const lit = async () =>
    within(await navigation())
      .getAllByRole('link', { current: 'page' })
      .map(({ textContent }) => textContent)
  expect(await lit()).toEqual(['Receive payment'])
  expect(within(await navigation()).queryByRole('button', { expanded: true })).toBeNull()

  await goTo('/roll-forward')
  await screen.findByRole('heading', { level: 1, name: 'Roll-forward by class' })
  expect(await lit()).toEqual(['Collection'])
  const tabs = screen.getByRole('navigation', { name: 'Screens with this one' })
  expect(namesOf('link', tabs)).toEqual(['By class', 'By fee head', 'Roll-forward'])
  expect(within(tabs).getByRole('link', { current: 'page' }).textContent).toBe('Roll-forward')
})

test('the cash drawer is in the menu of a campus that uses it', async () => {
  const admin = await school.as('admin@main.test')
  const saved = await admin.post('/finances/saveCampusRules/Main%20Campus', { cashDrawer: true })
  expect(saved.status).toBe(200)
  await openScreen(school, '/dashboard', 'desk@main.test')
  expect(namesOf('link', await navigation())).toEqual(['Dashboard', 'Receive payment', 'Cash drawer'])

  cleanup()
  vi.stubGlobal('innerWidth', 390)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { user } = await openScreen(school, '/dashboard', 'desk@main.test')
  await user.click(within(await navigation()).getByRole('button', { name: 'Menu' }))
  await within(await screen.findByRole('dialog', { name: 'Menu' })).findByRole('link', {
    name: 'Cash drawer',
  })
})

test('a read-only user is not offered the counter', async () => {
  await openScreen(school, '/fee-record', 'viewer@main.test')
  const portal = await navigation()
  expect(within(portal).queryByRole('link', { name: 'Receive payment' })).toBeNull()
  expect(namesOf('button', portal)).toContain('Monthly fee reports')
  expect(namesOf('button', portal)).not.toContain('Vouchers')
})

test('the number of vouchers to post is shown next to their group', async () => {
  const clerk = await school.as('office@main.test')
  await admit(clerk)
  await admit(clerk)
  await generateAndPost(clerk, 'Main Campus', '2026-12-01')
  await clerk.post('/finances/unpostVouchers/Main%20Campus/12')
  await openScreen(school, '/new-admissions', 'office@main.test')
  const group = within(await navigation()).getByRole('button', { name: 'Vouchers' })
  await waitFor(() => expect(group.querySelector('[data-count]')?.getAttribute('data-count')).toBe('2'))
})

const setMenu = async (user: Page['user'], name: string) => {
  await user.click(await screen.findByRole('button', { name: 'User' }))
  await user.click(await screen.findByRole('button', { name }))
}

test('the menu can be narrow, also at the next visit, and each group then opens a menu of its screens', async () => {
  const { user } = await openScreen(school, '/new-admissions', 'desk@main.test')
  await setMenu(user, 'Menu: wide')
  cleanup()
  const { user: nextUser, path } = await openScreen(school, '/new-admissions', 'desk@main.test')
  await nextUser.click(within(await navigation()).getByRole('button', { name: 'Fee receipts' }))
  await nextUser.click(await screen.findByRole('menuitem', { name: 'Edit receipt' }))
  await screen.findByRole('heading', { level: 1, name: 'Edit receipt' })
  expect(path()).toBe('/receipts/individual/edit')
  await setMenu(nextUser, 'Menu: narrow')
  expect(within(await navigation()).getByRole('link', { name: 'Edit receipt' })).toBeDefined()
})

test('single keys open screens outside fields, and the key sheet can switch them off', async () => {
  const { user, path } = await openScreen(school, '/student-list', 'desk@main.test')
  await navigation()
  screen.getByRole('heading', { level: 1 }).focus()
  await user.keyboard('c')
  await screen.findByRole('heading', { level: 1, name: 'Individual receipt' })
  // In a field the letter is text.
  await user.keyboard('gd')
  expect(path()).toBe('/receipts/individual')
  await user.clear(document.activeElement ?? document.body)
  screen.getByRole('heading', { level: 1 }).focus()
  await user.keyboard('gd')
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
  await user.keyboard('?')
  const sheet = await screen.findByRole('dialog', { name: 'Keys of this screen' })
  expect(namesOf('row', sheet)).toEqual([
    'CtrlKFind a student or screen',
    'EscClose what is open',
    'AltSMain button of a form',
    'AltYYes, in a question',
    'CReceive payment',
    'GDDashboard',
    'GCReceive payment',
    'GSStudent list',
    'GFTotal fee record',
    'GNAdd new Admission',
    '[Menu as icons or names',
    '?Keys of this screen',
  ])
  await user.click(within(sheet).getByRole('switch', { name: 'Single keys work outside fields' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('c')
  expect(path()).toBe('/dashboard')
  setPreferences({ singleKeys: undefined })
})
