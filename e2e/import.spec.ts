import { mkdir, writeFile } from 'node:fs/promises'
import type { CDPSession, Locator, Page } from '@playwright/test'
import { workbookOf } from '#test/workbook.ts'
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

/** Thirty children of a class. Three rows have an invalid class, date or fee. */
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

/** Finds accessibility violations in a wide light window, then in a narrow dark one, which must not scroll sideways. */
async function findViolationsInLayouts(page: Page): Promise<string[]> {
  const violations = await findViolations(page)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 844 })
  violations.push(...(await findViolations(page)))
  const scrollX = await page.evaluate(() => {
    const screen = document.querySelector('main')
    screen?.scrollTo({ left: 9999 })
    return screen?.scrollLeft
  })
  expect(scrollX).toBe(0)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1366, height: 768 })
  return violations
}

test('a school imports thirty children, corrects or leaves out three faulty rows, and sees them in the student list', async ({
  page,
}) => {
  const clerk = clerkOn(page)
  await clerk.signIn('admin@main.demo')
  await clerk.open('Administration', 'Import from Excel')
  expect(await findViolationsInLayouts(page)).toEqual([])
  await page.getByRole('button', { name: 'How to import a file' }).click()
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
  expect(await findViolationsInLayouts(page)).toEqual([])
  // The button has the focus, so that the clerk can continue with the keyboard.
  await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(page.getByLabel("Field of Father's Name")).toHaveValue('fatherName')
  await expect(page.getByLabel('Field of Balance')).toHaveValue('balance')
  expect(await findViolationsInLayouts(page)).toEqual([])
  await page.getByRole('button', { name: 'Check the rows' }).click()

  // The screen shows each open question once: the meaning of 11th, which stays open, and the day of the balances.
  const goOn = page.getByRole('button', { name: 'Continue' })
  await expect(page.getByRole('heading', { name: 'Open questions' })).toBeVisible()
  await page.getByLabel('Of which day are the balances?').selectOption({ index: 1 })
  expect(await findViolationsInLayouts(page)).toEqual([])
  await goOn.click()

  const grid = page.getByRole('table', { name: 'Refused: 3 rows' })
  await expect(grid).toBeVisible()
  await expect(page.getByRole('button', { name: 'Admit 27 children' })).toBeDisabled()
  expect(await findViolationsInLayouts(page)).toEqual([])
  await grid.getByRole('button', { name: /^D\.O\.B, row 8: 31\/02\/2015/ }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('28/02/2015')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table', { name: 'Refused: 2 rows' })).toBeVisible()
  // Typing also opens the cell, and Tab saves it.
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
  expect(await findViolationsInLayouts(page)).toEqual([])

  await page.getByRole('link', { name: 'Student list' }).click()
  await page.getByLabel('Class', { exact: true }).selectOption('5')
  await page.getByLabel('Section').selectOption('Red')
  await page.getByRole('button', { name: 'Show students' }).click()
  await expect(page.getByRole('table').getByText('Newcomer A0')).toBeVisible()
})

interface DragData {
  /** The paths of files. */
  readonly files?: string[]
  readonly text?: string
}
type DragStep = 'dragEnter' | 'dragOver' | 'drop'

/** Simulates a drag from the desktop. The browser handles every event whose default the page does not prevent. */
async function drag(
  session: CDPSession,
  target: Locator,
  data: DragData,
  types: readonly DragStep[],
): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('Nothing to drag onto')
  const point = { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 20) }
  for (const type of types) {
    const { files = [], text } = data
    const items = text === undefined ? [] : [{ mimeType: 'text/plain', data: text }]
    await session.send('Input.dispatchDragEvent', {
      type,
      ...point,
      data: { items, files, dragOperationsMask: 1 },
    })
  }
}

/** Runs in the page: counts the drags of files that the page leaves to the browser. */
function countUnhandledDrags(): void {
  const { dataset } = document.documentElement
  dataset['unhandledDrags'] = '0'
  const count = ({ defaultPrevented, dataTransfer }: DragEvent) => {
    if (dataTransfer?.types.includes('Files') && !defaultPrevented)
      dataset['unhandledDrags'] = String(Number(dataset['unhandledDrags']) + 1)
  }
  window.addEventListener('dragover', count)
  window.addEventListener('drop', count)
}

test('a file dropped on the drop area is read, and a file dropped elsewhere never replaces the page', async ({
  page,
}, testInfo) => {
  const [register, folder] = [testInfo.outputPath('register.xlsx'), testInfo.outputPath('registers')]
  await mkdir(folder, { recursive: true })
  await writeFile(register, await workbookOf([headings, ...children]))
  const clerk = clerkOn(page)
  await clerk.signIn('admin@main.demo')
  await clerk.open('Administration', 'Import from Excel')
  const session = await page.context().newCDPSession(page)
  const area = page.locator('.drop-area')
  const outside = page.getByRole('heading', { name: 'Earlier imports' })
  const allSteps = ['dragEnter', 'dragOver', 'drop'] as const
  const file = { files: [register] }
  await page.evaluate(countUnhandledDrags)

  await drag(session, area, file, ['dragEnter', 'dragOver'])
  await expect(area).toHaveAttribute('data-over')
  await drag(session, outside, file, ['dragOver'])
  await expect(area).not.toHaveAttribute('data-over')
  await drag(session, outside, file, ['drop'])
  await drag(session, area, { text: 'Ali' }, ['dragEnter', 'dragOver'])
  await expect(area).not.toHaveAttribute('data-over')
  await drag(session, area, { text: 'Ali' }, ['drop'])
  await drag(session, area, { files: [register, register] }, allSteps)
  await expect(page.getByText('These are 2 files. Drop one file at a time.')).toBeVisible()
  await drag(session, area, { files: [folder] }, allSteps)
  await expect(page.getByText('This is a folder. Drop the file that is in it.')).toBeVisible()

  await drag(session, area, file, allSteps)
  const firstRows = page.getByRole('table', { name: 'The first rows' })
  await expect(firstRows).toContainText('Newcomer A0')
  await drag(session, firstRows, file, allSteps)
  await page.getByRole('button', { name: 'Continue' }).click()
  const columns = page.getByRole('table', { name: 'Columns of the file' })
  await drag(session, columns, file, allSteps)
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect(page.getByRole('heading', { name: 'Open questions' })).toBeVisible()
  // If the page did not prevent a drag, the browser would open the file in place of the page.
  expect(await page.evaluate(() => document.documentElement.dataset['unhandledDrags'])).toBe('0')
})
