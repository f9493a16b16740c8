import type { Page } from '@playwright/test'
import { clerkOn } from './clerk.ts'
import { expect, readingTest as test } from './fixtures.ts'

const mmPerPx = 25.4 / 96
/** The width of A4 without its margins, turned sideways and upright. */
const sideways = { width: Math.floor(277 / mmPerPx), height: 700 }
const upright = { width: Math.floor(190 / mmPerPx), height: 1000 }

async function layOut(page: Page, size: typeof upright): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize(size)
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
}

test('prints the fee record and the graph whole, in letters that can be read, with numbered pages', async ({
  page,
}) => {
  await clerkOn(page).signIn('office@main.demo')
  await page.goto('/fee-record?from=&kind=all')
  const table = page.getByRole('table', { name: 'Fee vouchers for all students' })
  await expect(table).toBeVisible()
  await layOut(page, sideways)
  const printed = await table.evaluate((element) => {
    const cells = [...element.querySelectorAll('[role=cell], [role=columnheader]')]
    return {
      missing: Number(element.ariaRowCount) - element.querySelectorAll('[role=row]').length,
      points: Math.min(...cells.map((cell) => Number.parseFloat(getComputedStyle(cell).fontSize) * 0.75)),
      beyondPaper: element.getBoundingClientRect().right > window.innerWidth + 1,
      cut: cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent),
    }
  })
  expect(printed).toEqual({ missing: 0, points: expect.any(Number), beyondPaper: false, cut: [] })
  expect(printed.points).toBeGreaterThanOrEqual(6.99)
  await expect(page.getByText(/^Printed on .* by \S/)).toBeVisible()
  const numbered = await page.evaluate(() =>
    [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .some(
        (rule) => rule.cssText.startsWith('@page') && /counter\(page\).*counter\(pages\)/.test(rule.cssText),
      ),
  )
  expect(numbered).toBe(true)

  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto('/admission-reports?from=2026-04-01&kind=all')
  await page.getByText('Graph', { exact: true }).click()
  await expect(page.locator('.recharts-bar-rectangle path').first()).toBeVisible()
  await layOut(page, upright)
  const chart = page.getByRole('region', { name: 'Graph, scrolls' })
  const names = chart.locator('text[fill="currentColor"]:not([class])')
  await expect(names).toHaveCount(14)
  const rights = await names.evaluateAll((all) => all.map((name) => name.getBoundingClientRect().right))
  expect(Math.max(...rights)).toBeLessThanOrEqual(upright.width)
  const drawing = await chart.locator('.recharts-surface').boundingBox()
  expect(Math.round((drawing?.width ?? 0) * mmPerPx)).toBe(180)
  const figures = await page.getByRole('table', { name: 'Admitted and removed by class' }).boundingBox()
  expect(figures?.y).toBeGreaterThan((drawing?.y ?? 0) + (drawing?.height ?? 0) - 1)
})
