import { places } from '#web/shell/menu.ts'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { clerk } from './clerk.ts'
import { expect, long, test } from './fixtures.ts'

type Tab = (typeof places)[number]['tab']
const pathsOf = (...tabs: Tab[]) => places.filter(({ tab }) => tabs.includes(tab)).map(({ path }) => path)

/** Every screen, in parts that are surveyed side by side. */
const parts = {
  'of admissions and vouchers': pathsOf('admissions', 'vouchers'),
  'of receipts and users': ['/dashboard', ...pathsOf('fee-receipts', 'administration', null)],
  'of reports': pathsOf('admission-reports', 'monthly-fee-reports'),
  'with a student in hand': [
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

test('every screen has its part in the survey', long, () => {
  expect(
    places.map(({ path }) => path).filter((path) => !Object.values<string[]>(parts).flat().includes(path)),
  ).toEqual([])
})

const looks = [
  { look: 'wide and light', width: 1366, height: 768, colorScheme: 'light' },
  { look: 'narrow and dark', width: 390, height: 844, colorScheme: 'dark' },
] as const

for (const { look, width, height, colorScheme } of looks) {
  const asSeen = async (page: Page) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
  }

  for (const [part, paths] of Object.entries(parts)) {
    test(
      `every screen ${part}, ${look}, can be read by everyone and scrolls sideways nowhere`,
      long,
      async ({ page }) => {
        await asSeen(page)
        await clerk(page).signIn('admin@main.demo')
        const found: string[] = []
        for (const path of paths) {
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expect(page.getByText(/^(Loading|Looking|Opening)/)).toHaveCount(0)
          found.push(...(await serious(page)))
          expect([path, await sideways(page)]).toEqual([path, 0])
        }
        expect(found).toEqual([])
      },
    )
  }

  test(
    `the sign-in and a report, ${look}, can be read by everyone and scroll sideways nowhere`,
    long,
    async ({ page }) => {
      await asSeen(page)
      await page.goto('/login')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const found = await serious(page)
      expect(await sideways(page)).toBe(0)
      await clerk(page).signIn('admin@main.demo')
      await page.goto('/fee-record')
      await page.getByRole('button', { name: 'Generate Report for both' }).click()
      await expect(page.getByRole('table')).toBeVisible()
      found.push(...(await serious(page)))
      expect(await sideways(page)).toBe(0)
      expect(found).toEqual([])
    },
  )
}
