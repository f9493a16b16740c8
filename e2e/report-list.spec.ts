import type { Page } from '@playwright/test'
import { clerkOn } from './clerk.ts'
import { expect, findViolations, readOnlyTest as test } from './fixtures.ts'

const openFeeRecord = async (page: Page) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await clerkOn(page).signIn('office@main.demo')
  await page.goto('/fee-record?kind=all')
  const table = page.getByRole('table', { name: 'Fee vouchers for all students' })
  await expect(table).toBeVisible()
  return table
}

/** Measures the list: its fully visible rows, its sideways scroll in px, and if its totals are visible. */
const measureList = (page: Page) =>
  page.locator('.data-table').evaluate((frame) => {
    const head = frame.querySelector('.data-table-head')?.getBoundingClientRect().bottom ?? 0
    const foot = frame.querySelector('.data-table-foot')?.getBoundingClientRect().top ?? 0
    const rows = [...frame.querySelectorAll('[role=row][tabindex]')].map((row) => row.getBoundingClientRect())
    return {
      rows: rows.filter(({ top, bottom }) => top >= head - 1 && bottom <= foot + 1).length,
      sideways: frame.scrollWidth - frame.clientWidth,
      footInSight: foot < window.innerHeight,
    }
  })

test('the fee record shows sixteen columns and seventeen rows at 1366x768, and cards on a phone', async ({
  page,
}) => {
  const table = await openFeeRecord(page)
  await expect(table.getByRole('columnheader')).toHaveCount(16)
  // The menu gets narrower some frames after the table appears.
  await expect.poll(() => measureList(page)).toMatchObject({ sideways: 0, footInSight: true })
  expect((await measureList(page)).rows).toBeGreaterThanOrEqual(17)

  await page.setViewportSize({ width: 1366, height: 650 })
  await expect.poll(() => measureList(page)).toMatchObject({ sideways: 0, footInSight: true })
  expect((await measureList(page)).rows).toBeGreaterThanOrEqual(12)

  await table.getByRole('row').nth(2).getByRole('cell').nth(1).click()
  await expect(page.getByRole('link', { name: 'Open student' })).toBeVisible()
  await page.keyboard.press('Space')
  await expect(page.getByRole('region', { name: 'Selection' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(table.getByRole('columnheader')).toHaveCount(1)
  await expect.poll(async () => (await measureList(page)).sideways).toBe(0)
  expect((await table.getByRole('row').nth(1).boundingBox())?.y).toBeLessThanOrEqual(260)
  // The filter fields are folded until the user opens them, which leaves more room for the rows.
  await expect(page.getByLabel('Class', { exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByLabel('Class', { exact: true })).toBeVisible()

  await page.goto('/admission-reports?kind=all')
  const cards = page.getByRole('table')
  await expect(cards.getByRole('columnheader')).toHaveCount(1)
  await expect(cards.getByRole('row').nth(1)).toContainText('Admission Date')
  await expect.poll(async () => (await measureList(page)).sideways).toBe(0)
})

test('a first visit lists its rows at once, and rows are selected by their checkboxes with a named sum', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await clerkOn(page).signIn('office@main.demo')
  await page.goto('/net-receivables')
  const table = page.getByRole('table', { name: 'Fee vouchers for admitted students' })
  await expect(table).toBeVisible()
  const boxes = table.getByRole('checkbox', { name: 'Select', exact: true })
  await boxes.nth(0).click()
  await boxes.nth(1).click()
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar).toContainText(/^2 selected · Net Balance Rs [\d,]+/)
  await expect(table.getByRole('row').last()).toBeInViewport({ ratio: 1 })
  await table.getByRole('checkbox', { name: 'Select all' }).click()
  await expect(bar).toBeHidden()
})

test('going back from a student restores the rows, their order and the scroll position', async ({ page }) => {
  const table = await openFeeRecord(page)
  await table.getByRole('button', { name: 'Student Name' }).click()
  await expect(page).toHaveURL(/sort=studentName/)
  const frame = page.locator('.data-table')
  await frame.evaluate((element) => {
    element.scrollTop = 1400
  })
  const row = table
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .nth(30)
  await row.getByRole('cell').nth(1).click()
  await expect(page.getByRole('complementary', { name: 'Student' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/student\?roll/)
  const scrolledTo = 1400
  await page.goBack()
  await expect(table).toBeVisible()
  await expect(table.getByRole('columnheader', { name: 'Student Name' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect
    .poll(() => frame.evaluate((element, top) => Math.abs(element.scrollTop - top), scrolledTo))
    .toBeLessThan(400)
  await expect(page.locator('.data-table [role=row]:focus')).toHaveCount(1)
})

test('Tab stops once in the table, and the arrow keys move between its rows', async ({ page }) => {
  const table = await openFeeRecord(page)
  const first = table.getByRole('row').nth(1)
  await first.focus()
  await page.keyboard.press('End')
  await expect(page.locator('.data-table [role=row]:focus')).toBeVisible()
  await page.keyboard.press('Home')
  await expect(first).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(table.getByRole('row').nth(2)).toBeFocused()
  let stops = 0
  const isInside = () => page.evaluate(() => document.activeElement?.closest('.data-table') !== null)
  while (await isInside()) {
    stops += 1
    expect(stops).toBeLessThanOrEqual(8)
    await page.keyboard.press('Tab')
    if (await page.evaluate(() => document.activeElement === document.body)) break
  }
  expect(stops).toBe(1)
})
