import { workbookOf } from '#test/workbook.ts'
import type { Page } from '@playwright/test'
import { clerkOn } from './clerk.ts'
import { expect, findViolations, test } from './fixtures.ts'

const headings = [
  'Student Name',
  "Father's Name",
  'D.O.B',
  'Gender',
  'Class',
  'Section',
  'Monthly Fee',
  'Balance',
  'Place of Birth',
  'Religion',
  'Father Phone',
]

/** Thirty children of a class, three of them with a fault: a class, a day and a fee that are none. */
const children = Array.from({ length: 30 }, (_, place) => [
  `Newcomer ${String.fromCodePoint(65 + (place % 26))}${place}`,
  `Father ${place}`,
  place === 4 ? '31/02/2015' : `${13 + (place % 15)}/04/2015`,
  place % 2 ? 'F' : 'M',
  place === 9 ? '11th' : '5',
  'Red',
  place === 14 ? 'much' : 4500,
  place < 3 ? 7500 : 0,
  'Lahore',
  'Islam',
  '0300-1234567',
])

/** The violations of the page wide and light, narrow and dark; in neither may it scroll to the side. */
async function findViolationsInLooks(page: Page): Promise<string[]> {
  const found = await findViolations(page)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 844 })
  found.push(...(await findViolations(page)))
  const scrolled = await page.evaluate(() => {
    window.scrollTo(9999, window.scrollY)
    return window.scrollX
  })
  expect(scrolled).toBe(0)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1366, height: 768 })
  return found
}

test('a school brings in its register: thirty children with three faults, from the file to the student list', async ({
  page,
}) => {
  const clerk = clerkOn(page)
  await clerk.signIn('admin@main.demo')
  await clerk.open('Administration', 'Bring in from Excel')
  expect(await findViolationsInLooks(page)).toEqual([])
  await page.getByRole('button', { name: 'How to bring a file in' }).click()
  const pictures = page.getByRole('dialog').locator('img')
  await expect(pictures).toHaveCount(2)
  for (const picture of await pictures.all()) {
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(500)
  }
  expect(await findViolations(page, { hasPopup: true })).toEqual([])
  await page.keyboard.press('Escape')
  await expect(pictures).toHaveCount(0)
  const buffer = await workbookOf([['Green Valley School'], [], headings, ...children])
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'register.xlsx', mimeType: 'application/vnd.ms-excel', buffer })
  await expect(page.getByRole('table', { name: 'The first rows' })).toContainText('Newcomer A0')
  expect(await findViolationsInLooks(page)).toEqual([])
  // The button has the focus: the work goes on by the keyboard.
  await expect(page.getByRole('button', { name: 'Go on' })).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(page.getByLabel("Field of Father's Name")).toHaveValue('fatherName')
  await expect(page.getByLabel('Field of Balance')).toHaveValue('balance')
  expect(await findViolationsInLooks(page)).toEqual([])
  await page.getByRole('button', { name: 'Check the rows' }).click()

  // Each open question once: what 11th means, which is left open, and the day of the balances.
  const goOn = page.getByRole('button', { name: 'Go on' })
  await expect(page.getByRole('heading', { name: 'What the file leaves open' })).toBeVisible()
  await page.getByLabel('Of which day are the balances?').selectOption({ index: 1 })
  expect(await findViolationsInLooks(page)).toEqual([])
  await goOn.click()

  const grid = page.getByRole('table', { name: 'Refused: 3 rows' })
  await expect(grid).toBeVisible()
  await expect(page.getByRole('button', { name: 'Admit 27 children' })).toBeDisabled()
  expect(await findViolationsInLooks(page)).toEqual([])
  await grid.getByRole('button', { name: /^D\.O\.B, row 8: 31\/02\/2015/ }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('28/02/2015')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table', { name: 'Refused: 2 rows' })).toBeVisible()
  // A letter opens the cell too, and Tab saves it.
  await page.getByRole('button', { name: /^Class, row 13: 11th/ }).focus()
  await page.keyboard.type('5')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('table', { name: 'Refused: 1 row' })).toBeVisible()
  await page.getByRole('button', { name: 'Leave out: row 18' }).click()

  await page.getByRole('button', { name: 'Admit 29 children' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Admit 29 children, opening dues Rs 22,500, advances Rs 0?')
  await question.getByRole('button', { name: 'Admit 29 children' }).click()
  await expect(page.getByRole('heading', { name: 'Import 1 is in the books' })).toBeVisible()
  expect(await findViolationsInLooks(page)).toEqual([])

  await page.getByRole('link', { name: 'Student list' }).click()
  await page.getByLabel('Class', { exact: true }).selectOption('5')
  await page.getByLabel('Section').selectOption('Red')
  await page.getByRole('button', { name: 'Show students' }).click()
  await expect(page.getByRole('table').getByText('Newcomer A0')).toBeVisible()
})
