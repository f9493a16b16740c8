import type { Page } from '@playwright/test'
import { clerkOn } from './clerk.ts'
import { expect, findViolations, journey, test } from './fixtures.ts'

interface Payable {
  readonly rollNo: number
  readonly voucherNo: string
}

/** Students with a posted voucher on which something is due, in the order of their roll numbers. */
const findPayable = (page: Page, howMany: number): Promise<readonly Payable[]> =>
  page.evaluate(async (wanted) => {
    const found: { rollNo: number; voucherNo: string }[] = []
    for (let rollNo = 1001; found.length < wanted && rollNo < 1130; rollNo += 1) {
      const reply = await fetch(`/finances/individualVoucher/Main%20Campus/${rollNo}`)
      if (reply.status !== 200) continue
      const { voucher } = await reply.json()
      if (voucher.posted && !voucher.feePaid && voucher.netBalance > 0)
        found.push({ rollNo, voucherNo: voucher.voucherNo })
    }
    return found
  }, howMany)

const searchField = (page: Page) => clerkOn(page).field('Roll No. or Voucher No.')
const amountField = (page: Page) => page.getByRole('textbox', { name: /Received Amount/ })
const receiptAlert = (page: Page) => page.getByRole('alertdialog', { name: 'Voucher Paid' })

async function openCounter(page: Page): Promise<void> {
  await clerkOn(page).signIn('office@main.demo')
  await page.goto('/receipts/individual')
  await expect(searchField(page)).toBeFocused()
}

test('looks up a voucher that is scanned into the open alert', journey, async ({ page }) => {
  await openCounter(page)
  const [first, second] = await findPayable(page, 2)
  await page.keyboard.type(`${first?.rollNo}`)
  await page.keyboard.press('Enter')
  await expect(amountField(page)).toBeFocused()
  await page.waitForTimeout(60)
  await page.keyboard.press('Enter')
  await expect(receiptAlert(page)).toBeVisible()
  await page.keyboard.type(`${second?.voucherNo}\n`)
  await expect(receiptAlert(page)).toBeHidden()
  await expect(searchField(page)).toHaveValue(second?.voucherNo ?? '')
  await expect(amountField(page)).toBeFocused()
  await expect(page.getByRole('region', { name: 'My receipts today' })).toContainText('1 receipt;')
})

test('keeps the Receive button in its place at 1366x768 and 1366x650', journey, async ({ page }) => {
  await openCounter(page)
  const [payable] = await findPayable(page, 1)
  const receive = page.getByRole('button', { name: 'Receive', exact: true })
  for (const height of [768, 650]) {
    await page.setViewportSize({ width: 1366, height })
    await page.goto('/receipts/individual')
    await expect(searchField(page)).toBeFocused()
    const empty = await receive.boundingBox()
    expect((empty?.y ?? height) + (empty?.height ?? 0)).toBeLessThan(height)

    await page.keyboard.type(`${payable?.rollNo}\n`)
    await expect(amountField(page)).toBeFocused()
    expect(await receive.boundingBox()).toEqual(empty)
    expect(await findViolations(page)).toEqual([])

    await searchField(page).fill('999999')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Student does not exist')).toBeVisible()
    expect(await receive.boundingBox()).toEqual(empty)
    expect(await findViolations(page)).toEqual([])
  }
})
