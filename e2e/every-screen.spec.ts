import { places } from '#web/app/menu.ts'
import { colours } from '#web/ui/colours.ts'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { clerkOn } from './clerk.ts'
import { expect, long, test } from './fixtures.ts'

type Tab = (typeof places)[number]['tab']
const pathsOf = (...tabs: Tab[]) => places.filter(({ tab }) => tabs.includes(tab)).map(({ path }) => path)

/** Every screen, in groups that are tested in parallel. */
const parts = {
  'of admissions and vouchers': pathsOf('admissions', 'vouchers'),
  'of receipts and users': ['/dashboard', ...pathsOf('fee-receipts', 'administration', null)],
  'of reports': pathsOf('admission-reports', 'monthly-fee-reports'),
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

/** The serious accessibility violations that axe finds on the current page. */
async function findViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${page.url()}: ${id} at ${target.join(' ')}`))
}

/** How far the page itself scrolls horizontally, in pixels. */
const horizontalScroll = (page: Page): Promise<number> =>
  page.evaluate(() => {
    window.scrollTo(9999, 0)
    return window.scrollX
  })

/** A colour of one ground as the browser computes it: `rgb(31, 107, 69)`. */
function asRgb([light, dark]: readonly [string, string], ground: 'light' | 'dark'): string {
  const colour = ground === 'light' ? light : dark
  return `rgb(${[1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16)).join(', ')})`
}

test('every screen belongs to a group', long, () => {
  expect(
    places.map(({ path }) => path).filter((path) => !Object.values<string[]>(parts).flat().includes(path)),
  ).toEqual([])
})

test('a phone opens every group from the menu at its foot', long, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await clerkOn(page).signIn('admin@main.demo')
  await page.goto('/student-list')
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('button', { name: 'Vouchers' }).click()
  expect(await findViolations(page)).toEqual([])
  await menu.getByRole('link', { name: 'Post vouchers', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Post vouchers' })).toBeVisible()
  await expect(menu).toHaveCount(0)
})

test('a narrow window shows the groups as icons, each with a menu of its screens', long, async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 768 })
  await clerkOn(page).signIn('admin@main.demo')
  await page.goto('/student-list')
  await page
    .getByRole('navigation', { name: 'Portal' })
    .getByRole('button', { name: 'Monthly fee reports' })
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('menuitem', { name: 'Fee received' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Fee received' })).toBeVisible()
})

const looks = [
  { look: 'wide and light', width: 1366, height: 768, colorScheme: 'light' },
  { look: 'narrow and dark', width: 390, height: 844, colorScheme: 'dark' },
] as const

for (const { look, width, height, colorScheme } of looks) {
  const setAppearance = async (page: Page) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
  }

  for (const [part, paths] of Object.entries(parts)) {
    test(
      `every screen ${part}, ${look}, is accessible and does not scroll horizontally`,
      long,
      async ({ page }) => {
        await setAppearance(page)
        await clerkOn(page).signIn('admin@main.demo')
        const found: string[] = []
        for (const path of paths) {
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expect(page.getByRole('navigation', { name: 'Portal' })).toBeVisible()
          await expect(page.getByText(/^(Loading|Looking|Opening)/)).toHaveCount(0)
          found.push(...(await findViolations(page)))
          expect([path, await horizontalScroll(page)]).toEqual([path, 0])
        }
        expect(found).toEqual([])
      },
    )
  }

  test(`fields ${look} have the border and the focus of the colours whose contrast is tested`, async ({
    page,
  }) => {
    await setAppearance(page)
    await clerkOn(page).signIn('admin@main.demo')
    await page.goto('/new-admissions')
    // The first field has the focus already.
    const field = page.getByRole('textbox', { name: 'Father Name' })
    await expect(field).toHaveCSS('border-top-color', asRgb(colours['field-border'], colorScheme))
    await expect(page.locator('body')).toHaveCSS('background-color', asRgb(colours.page, colorScheme))
    await field.focus()
    await expect(field).toHaveCSS('border-top-color', asRgb(colours.focus, colorScheme))
    const button = page.getByRole('button', { name: 'Next' })
    await button.focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(button).toHaveCSS('outline-color', asRgb(colours.focus, colorScheme))
  })

  test(
    `the sign-in and a report, ${look}, are accessible and do not scroll horizontally`,
    long,
    async ({ page }) => {
      await setAppearance(page)
      await page.goto('/login')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const found = await findViolations(page)
      expect(await horizontalScroll(page)).toBe(0)
      await clerkOn(page).signIn('admin@main.demo')
      await page.goto('/fee-record')
      await page.getByRole('button', { name: 'Generate Report for both' }).click()
      await expect(page.getByRole('table')).toBeVisible()
      found.push(...(await findViolations(page)))
      expect(await horizontalScroll(page)).toBe(0)
      expect(found).toEqual([])
    },
  )
}
