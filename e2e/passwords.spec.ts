import { covers } from '#test/covers.ts'
import { clerkOn } from './clerk.ts'
import { expect, findViolations, test } from './fixtures.ts'

const newPassword = 'three blue kettles'

test('an admin confirms the password and creates a link, with which the user chooses a password and signs in', async ({
  page,
  browser,
}) => {
  covers('security accounts.links', 'security accounts.confirmation')

  // Does not use `signIn`, because it would answer the password prompt.
  await page.goto('/login')
  await page.getByLabel('Email').fill('admin@main.demo')
  await page.getByLabel('Password', { exact: true }).fill('school-demo')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.goto('/users')
  await page.getByRole('button', { name: 'Link: Kashif Mehmood' }).click()
  await page.getByRole('button', { name: 'Make link' }).click()
  const question = page.getByRole('dialog', { name: 'Enter your password to go on' })
  await expect(question.getByLabel('Your password')).toBeFocused()
  expect(await findViolations(page, { hasPopup: true })).toEqual([])
  await page.keyboard.type('school-demo')
  await page.keyboard.press('Enter')
  const linkAlert = page.getByRole('alertdialog', { name: 'Link for Kashif Mehmood' })
  await expect(linkAlert).toBeVisible()
  expect(await findViolations(page, { hasPopup: true })).toEqual([])
  const link = await linkAlert.locator('code').innerText()

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await phone.goto(link)
  await expect(phone).toHaveURL(/\/new-password$/)
  expect(await findViolations(phone)).toEqual([])
  await phone.getByLabel(/^New password \*$/).fill(newPassword)
  await phone.getByLabel(/^New password again/).fill(newPassword)
  await phone.getByRole('button', { name: 'Set password' }).click()
  await expect(phone.getByText('Your password is set')).toBeVisible()
  await phone.getByRole('link', { name: 'Sign in' }).click()
  await clerkOn(phone).signIn('desk@main.demo', newPassword)
  await phone.goto('/sessions')
  await expect(phone.getByText('Chrome on Linux')).toBeVisible()
  expect(await findViolations(phone)).toEqual([])
})
