import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { evaluateNumber, pageMemory, twoFrames, type ClerkBrowser } from '#bench/browser.ts'
import { aSchoolFile, importFaults } from '#test/import-files.ts'
import { workbookOf } from '#test/workbook.ts'

const faults = Object.fromEntries(Object.keys(importFaults).map((fault) => [fault, 5]))
/** The time that the browser gets to free memory. */
const idleMs = 2000
const sampleMs = 50

/** Uploads the workbook and continues until the dry run shows the refused rows. */
async function checkFile(page: Page, buffer: Buffer): Promise<void> {
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await page.locator('input[type=file]').setInputFiles({ name: 'register.xlsx', mimeType, buffer })
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Check the rows' }).click()
  const goOn = page.getByRole('button', { name: 'Continue' })
  await page.getByText('Has paid ahead', { exact: true }).click()
  await page.getByText('Keep the roll numbers of the file').click()
  await page.getByLabel('Of which day are the balances?').selectOption({ index: 1 })
  await goOn.click()
  await page.getByRole('table', { name: /^Refused: / }).waitFor({ timeout: 60_000 })
  await evaluateNumber(page, `${twoFrames}.then(() => 0)`)
}

/** Returns the memory of the page's process after garbage collection, in megabytes. */
async function collectedMemory({ browser, context }: ClerkBrowser, page: Page): Promise<number> {
  const session = await context.newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await session.detach()
  await pause(idleMs)
  return pageMemory(browser)
}

/**
 * Measures how much the page's process grows while an admin checks a workbook of `rows` rows with every kind of fault:
 * at its peak and after garbage collection, in megabytes.
 */
export async function measurePageGrowth(clerk: ClerkBrowser, rows: number, firstRollNo: number) {
  const file = aSchoolFile({ rows, faults, firstRollNo })
  const buffer = await workbookOf([file.headings, ...file.rows.map(({ cells }) => cells)])
  const page = await clerk.context.newPage()
  await page.goto(`${clerk.url}/import`)
  await page.locator('input[type=file]').waitFor({ state: 'attached' })
  const before = await collectedMemory(clerk, page)
  const state = { isDone: false, peak: before }
  const sample = async (): Promise<void> => {
    while (!state.isDone) {
      state.peak = Math.max(state.peak, await pageMemory(clerk.browser))
      await pause(sampleMs)
    }
  }
  const check = checkFile(page, buffer).finally(() => {
    state.isDone = true
  })
  await Promise.all([check, sample()])
  const after = await collectedMemory(clerk, page)
  await page.close()
  return { peak: state.peak - before, retained: after - before }
}
