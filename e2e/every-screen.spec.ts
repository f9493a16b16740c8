import type { Page } from '@playwright/test'
import { places } from '#web/places/menu.ts'
import { inGroups } from '#web/places/places.ts'
import { colours } from '#web/ui/colours.ts'
import { clerkOn } from './clerk.ts'
import { expect, findViolations, readOnlyTest as test } from './fixtures.ts'

const pathsOf = (...keys: (keyof typeof inGroups)[]) =>
  keys.flatMap((key): readonly { path: string }[] => inGroups[key]).map(({ path }) => path)

/** Every screen, in groups that are tested in parallel. */
const groups = {
  'of admissions and vouchers': pathsOf('admissions', 'vouchers'),
  'of receipts and users': ['/dashboard', ...pathsOf('fee-receipts', 'administration', 'none')],
  'of reports': pathsOf('admission-reports', 'monthly-fee-reports'),
  'of accounts': pathsOf('accounts'),
  'with a selected student': [
    '/student?roll=1001',
    '/receipts/individual?roll=1001',
    '/edit-admissions?roll=1001',
    '/edit-vouchers?roll=1001',
    '/student-fee-change?roll=1001',
    '/generate-voucher/student?roll=1001',
    '/student-removal?roll=1001',
    '/nothing-here',
  ],
}

/** Returns how far the page and the screen in it scroll sideways, in pixels. */
const horizontalScroll = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const screen = document.querySelector('main')
    window.scrollTo(9999, 0)
    screen?.scrollTo({ left: 9999 })
    return window.scrollX + (screen?.scrollLeft ?? 0)
  })

/** Returns the light or dark colour as the browser computes it: `rgb(31, 107, 69)`. */
function asRgb([light, dark]: readonly [string, string], look: Look): string {
  const colour = look === 'light' ? light : dark
  return `rgb(${[1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16)).join(', ')})`
}

test('every screen belongs to a group', () => {
  expect(
    places.map(({ path }) => path).filter((path) => !Object.values<string[]>(groups).flat().includes(path)),
  ).toEqual([])
})

test('a phone opens a screen from the menu at the bottom of the window', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await clerkOn(page).signIn('admin@main.demo')
  await page.goto('/student-list')
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('button', { name: 'Vouchers' }).click()
  expect(await findViolations(page, { hasPopup: true })).toEqual([])
  await menu.getByRole('link', { name: 'Post vouchers', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Post vouchers' })).toBeVisible()
  await expect(menu).toHaveCount(0)
})

test('a narrow window shows the groups as icons, each with a menu of its screens', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 768 })
  await clerkOn(page).signIn('admin@main.demo')
  await page.goto('/student-list')
  await page
    .getByRole('navigation', { name: 'Portal' })
    .getByRole('button', { name: 'Monthly fee reports' })
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
  expect(await findViolations(page, { hasPopup: true })).toEqual([])
  await page.getByRole('menuitem', { name: 'Fee received' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Fee received' })).toBeVisible()
})

const looks = {
  light: { width: 1366, height: 768 },
  dark: { width: 390, height: 844 },
} as const
type Look = keyof typeof looks

/** Shows the page wide and light, or dark and narrow as on a phone. */
async function setLook(page: Page, look: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: look, reducedMotion: 'reduce' })
  await page.setViewportSize(looks[look])
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', look)
  // The code adapts to the width of the window some frames after the style sheets do.
  await expect(page.locator(look === 'dark' ? '.navigation' : '.bottom-navigation')).toHaveCount(0)
}

/** Finds the violations of the page in both layouts, and checks that the page does not scroll sideways. */
async function findViolationsInLayouts(page: Page, open?: { readonly hasPopup: boolean }): Promise<string[]> {
  const violations: string[] = []
  for (const look of ['light', 'dark'] as const) {
    await setLook(page, look)
    await expect(page.getByText(/^(Loading|Looking|Opening the portal)/)).toHaveCount(0)
    // Find dims its previous results while it searches again.
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    violations.push(...(await findViolations(page, open)).map((violation) => `${look}: ${violation}`))
    // A popup moves with its button some frames after the width of the window changes.
    await expect.poll(() => horizontalScroll(page), `${page.url()} in ${look} scrolls to the side`).toBe(0)
  }
  await setLook(page, 'light')
  return violations
}

async function openAsAdmin(page: Page): Promise<void> {
  await page.goto('/login')
  await setLook(page, 'light')
  await clerkOn(page).signIn('admin@main.demo')
}

for (const [group, paths] of Object.entries(groups)) {
  test(`every screen ${group} is accessible and does not scroll sideways, wide and light or narrow and dark`, async ({
    page,
  }) => {
    await openAsAdmin(page)
    const violations: string[] = []
    for (const path of paths) {
      await clerkOn(page).goTo(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Portal' })).toBeVisible()
      violations.push(...(await findViolationsInLayouts(page)))
    }
    expect(violations).toEqual([])
  })
}

test('the sign-in is accessible and does not scroll sideways, wide and light or narrow and dark', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await findViolationsInLayouts(page)).toEqual([])
})

/** Opens later states of screens: with results, with a menu or dialog, with errors. */
const states: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async 'the rows of a report'(page) {
    await page.goto('/fee-record?kind=all')
    await expect(page.getByRole('table')).toBeVisible()
  },
  async 'the receipts of a month with their sums'(page) {
    await page.goto('/fee-received?preset=month&kind=all')
    await expect(page.getByRole('heading', { name: 'By day' })).toBeVisible()
  },
  async 'a chart above the rows'(page) {
    await page.goto('/net-receivables?from=&kind=all&chart=1')
    await expect(page.getByRole('region', { name: 'Age of dues' })).toBeVisible()
  },
  async 'the menu of a row'(page) {
    await page.goto('/fee-record?kind=all')
    await page
      .getByRole('button', { name: /^Actions for / })
      .first()
      .click()
    await expect(page.getByRole('menu')).toBeVisible()
  },
  async 'the choice of columns'(page) {
    await page.goto('/student-list?kind=all')
    await page.getByRole('button', { name: 'Show students' }).click()
    await page.getByRole('button', { name: 'View' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  async 'Find with students'(page) {
    await page.goto('/dashboard')
    await expect(page.getByRole('button', { name: /^Find a student/ })).toBeVisible()
    await page.keyboard.press('Control+K')
    await expect(page.getByRole('dialog', { name: 'Find' })).toBeVisible()
    await page.keyboard.type('khan')
    await expect(page.getByRole('option').first()).toBeVisible()
  },
  async 'the keys of a screen'(page) {
    await page.goto('/receipts/individual')
    await page.getByRole('button', { name: 'User' }).click()
    await page.getByRole('button', { name: 'Keys of this screen' }).click()
    await expect(page.getByRole('dialog', { name: 'Keys of this screen' })).toBeVisible()
  },
  async 'a calendar'(page) {
    await page.goto('/fee-record')
    await page.getByRole('textbox', { name: /^From Date/ }).press('Alt+ArrowDown')
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  async 'an admission with errors at its fields'(page) {
    await page.goto('/new-admissions')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
  },
  async 'a question'(page) {
    await page.goto('/users')
    await page
      .getByRole('button', { name: /^Reset password: / })
      .first()
      .click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
  },
}

test('reports, dialogs, menus and errors are accessible, wide and light or narrow and dark', async ({
  page,
}) => {
  await openAsAdmin(page)
  for (const [state, open] of Object.entries(states)) {
    await open(page)
    expect([state, await findViolationsInLayouts(page, { hasPopup: true })]).toEqual([state, []])
  }
})

for (const look of ['light', 'dark'] as const) {
  test(`fields in ${look} have the border and focus colours whose contrast is tested`, async ({ page }) => {
    await openAsAdmin(page)
    await page.goto('/new-admissions')
    await setLook(page, look)
    // The first field already has the focus.
    const field = page.getByRole('textbox', { name: 'Father Name' })
    await expect(field).toHaveCSS('border-top-color', asRgb(colours['field-border'], look))
    await expect(page.locator('body')).toHaveCSS('background-color', asRgb(colours.page, look))
    await field.focus()
    await expect(field).toHaveCSS('border-top-color', asRgb(colours.focus, look))
    const button = page.getByRole('button', { name: 'Next' })
    await button.focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(button).toHaveCSS('outline-color', asRgb(colours.focus, look))
  })
}
