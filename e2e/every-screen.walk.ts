import { places } from '#web/shell/menu.ts'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { clerk } from './clerk.ts'
import { expect, survey, test } from './office.ts'

const paths = [
  '/dashboard',
  ...places.map(({ path }) => path),
  '/student?roll=1001',
  '/receipts/individual?roll=1001',
  '/edit-admissions?roll=1001',
  '/edit-vouchers?roll=1001',
  '/student-fee-change?roll=1001',
  '/generate-voucher/student?roll=1001',
  '/student-removal?roll=1001',
  '/nothing-here',
]

/** What axe finds serious on the page as it stands, in words. */
async function serious(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${page.url()}: ${id} at ${target.join(' ')}`))
}

/** How far the page itself can be pushed sideways. */
const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => {
    window.scrollTo(9999, 0)
    return window.scrollX
  })

for (const { name, width, height, colorScheme } of [
  { name: 'wide and light', width: 1366, height: 768, colorScheme: 'light' },
  { name: 'narrow and dark', width: 390, height: 844, colorScheme: 'dark' },
] as const) {
  test(
    `every screen, ${name}, can be read by everyone and scrolls sideways nowhere`,
    survey,
    async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height })
      await page.goto('/login')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const found = await serious(page)
      await clerk(page).signIn('admin@main.demo')
      for (const path of paths) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByText(/^(Loading|Looking|Opening)/)).toHaveCount(0)
        found.push(...(await serious(page)))
        expect([path, await sideways(page)]).toEqual([path, 0])
      }
      await page.goto('/fee-record')
      await page.getByRole('button', { name: 'Generate Report for both' }).click()
      await expect(page.getByRole('table')).toBeVisible()
      found.push(...(await serious(page)))
      expect(await sideways(page)).toBe(0)
      expect(found).toEqual([])
    },
  )
}
