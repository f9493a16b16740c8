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
    await expect(page.locator('.recharts-bar-rectangle path').first()).toBeVisible()

    const columns = await readColumns(page)
    const stackedColumns = columns.filter(({ segments }) => segments.length === 2)
    expect(columns.length).toBeGreaterThan(10)
    expect(stackedColumns.length).toBeGreaterThan(0)
    for (const { segments } of columns) {
      const [below, above] = segments
      expect(segments.map(({ colour }) => colour)).toEqual(above ? ['green', 'red'] : [below?.series])
      if (below && above) expect(Math.abs(below.top - above.bottom)).toBeLessThan(1)
    }
  }
})

/** Returns the columns from left to right, each with its segments from bottom to top. */
const readColumns = (page: Page) =>
  page.evaluate(() => {
    const colourOf = (css: string) => {
      const [red = 0, green = 0, blue = 0] = css.match(/[\d.]+/g)?.map(Number) ?? []
      if (red > green * 1.3 && red > blue * 1.3) return 'red'
      return green > red * 1.3 && green > blue * 1.1 ? 'green' : css
    }
    const segments = [...document.querySelectorAll('.recharts-bar')].flatMap((bar, series) =>
      [...bar.querySelectorAll('.recharts-bar-rectangle path')].map((segment) => {
        const { left, top, bottom } = segment.getBoundingClientRect()
        const { fill, stroke } = getComputedStyle(segment)
        // A striped segment shows its colour in the outline.
        const colour = colourOf(fill.startsWith('url') ? stroke : fill)
        return { left: Math.round(left), top, bottom, colour, series: series === 0 ? 'green' : 'red' }
      }),
    )
    const xPositions = [...new Set(segments.map(({ left }) => left))].toSorted((one, other) => one - other)
    return xPositions.map((left) => ({
      left,
      segments: segments
        .filter((segment) => segment.left === left)
        .toSorted((one, other) => other.bottom - one.bottom),
    }))
  })
