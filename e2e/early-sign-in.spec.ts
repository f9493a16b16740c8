import type { Page } from '@playwright/test'
import { clerkOn } from './clerk.ts'
import { expect, readOnlyTest as test } from './fixtures.ts'

/** Delays the page's code until the returned function is called; the HTML and styles load at once. */
async function holdCode(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

/** Records the errors of the page, such as HTML that differs from the output of its code. */
function recordErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  return errors
}

test('the sign-in accepts keys and a click before its code has loaded, and signs in afterwards', async ({
  page,
}) => {
  const errors = recordErrors(page)
  const release = await holdCode(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type('office@main.demo')
  await page.keyboard.press('Tab')
  await page.keyboard.type('school-demo')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByLabel('Email')).toHaveValue('office@main.demo')
  release()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  // The script that held the submission back does not hold back other forms.
  await clerkOn(page).open('Admission reports', 'Student list')
  await page.getByRole('button', { name: 'Show students' }).click()
  await expect(page.getByText(/students? listed/)).toBeVisible()
  expect(errors).toEqual([])
})

test('partly typed text, the cursor and the chosen colours stay when the code has loaded', async ({
  page,
}) => {
  const errors = recordErrors(page)
  await page.addInitScript(() => localStorage.setItem('preferences', '{"colours":"dark"}'))
  const release = await holdCode(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('office@main.demo')
  await page.getByLabel('Password', { exact: true }).pressSequentially('school-')
  release()
  await expect(page.locator('form[data-listens]')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type('demo')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  expect(errors).toEqual([])
})

test('an empty form submitted before the code has loaded shows the missing field', async ({ page }) => {
  const release = await holdCode(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.press('Enter')
  release()
  await expect(page.getByText('Enter your email')).toBeVisible()
})

test('a signed-in user does not see the form before the dashboard opens', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill('office@main.demo')
  await page.getByLabel('Password', { exact: true }).fill('school-demo')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  const release = await holdCode(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.locator('form')).toBeAttached()
  await expect(page.getByLabel('Email')).toBeHidden()
  release()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('the sign-in hides its form without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${baseURL}/login`)
  await expect(page.locator('body > noscript')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeHidden()
  await context.close()
})
