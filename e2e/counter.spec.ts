import type { Page } from '@playwright/test'
import { clerkOn } from './clerk.ts'
import { expect, findViolations, journey, test } from './fixtures.ts'

interface Payable {
  readonly rollNo: number
  readonly voucherNo: string
}

/** Lists students who owe something on a posted voucher, in the order of their roll numbers. */
const listPayable = (page: Page, howMany: number): Promise<readonly Payable[]> =>
  page.evaluate(async (count) => {
    const payable: { rollNo: number; voucherNo: string }[] = []
    for (let rollNo = 1001; payable.length < count && rollNo < 1130; rollNo += 1) {
      const reply = await fetch(`/finances/individualVoucher/Main%20Campus/${rollNo}`)
      if (reply.status !== 200) continue
      const { voucher } = await reply.json()
      if (voucher.posted && !voucher.feePaid && voucher.netBalance > 0)
        payable.push({ rollNo, voucherNo: voucher.voucherNo })
    }
    return payable
  }, howMany)

const searchField = (page: Page) => clerkOn(page).field('Roll No. or Voucher No.')
const amountField = (page: Page) => page.getByRole('textbox', { name: /Received Amount/ })
const receiptAlert = (page: Page) => page.getByRole('alertdialog', { name: 'Voucher Paid' })

async function openCounter(page: Page): Promise<void> {
  await clerkOn(page).signIn('office@main.demo')
  await page.goto('/receipts/individual')
  await expect(searchField(page)).toBeFocused()
}

test('the counter looks up a voucher that is scanned while the alert is open', journey, async ({ page }) => {
  await openCounter(page)
  const [first, second] = await listPayable(page, 2)
  await page.keyboard.type(`${first?.rollNo}`)
  await page.keyboard.press('Enter')
  await expect(amountField(page)).toBeFocused()
  // A scanner sends a second Enter within 30 ms (kit/typing-pauses.ts); this Enter counts as the clerk's.
  await page.waitForTimeout(60)
  await page.keyboard.press('Enter')
  await expect(receiptAlert(page)).toBeVisible()
  await page.keyboard.type(`${second?.voucherNo}\n`)
  await expect(receiptAlert(page)).toBeHidden()
  await expect(searchField(page)).toHaveValue(second?.voucherNo ?? '')
  await expect(amountField(page)).toBeFocused()
  await expect(page.getByRole('region', { name: 'My receipts today' })).toContainText('1 receipt ·')
})

test('the Receive button does not move at 1366x768 and 1366x650', journey, async ({ page }) => {
  await openCounter(page)
  const [student] = await listPayable(page, 1)
  const receive = page.getByRole('button', { name: 'Receive', exact: true })
  for (const height of [768, 650]) {
    await page.setViewportSize({ width: 1366, height })
    await page.goto('/receipts/individual')
    await expect(searchField(page)).toBeFocused()
    const initialBox = await receive.boundingBox()
    expect((initialBox?.y ?? height) + (initialBox?.height ?? 0)).toBeLessThan(height)

    await page.keyboard.type(`${student?.rollNo}\n`)
    await expect(amountField(page)).toBeFocused()
    expect(await receive.boundingBox()).toEqual(initialBox)
    expect(await findViolations(page)).toEqual([])

    await searchField(page).fill('999999')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Student does not exist')).toBeVisible()
    expect(await receive.boundingBox()).toEqual(initialBox)
    expect(await findViolations(page)).toEqual([])
  }
})
