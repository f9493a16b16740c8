import type { Page } from '@playwright/test'
import { clerkOn } from './clerk.ts'
import { expect, readingTest as test } from './fixtures.ts'

/** Keeps the page's code back until the returned function is called; the sign-in's HTML and styles come at once. */
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

/** The errors of the page, such as HTML that differs from the output of its code. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  return complaints
}

test('the sign-in takes keys and its button before the code is there, and then signs in', async ({
  page,
}) => {
  const complaints = complaintsOf(page)
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
  // The code that held the sign-in's form holds no other form.
  await clerkOn(page).open('Admission reports', 'Student list')
  await page.getByRole('button', { name: 'Show students' }).click()
  await expect(page.getByText(/students? listed/)).toBeVisible()
  expect(complaints).toEqual([])
})

test('half-typed text and the cursor stay, in the chosen colours, when the code arrives', async ({
  page,
}) => {
  const complaints = complaintsOf(page)
  await page.addInitScript(() => localStorage.setItem('preferences', '{"colours":"dark"}'))
  const release = await holdCode(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('office@main.demo')
  await page.getByLabel('Password', { exact: true }).pressSequentially('school-')
  release()
  await expect(page.locator('form[data-listens]')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Theme: dark; change to automatic' })).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type('demo')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('an empty form that is submitted before the code is there says what is missing', async ({ page }) => {
  const release = await holdCode(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.press('Enter')
  release()
  await expect(page.getByText('Enter your email')).toBeVisible()
})

test('a known user sees no form on the way to the dashboard', async ({ page }) => {
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

test('the sign-in shows no form without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${baseURL}/login`)
  await expect(page.locator('body > noscript')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeHidden()
  await context.close()
})
