import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { covers } from '#test/covers.ts'
import { setValue } from '#test/form-fields.ts'
import { callerOf, openSchool, password } from '#test/school.ts'
import { answerAlert, openScreen, type OpenScreen } from '#test/screen.tsx'
import { logIn } from '#test/sign-in.ts'

const school = await openSchool()
beforeEach(() => school.reset())
afterAll(() => school[Symbol.asyncDispose]())

const own = 'three blue kettles'
const field = (label: string) => screen.getByLabelText(new RegExp(String.raw`^${label}(\s*\*)?$`))
const signIn = async (typed: string) =>
  (await callerOf(school.app, '').post('/users/signin', { userId: 'desk@main.test', password: typed })).status

/** Creates a link for the desk clerk on the screen, and returns its address. */
async function makeLink(): Promise<URL> {
  const page = await openScreen(school, '/users', 'admin@main.test')
  await page.user.click(await screen.findByRole('button', { name: 'Link: desk clerk' }))
  await answerAlert(page, 'Make a link for desk clerk?', 'Make link')
  const shown = await screen.findByRole('alertdialog', { name: 'Link for desk clerk' })
  expect(shown.textContent).toContain('It works once, for 24 hours.')
  const address = shown.querySelector('code')?.textContent ?? ''
  await page.user.click(within(shown).getByRole('button', { name: 'Done' }))
  expect(screen.queryByText(address)).toBeNull()
  return new URL(address)
}

async function choose({ user }: OpenScreen, next: string, again = next) {
  for (const [label, typed] of [
    ['New password', next],
    ['New password again', again],
  ] as const) {
    setValue(field(label), typed)
  }
  await user.click(screen.getByRole('button', { name: 'Set password' }))
}

test('a link lets the user choose a password and sign in; a used link explains whom to ask', async () => {
  covers('security accounts.links')

  const { pathname, hash, search } = await makeLink()
  expect([pathname, search]).toEqual(['/new-password', ''])
  expect(hash).toMatch(/^#[\w-]{43}$/)
  const page = await openScreen(school, `${pathname}${hash}`, null)
  await screen.findByRole('heading', { name: 'Choose a new password' })
  await choose(page, 'short', 'shorter')
  screen.getByText('At least 12 characters')
  screen.getByText('The two passwords differ')
  await choose(page, 'sunshine 2026')
  await screen.findByText('This is too close to a password that many people use. Choose another.')
  await choose(page, own)
  await screen.findByText(/^Your password is set/)
  expect([await signIn(password), await signIn(own)]).toEqual([401, 200])
  await page.user.click(screen.getByRole('link', { name: 'Sign in' }))
  await waitFor(() => expect(page.path()).toBe('/login'))
  // The admin's page is also signed out.
  await screen.findAllByText('Forgot your password? Ask an admin for a link.')

  const again = await openScreen(school, `${pathname}${hash}`, null)
  await screen.findAllByRole('heading', { name: 'Choose a new password' })
  await waitFor(() => expect(screen.getAllByLabelText(/^New password again/)).toHaveLength(1))
  await choose(again, 'another blue kettle')
  await screen.findByText('This link does not work any more. Ask an admin of your campus for a new one.')
})

test('the page explains what is needed if it is opened without a link', async () => {
  await openScreen(school, '/new-password', null)
  await screen.findByText(/^Open this page with the whole link/)
})

test('a user with an assigned password must choose another, and then sees the requested screen', async () => {
  covers('security accounts.given-passwords')

  const admin = await school.as('admin@main.test')
  await admin.post('/users/resetPassword/Main%20Campus/desk@main.test', { newPassword: 'fresh-mango-tree' })
  const { user, path } = await openScreen(school, '/receipts/individual', null)
  await logIn(user, 'desk@main.test', 'fresh-mango-tree')
  await screen.findByText(/^Somebody else gave you your password/)
  expect(path()).toBe('/change-password')
  expect(screen.queryByRole('navigation')).toBeNull()
  expect(screen.queryByRole('button', { name: /Find/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  for (const [label, typed] of [
    ['Current password', 'fresh-mango-tree'],
    ['New password', own],
    ['New password again', own],
  ] as const)
    setValue(field(label), typed)
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  const alert = await screen.findByRole('alertdialog', { name: 'Password changed successfully' })
  await user.click(within(alert).getByRole('button', { name: 'OK' }))
  await screen.findByRole('navigation', { name: 'Portal' })
  expect(['/receipts/individual', '/dashboard']).toContain(path())
})
