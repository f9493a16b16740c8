import type { Page } from '@playwright/test'
import { clerkOn } from './clerk.ts'
import { expect, readOnlyTest as test } from './fixtures.ts'

const mmPerPx = 25.4 / 96
/** The width of A4 without margins, in landscape and in portrait. */
const landscape = { width: Math.floor(277 / mmPerPx), height: 700 }
const portrait = { width: Math.floor(190 / mmPerPx), height: 1000 }

async function layOut(page: Page, size: typeof portrait): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize(size)
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
}

test('the fee record and the graph print completely, in a legible size and with page numbers', async ({
  page,
}) => {
  await clerkOn(page).signIn('office@main.demo')
  await page.goto('/fee-record?from=&kind=all')
  const table = page.getByRole('table', { name: 'Fee vouchers for all students' })
  await expect(table).toBeVisible()
  await layOut(page, landscape)
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
  const hasPageNumbers = await page.evaluate(() =>
    [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .some(
        (rule) => rule.cssText.startsWith('@page') && /counter\(page\).*counter\(pages\)/.test(rule.cssText),
      ),
  )
  expect(hasPageNumbers).toBe(true)

  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto('/admission-reports?from=2026-04-01&kind=all')
  await page.getByText('Graph', { exact: true }).click()
  const chart = page.locator('.chart-figure')
  await expect(chart).toBeVisible()
  await layOut(page, portrait)
  const words = chart.locator('.chart-word')
  await expect(words).toHaveCount(14)
  const rightEdges = await words.evaluateAll((all) => all.map((word) => word.getBoundingClientRect().right))
  expect(Math.max(...rightEdges)).toBeLessThanOrEqual(portrait.width)
  const drawing = await chart.boundingBox()
  expect(Math.round((drawing?.width ?? 0) * mmPerPx)).toBe(180)
  const figures = await page.getByRole('table', { name: 'Admitted and removed by class' }).boundingBox()
  expect(figures?.y).toBeGreaterThan((drawing?.y ?? 0) + (drawing?.height ?? 0) - 1)
})
