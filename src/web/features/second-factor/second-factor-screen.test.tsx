import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openSchool, type Caller } from '#test/school.ts'
import { answerAlert, openScreen, type OpenScreen } from '#test/screen.tsx'
import { addPasskey, codeAt, giveFactor, requestFactor, setUpApp } from '#test/second-factors.ts'
import { unconfirmedCalls } from '#web/api/drafts.ts'
import { useSession } from '#web/api/session.ts'

const school = await openSchool()
let desk: Caller
beforeEach(async () => {
  await school.reset()
  school.now = new Date('2026-11-21T09:00:00+05:00')
  desk = await school.as('desk@main.test')
})
afterAll(() => school[Symbol.asyncDispose]())

const userId = 'desk@main.test'

/** Opens the screen as the user of a session that began before the factor was set up. */
async function open(): Promise<OpenScreen> {
  const page = await openScreen(school, '/second-factor', userId)
  await screen.findByRole('heading', { name: 'Authenticator app' })
  return page
}

const dialogOf = (name: string) => screen.findByRole('dialog', { name })

async function fillIn({ user }: OpenScreen, typed: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(typed)) {
    const field = within(screen.getByRole('dialog')).getByLabelText(new RegExp(`^${label}`))
    await user.clear(field)
    await user.click(field)
    await user.paste(value)
  }
}

/** Returns the codes that are shown once, and closes their dialog. */
async function codesShown(page: OpenScreen): Promise<string[]> {
  const dialog = await screen.findByRole('alertdialog', { name: 'Your recovery codes' })
  const copy = within(dialog).getByRole('button', { name: 'Copy' })
  expect(copy).toBe(document.activeElement)
  await page.user.keyboard('{Enter}')
  await within(dialog).findByText('Copied')
  const codes = (await navigator.clipboard.readText()).split('\n')
  // Escape, pressed by habit, must not lose the codes that are shown only once.
  await page.user.keyboard('{Escape}')
  await page.user.click(within(dialog).getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  const stored = JSON.stringify([localStorage, sessionStorage, ...unconfirmedCalls.values()])
  for (const code of codes) expect(document.body.textContent + stored).not.toContain(code)
  return codes
}

describe('the authenticator app', () => {
  async function typedSecret(page: OpenScreen): Promise<string> {
    await page.user.click(screen.getByRole('button', { name: 'Set up the app' }))
    const dialog = await dialogOf('Set up the authenticator app')
    await within(dialog).findByRole('img', { name: 'QR code for the authenticator app' })
    return within(dialog)
      .getByText(/^([A-Z2-7]{4} ?){8}$/)
      .textContent.replaceAll(' ', '')
  }

  test('is set up with a code that it shows; errors are at their fields, and the ten recovery codes sign in', async () => {
    const page = await open()
    const secret = await typedSecret(page)
    await page.user.click(screen.getByRole('button', { name: 'Set up' }))
    await screen.findByText('Enter the 6 digits that the app shows')
    await fillIn(page, { 'Code that the app shows': '000000' })
    await page.user.click(screen.getByRole('button', { name: 'Set up' }))
    await screen.findByText('This is not the code of this secret')
    await fillIn(page, { 'Code that the app shows': codeAt(school.now, secret) })
    await page.user.click(screen.getByRole('button', { name: 'Set up' }))
    const codes = await codesShown(page)
    expect(new Set(codes).size).toBe(10)
    await screen.findByText('Set up on 21 Nov 2026, 09:00')
    screen.getByText('10 of 10 codes are left')
    for (const given of [
      { recoveryCode: codes[3] },
      { code: codeAt(new Date(+school.now + 30_000), secret) },
    ]) {
      const { pending } = await requestFactor(school, userId)
      expect((await giveFactor(school, { pending, ...given })).status).toBe(200)
    }
  })

  test('is set up with the shown codes by a repeat after a lost reply', async () => {
    const page = await open()
    const secret = await typedSecret(page)
    await fillIn(page, { 'Code that the app shows': codeAt(school.now, secret) })
    const through = globalThis.fetch
    globalThis.fetch = async (...request) => {
      await through(...request)
      throw new TypeError('Failed to fetch')
    }
    await page.user.click(screen.getByRole('button', { name: 'Set up' }))
    await page.stopTrying()
    await answerAlert(page, 'No connection to the server. What you typed is kept.')
    globalThis.fetch = through
    await page.user.click(screen.getByRole('button', { name: 'Set up' }))
    const [first] = await codesShown(page)
    const { pending } = await requestFactor(school, userId)
    expect((await giveFactor(school, { pending, recoveryCode: first })).status).toBe(200)
  })
})

describe('a user with a second factor', () => {
  /** Opens the screen once the app, and what `andThen` adds, are set up in another session. */
  async function openSetUp(andThen = async () => {}): Promise<OpenScreen> {
    const page = await openScreen(school, '/change-password', userId)
    await screen.findByRole('heading', { name: 'Change password' })
    await setUpApp(school, desk)
    await andThen()
    await page.user.click(screen.getByRole('button', { name: 'User' }))
    await page.user.click(screen.getByRole('link', { name: 'Second factor' }))
    await screen.findByText('10 of 10 codes are left')
    return page
  }
  const press = ({ user }: OpenScreen, name: string) => user.click(screen.getByRole('button', { name }))

  test('replaces the recovery codes after entering the password, and prints them with their owner', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {})
    const page = await openSetUp()
    await press(page, 'Make new codes')
    await answerAlert(page, 'Make new recovery codes', 'Make new codes')
    await page.user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Print' }),
    )
    await waitFor(() => expect(print).toHaveBeenCalled())
    const sheet = screen.getByRole('dialog', { name: 'Print Recovery codes' })
    expect(sheet.textContent).toContain('desk clerk, desk@main.test')
    expect(sheet.textContent.match(/([a-z2-9]{4}-){5}[a-z2-9]{4}/g)).toHaveLength(10)
    await page.user.click(within(sheet).getByRole('button', { name: 'Close' }))
    const [code = ''] = await codesShown(page)
    print.mockRestore()
    const { pending } = await requestFactor(school, userId)
    expect((await giveFactor(school, { pending, recoveryCode: code })).status).toBe(200)
  })

  test('sees a passkey with its address, removes it and turns the app off, each after entering the password', async () => {
    const page = await openSetUp(async () => {
      await addPasskey(desk, 'My phone')
      await school.db.updateTable('passkeys').set({ relying_party: 'portal.school.example' }).execute()
    })
    const row = await screen.findByRole('row', { name: /My phone/ })
    expect(row.textContent).toContain('Not used yet. Works at portal.school.example only.')
    await press(page, 'Remove My phone')
    await answerAlert(page, 'Remove a passkey', 'Remove')
    await answerAlert(page, 'Passkey removed')
    await waitFor(() => expect(screen.queryByText('My phone')).toBeNull())

    await press(page, 'Turn off')
    await answerAlert(page, 'Turn off the second factor', 'Turn off')
    await answerAlert(page, 'Second factor turned off')
    await screen.findByText('Not set up')
    expect((await school.as(userId)).cookie).toMatch(/^session=/)
  })
})

describe('a campus whose admins must have a second factor', () => {
  test('shows an admin without a second factor only its set-up, and everything afterwards', async () => {
    await school.db.insertInto('campus_rules').values({ campus: 'Main Campus', admin_factor: true }).execute()
    const page = await openScreen(school, '/users', 'admin@main.test')
    await screen.findByText('Please set up a second factor')
    expect(page.path()).toBe('/second-factor')
    expect(screen.queryByRole('navigation')).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Set up the app' }))
    const dialog = await dialogOf('Set up the authenticator app')
    const secret = within(dialog)
      .getByText(/^([A-Z2-7]{4} ?){8}$/)
      .textContent.replaceAll(' ', '')
    await fillIn(page, { 'Code that the app shows': codeAt(school.now, secret) })
    await page.user.click(screen.getByRole('button', { name: 'Set up' }))
    await codesShown(page)
    await screen.findByRole('navigation', { name: 'Portal' })
    screen.getByText(/cannot be turned off/)
    expect(useSession.getState().factorMissing).toBe(false)
  })

  test('applies the rule to a page that is already open', async () => {
    const page = await openScreen(school, '/change-password', 'admin@main.test')
    await screen.findByRole('navigation', { name: 'Portal' })
    await school.db.insertInto('campus_rules').values({ campus: 'Main Campus', admin_factor: true }).execute()
    await page.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await screen.findByText('Please set up a second factor')
    expect(page.path()).toBe('/second-factor')
  })
})
