import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { fill } from '#test/form-fields.ts'
import { callerOf, openSchool, password } from '#test/school.ts'
import { answerAlert, openScreen, type OpenScreen } from '#test/screen.tsx'
import { setUpApp } from '#test/second-factors.ts'
import { unconfirmedCalls } from '#web/api/drafts.ts'

const school = await openSchool()
beforeEach(() => school.reset())
afterAll(() => school[Symbol.asyncDispose]())

async function open(): Promise<OpenScreen> {
  const page = await openScreen(school, '/users', 'admin@main.test')
  await screen.findByRole('table', { name: 'Users of the campus' })
  return page
}

const cells = (name: RegExp) =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

const signIn = async (userId: string, tried: string) =>
  (await callerOf(school.app, '').post('/users/signin', { userId, password: tried })).status

/** Presses the named button of a question or message, and returns its text. */
async function answer({ user }: OpenScreen, title: string, button: string): Promise<string> {
  const dialog = await screen.findByRole('alertdialog', { name: title })
  const words = dialog.textContent
  await user.click(within(dialog).getByRole('button', { name: button }))
  return words
}

/** Returns the password that is shown for a user, and closes its dialog. */
async function seenOnce(page: OpenScreen, name: string): Promise<string> {
  const dialog = await screen.findByRole('alertdialog', { name: `Password of ${name}` })
  expect(dialog.textContent).toContain('not shown again')
  const copy = within(dialog).getByRole('button', { name: 'Copy' })
  expect(copy).toBe(document.activeElement)
  await page.user.keyboard('{Enter}')
  await within(dialog).findByText('Copied')
  const shown = await navigator.clipboard.readText()
  expect(dialog.textContent).toContain(shown)
  // Escape, pressed by habit, must not lose the password that is shown only once.
  await page.user.keyboard('{Escape}')
  await page.user.click(within(dialog).getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(document.body.textContent).not.toContain(shown)
  const stored = JSON.stringify([localStorage, sessionStorage])
  expect(stored).toContain('isSignedIn')
  expect(stored).not.toContain(shown)
  expect(JSON.stringify([...unconfirmedCalls.values()])).not.toContain(shown)
  return shown
}

async function fillIn({ user }: OpenScreen, userId: string) {
  fill({ 'User id': userId, Name: 'Sana Malik' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'write')
}
const press = ({ user }: OpenScreen, name: string) => user.click(screen.getByRole('button', { name }))

test('lists the staff of the campus with roles and last visits; a second factor is reset after a question', async () => {
  await setUpApp(school, await school.as('desk@main.test'))
  const page = await open()
  expect(screen.getAllByRole('row')).toHaveLength(5)
  expect(cells(/Nadia/).slice(0, 2)).toEqual(['Nadia Viewer', 'viewer@main.test'])
  expect(cells(/Nadia/).slice(3)).toEqual(['Reports', 'Active', 'Never', 'LinkReset passwordDisable'])
  expect(screen.getByRole('combobox', { name: 'Role of Nadia Viewer' })).toHaveProperty('value', 'read')
  expect(cells(/desk@/)[5]).toBe('21 Nov 2026, 09:00')
  expect(cells(/\(you\)/)[6]).toBe('Change passwordDisable')
  expect(screen.queryByText('office@city.test')).toBeNull()
  expect(cells(/desk@/)[4]).toBe('ActiveSecond factor')
  expect(screen.getAllByRole('button', { name: /^Reset second factor/ })).toHaveLength(1)
  await press(page, 'Reset second factor: desk clerk')
  const question = await answer(page, 'Reset the second factor of desk clerk?', 'Reset second factor')
  expect(question).toContain('desk@main.test will be signed out on all computers.')
  await answer(page, 'Second factor reset successfully', 'OK')
  await waitFor(() => expect(cells(/desk@/)[4]).toBe('Active'))
  // The user signs in with the password alone.
  expect(await signIn('desk@main.test', password)).toBe(200)
})

test('adding a user marks what is missing or taken at its field, shows a password once, and adds once when repeated after a lost answer', async () => {
  const page = await open()
  await press(page, 'Add user')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^User id/)))
  screen.getByText('A user id looks like an email address')
  screen.getByText('Choose what they can do')
  await fillIn(page, 'office@city.test')
  await press(page, 'Add user')
  await screen.findByText('This user id is taken')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^User id/)))
  expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'Sana Malik')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await fillIn(page, 'Sana@main.test')
  await press(page, 'Add user')
  const shown = await seenOnce(page, 'Sana Malik')
  await waitFor(() => expect(cells(/Sana/).slice(0, 2)).toEqual(['Sana Malik', 'sana@main.test']))
  expect(await signIn('sana@main.test', shown)).toBe(200)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^User id/)))
  expect(screen.getByLabelText(/^User id/)).toHaveProperty('value', '')

  await fillIn(page, 'second@main.test')
  const through = globalThis.fetch
  globalThis.fetch = async (...request) => {
    await through(...request)
    throw new TypeError('Failed to fetch')
  }
  await press(page, 'Add user')
  await page.stopTrying()
  await answer(page, 'No connection to the server. What you typed is kept.', 'OK')
  globalThis.fetch = through
  expect(unconfirmedCalls.size).toBe(0)
  await press(page, 'Add user')
  const ofSecond = await seenOnce(page, 'Sana Malik')
  expect(await signIn('second@main.test', ofSecond)).toBe(200)
})

test('a user gets another role, is disabled, enabled again and given a new password, each after a question that names them', async () => {
  const page = await open()
  const role = screen.getByRole('combobox', { name: 'Role of Nadia Viewer' })
  await page.user.selectOptions(role, 'write')
  await answer(page, 'Give Nadia Viewer the role Desk?', 'Cancel')
  expect(role).toHaveProperty('value', 'read')
  await page.user.selectOptions(role, 'write')
  const question = await answer(page, 'Give Nadia Viewer the role Desk?', 'Change role')
  expect(question).toContain('viewer@main.test has the role View only now.')
  await answer(page, 'Role changed successfully', 'OK')
  await waitFor(() => expect(role).toHaveProperty('value', 'write'))

  await press(page, 'Disable: Nadia Viewer')
  const caution = await screen.findByRole('alertdialog', { name: 'Disable Nadia Viewer?' })
  expect(within(caution).getByRole('button', { name: 'Cancel' })).toBe(document.activeElement)
  await answer(page, 'Disable Nadia Viewer?', 'Disable')
  await answer(page, 'User disabled successfully', 'OK')
  await waitFor(() => expect(cells(/Nadia/)[4]).toBe('Disabled'))
  expect(await signIn('viewer@main.test', password)).toBe(401)
  await press(page, 'Enable: Nadia Viewer')
  await answer(page, 'Enable Nadia Viewer again?', 'Enable')
  await answer(page, 'User enabled successfully', 'OK')
  expect(await signIn('viewer@main.test', password)).toBe(200)

  await press(page, 'Reset password: Nadia Viewer')
  await answer(page, 'Reset the password of Nadia Viewer?', 'Reset password')
  const shown = await seenOnce(page, 'Nadia Viewer')
  expect(await signIn('viewer@main.test', password)).toBe(401)
  expect(await signIn('viewer@main.test', shown)).toBe(200)
})

test('the last admin stays; another admin who disables their own account is signed out', async () => {
  const page = await open()
  await press(page, 'Disable: admin clerk')
  const question = await answer(page, 'Disable your own account?', 'Disable my account')
  expect(question).toContain('You will be signed out at once')
  const message = await answer(page, 'A campus needs at least one admin who can sign in', 'OK')
  expect(message).toContain('Make someone else an admin first.')
  await school.db
    .updateTable('staff')
    .set({ role: 'admin' })
    .where('user_id', '=', 'desk@main.test')
    .execute()
  await press(page, 'Disable: admin clerk')
  await answer(page, 'Disable your own account?', 'Disable my account')
  await answer(page, 'User disabled successfully', 'OK')
  await screen.findByLabelText('Email')
  expect(page.path()).toBe('/login')
})

test('the rights of a user are chosen by a preset, shown in the list, and reset to all rights of the role', async () => {
  const page = await openScreen(school, '/users', 'admin@main.test')
  await page.user.click(await screen.findByRole('button', { name: 'Rights of desk clerk: All' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rights of desk clerk' }))
  await page.user.click(dialog.getByRole('button', { name: 'Cashier' }))
  expect(dialog.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual([
    true,
    false,
    false,
    false,
  ])
  await page.user.click(dialog.getByRole('button', { name: 'Save rights' }))
  expect(await answerAlert(page, 'Rights changed successfully')).toContain(
    'desk clerk may receive and pay back money.',
  )
  await page.user.click(await screen.findByRole('button', { name: 'Rights of desk clerk: Cashier' }))
  const again = within(await screen.findByRole('dialog', { name: 'Rights of desk clerk' }))
  await page.user.click(again.getByRole('button', { name: 'Supervisor' }))
  await page.user.click(again.getByRole('button', { name: 'Save rights' }))
  await answerAlert(page, 'Rights changed successfully')
  await screen.findByRole('button', { name: 'Rights of desk clerk: All' })
})

test('a cashier sees the counter, but not the screens of fees and vouchers', async () => {
  const admin = await school.as('admin@main.test')
  await admin.post('/users/changeRights/Main%20Campus/desk@main.test', { rights: ['receive'] })
  const { path } = await openScreen(school, '/generate-voucher/campus', 'desk@main.test')
  await screen.findByRole('heading', { name: 'Dashboard' })
  expect(path()).toBe('/dashboard')
  expect(screen.getAllByRole('link', { name: 'Receive payment' })).toHaveLength(2)
})
