import { readFile } from 'node:fs/promises'
import readXlsxFile from 'read-excel-file/node'
import { covers } from '#test/covers.ts'
import { clerkOn } from './clerk.ts'
import { expect, readOnlyTest as test } from './fixtures.ts'

test('a user with read access sees receipts by day and receiver, and exports them as Excel and CSV', async ({
  page,
}) => {
  covers('spec 2.routes.fee-received')

  const clerk = clerkOn(page)
  await clerk.signIn('viewer@main.demo')
  await clerk.open('Monthly fee reports', 'Fee received')
  await page.getByRole('textbox', { name: /From Date/ }).fill('')
  await page.getByRole('button', { name: 'Generate Report for both' }).click()
  const status = page.getByRole('status').filter({ hasText: /receipts.*listed/ })
  const [count = ''] = (await status.innerText()).match(/^[\d,]+/) ?? []
  const receipts = Number(count.replaceAll(',', ''))
  expect(receipts).toBeGreaterThan(100)
  await expect(page.getByRole('table', { name: /By day/i })).toBeVisible()
  await expect(page.getByRole('table', { name: /By receiver/i })).toBeVisible()

  const save = async (button: string) => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: button }).click()
    const file = await download
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
  }
  const excel = await save('Excel')
  expect(excel.name).toMatch(/^Fee received, Main Campus.*\.xlsx$/)
  const [sheet] = await readXlsxFile(excel.bytes)
  const receiptRows = (sheet?.data ?? []).filter(([number]) => typeof number === 'number')
  expect(receiptRows.length).toBeGreaterThanOrEqual(receipts)
  const csv = await save('CSV')
  expect(csv.name).toMatch(/^Fee received, Main Campus.*\.csv$/)
  expect(csv.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))

  // On a phone, each card shows the method of its receipt.
  await page.setViewportSize({ width: 390, height: 844 })
  const cards = page.getByRole('table', { name: 'Fee received from all students' })
  await expect(cards.getByRole('columnheader')).toHaveCount(1)
  await expect(cards.getByRole('row').nth(1)).toContainText(/Cash|Cheque|Bank|Online|Card/)
  await page.setViewportSize({ width: 1366, height: 768 })

  // Changing a filter removes the table, so that it never shows the figures of the previous filter.
  await page.getByRole('combobox', { name: 'Class', exact: true }).selectOption('5')
  await expect(page.getByRole('table')).toHaveCount(0)
})
