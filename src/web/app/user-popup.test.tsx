import { act, renderHook, screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { covers } from '#test/covers.ts'
import { openSchool, type TestSchool } from '#test/school.ts'
import { openScreen } from '#test/screen.tsx'
import { useDraft } from '#web/api/drafts.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school[Symbol.asyncDispose]())

async function openPopup() {
  const page = await openScreen(school, '/dashboard', 'desk@main.test')
  const icon = await screen.findByRole('button', { name: 'User' })
  await page.user.click(icon)
  return { ...page, icon, popup: screen.getByRole('dialog', { name: 'User' }) }
}

test('the user icon opens a popup with name, campus, role and Change password; x, Escape or a click outside closes it', async () => {
  covers('spec 1.header.user-icon', 'spec 6.roles.shown')
  covers('spec 1.header.close-by-x', 'spec 1.header.close-outside')

  const { user, path, icon, popup } = await openPopup()
  expect(popup.textContent).toContain('desk clerk')
  expect(popup.textContent).toContain('Main Campus')
  expect(popup.textContent).toContain('Role: Desk')

  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(icon)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' })))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(icon)

  await user.click(icon)
  await screen.findByRole('dialog', { name: 'User' })
  await user.click(screen.getByRole('heading', { name: 'Dashboard' }))
  expect(screen.queryByRole('dialog')).toBeNull()

  // The popup links to the screen that changes the password.
  await user.click(icon)
  await user.click(screen.getByRole('link', { name: 'Change password' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Current password/)))
  expect(path()).toBe('/change-password')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('Logout ends the session, clears drafts and opens the login page', async () => {
  covers('spec 1.header.logout', 'spec 4.session.sign-out', 'spec 4.reset.state')

  const { user, path } = await openPopup()
  const draft = renderHook(() => useDraft('admission', () => ''))
  act(() => draft.result.current[1]('Bilal'))
  expect(draft.result.current[0]).toBe('Bilal')
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  await screen.findByLabelText('Email')
  expect(path()).toBe('/login')
  expect(draft.result.current[0]).toBe('')
  expect(screen.queryByText('Your session has ended')).toBeNull()
  expect(localStorage.getItem('root')).toContain('"isSignedIn":false')
  expect((await school.app.inject({ url: '/users/session' })).statusCode).toBe(401)
})
