import type { Page } from '@playwright/test'
import { covers } from '#test/covers.ts'
import { clerkOn } from './clerk.ts'
import { expect, readOnlyTest as test } from './fixtures.ts'

test('the graph stacks red removals on green admissions, class by class, in light and dark', async ({
  page,
}) => {
  covers('spec 2.admission-reports.chart')

  await clerkOn(page).signIn('viewer@main.demo')
  await clerkOn(page).open('Admission reports', 'Admission reports')
  await page.getByRole('button', { name: 'Get report' }).click()
  await expect(page.getByRole('table', { name: 'Admissions and removals' })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // A reload resets the view, so the graph is selected again.
    await page.reload()
    await page.getByText('Graph', { exact: true }).click()
    await expect(page.locator('.chart-figure .chart-part').first()).toBeVisible()

    const columns = await readColumns(page)
    const stackedColumns = columns.filter(({ segments }) => segments.length === 2)
    expect(columns.length).toBeGreaterThan(10)
    expect(stackedColumns.length).toBeGreaterThan(0)
    for (const { segments } of columns) {
      const [below, above] = segments
      expect(segments.map(({ colour }) => colour)).toEqual(above ? ['green', 'red'] : [below?.of])
      if (below && above) expect(Math.abs(below.top - above.bottom)).toBeLessThan(1)
    }
  }
})

/** Returns the columns from left to right, each with its segments from bottom to top. */
const readColumns = (page: Page) =>
  page.evaluate(() => {
    const colourOf = (css: string) => {
      const [red, green, blue] = (/rgb\(([^)]*)\)/.exec(css)?.[1] ?? '').split(',').map(Number) as [
        number,
        number,
        number,
      ]
      if (red > green * 1.3 && red > blue * 1.3) return 'red'
      return green > red * 1.3 && green > blue * 1.1 ? 'green' : css
    }
    return [...document.querySelectorAll('.chart-figure .chart-bars')].flatMap((column) => {
      const segments = [...column.querySelectorAll('.chart-part')].flatMap((part, index) => {
        const { top, bottom, height } = part.getBoundingClientRect()
        const { backgroundColor, backgroundImage } = getComputedStyle(part)
        // A striped segment has its colours in the image.
        const colour = colourOf(backgroundImage === 'none' ? backgroundColor : backgroundImage)
        return height === 0 ? [] : [{ top, bottom, colour, of: index === 0 ? 'green' : 'red' }]
      })
      return segments.length === 0 ? [] : [{ segments }]
    })
  })
