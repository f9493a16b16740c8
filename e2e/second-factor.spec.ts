import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect, findViolations, test } from './fixtures.ts'

const userId = 'admin@main.demo'
const password = 'school-demo'

/** Replaces the IP address with a host name, because passkeys do not work at an IP address. */
const atLocalhost = (url: string): string => url.replace('127.0.0.1', 'localhost')

/** Adds an authenticator that creates passkeys and confirms them as if a finger touched it. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Returns the code that an authenticator app with this secret shows in `inSeconds` seconds. */
const codeOf = (secret: string, inSeconds = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + inSeconds * 1000 })

async function enterCredentials(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(userId)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Enters the password in the dialog that asks for it again. */
async function confirmPassword(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Enter your password to go on' })
  await question.getByLabel('Your password').fill(password)
  await question.getByLabel('Your password').press('Enter')
  await expect(question).toBeHidden()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'User' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
}

const dashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard' })

test('a user sets up an app and a passkey, and signs in with each and with a recovery code', async ({
  page,
  server,
}) => {
  await addAuthenticator(page)
  await page.goto(atLocalhost(`${server.url}/login`))
  await enterCredentials(page)
  await expect(dashboard(page)).toBeVisible()

  await page.getByRole('button', { name: 'User' }).click()
  await page.getByRole('link', { name: 'Second factor' }).click()
  await page.getByRole('button', { name: 'Set up the app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up the authenticator app' })
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  expect(await findViolations(page, { hasPopup: true })).toEqual([])
  const secret = (await dialog.locator('code').textContent())?.replaceAll(' ', '') ?? ''
  await dialog.getByLabel('Code that the app shows').fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Set up' }).click()
  await confirmPassword(page)

  const codesAlert = page.getByRole('alertdialog', { name: 'Your recovery codes' })
  await expect(codesAlert).toBeVisible()
  expect(await findViolations(page, { hasPopup: true })).toEqual([])
  const codes = (await codesAlert.locator('code').textContent())?.split('\n') ?? []
  expect(new Set(codes).size).toBe(10)
  await codesAlert.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const addDialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await addDialog.getByLabel('Name').fill('Office PC')
  // The password that was entered a moment ago is still accepted.
  await addDialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('alertdialog', { name: 'Passkey added' }).getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('table', { name: 'Your passkeys' }).getByText('Office PC')).toBeVisible()
  await signOut(page)

  await enterCredentials(page)
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  // The current code was used to set up the app; the next code is valid as well.
  await code.pressSequentially(codeOf(secret, 30))
  await expect(dashboard(page)).toBeVisible()
  await signOut(page)

  await enterCredentials(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(dashboard(page)).toBeVisible()
  await signOut(page)

  await enterCredentials(page)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(dashboard(page)).toBeVisible()
  await page.goto(atLocalhost(`${server.url}/second-factor`))
  await expect(page.getByText('9 of 10 codes are left')).toBeVisible()
})

test('a server at an IP address offers no passkey and explains why', async ({ page, server }) => {
  await page.goto(`${server.url}/login`)
  await enterCredentials(page)
  await expect(dashboard(page)).toBeVisible()
  await page.goto(`${server.url}/second-factor`)
  await expect(page.getByText('Passkeys do not work at this address.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)
})
