import type { Page } from '@playwright/test'
import { addMonths, dateAt, formatDate, lastOfMonth, monthOf } from '#domain/calendar.ts'
import { clerkOn } from './clerk.ts'
import { expect, test } from './fixtures.ts'

/** Prints the filed roll-forward of a closing, and returns its rows, which do not contain the day of printing. */
async function printRollForward(page: Page, closingNo: number): Promise<string[]> {
  const title = `Roll-forward of closing ${closingNo}`
  await page.goto('/closed-days')
  await page.getByRole('button', { name: title }).click()
  await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Print' }).click()
  const paper = page.getByRole('article', { name: title })
  await expect(paper.getByRole('row', { name: /^All classes/ })).toBeAttached()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'printed'))).toBe(1)
  return paper.getByRole('row').allTextContents()
}

/** Lowers a receipt of these days by 100. The receipt is below the approval limit. */
const lowerReceipt = (page: Page, days: object) =>
  page.evaluate(async (body) => {
    const send = (path: string, payload: object) =>
      fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(payload),
      })
    const { receipts } = await (await send('/finances/getReceipts/all/City%20Campus', body)).json()
    const reversed = new Set(receipts.map((one: { reverses: number | null }) => one.reverses))
    const { receiptNo, amount } = receipts.find(
      (one: { receiptNo: number; kind: string; amount: number }) =>
        one.kind === 'receipt' && one.amount > 100 && one.amount < 5000 && !reversed.has(one.receiptNo),
    )
    const change = { receivedAmount: amount - 100, reason: 'Counted wrongly at the month end' }
    const answer = await send(`/finances/correctReceipt/City%20Campus/${receiptNo}`, change)
    return { status: answer.status, body: await answer.json() }
  }, days)

test('an accountant closes and prints last month, and a later correction of its receipt does not change the paper', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.assign(window, { printed: 0, print: () => Object.assign(window, { printed: 1 }) })
  })
  const clerk = clerkOn(page)
  await clerk.signIn('admin@city.demo')
  const month = addMonths(monthOf(dateAt(new Date())), -1)
  const last = lastOfMonth(month)
  await page.goto('/closed-days')
  await page.getByRole('button', { name: 'Close books' }).click()
  const question = page.getByRole('alertdialog', { name: `Close the books up to ${formatDate(last)}?` })
  await question.getByRole('button', { name: 'Yes, close the books' }).click()
  expect(await clerk.readAlert()).toContain('Books closed')

  const rows = await printRollForward(page, 2)
  expect(rows.length).toBeGreaterThan(10)
  const corrected = await lowerReceipt(page, { fromDate: `${last.slice(0, 8)}01`, toDate: last })
  expect(corrected).toMatchObject({ status: 200 })
  expect(await printRollForward(page, 2)).toEqual(rows)

  await page.goto('/exceptions')
  await page.getByRole('button', { name: 'Show exceptions' }).click()
  const line = page.getByRole('row').filter({ hasText: 'Counted wrongly at the month end' })
  await expect(line.first()).toContainText('100')
})
