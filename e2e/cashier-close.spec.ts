import type { Page } from '@playwright/test'
import { clerkOn } from './clerk.ts'
import { expect, findViolations, test } from './fixtures.ts'

/** Lists the roll numbers of two students who owe more than Rs 1,000 on a posted voucher. */
const listPayableRollNos = (page: Page): Promise<readonly number[]> =>
  page.evaluate(async () => {
    const rollNos: number[] = []
    for (let rollNo = 1001; rollNos.length < 2 && rollNo < 1130; rollNo += 1) {
      const reply = await fetch(`/finances/individualVoucher/Main%20Campus/${rollNo}`)
      if (reply.status !== 200) continue
      const { voucher } = await reply.json()
      if (voucher.posted && !voucher.feePaid && voucher.netBalance > 1000) rollNos.push(rollNo)
    }
    return rollNos
  })

/** Receives an amount at the counter, by cheque if a reference is given, otherwise in cash. */
async function receive(page: Page, rollNo: number | undefined, amount: string, reference?: string) {
  const clerk = clerkOn(page)
  await page.goto('/receipts/individual')
  await clerk.field('Roll No. or Voucher No.').fill(String(rollNo))
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: /Received Amount/ })
  await expect(field).toBeFocused()
  await field.fill(amount)
  if (reference !== undefined) {
    await page.keyboard.press('q')
    await page.getByRole('textbox', { name: /Cheque No\. and bank/ }).fill(reference)
  }
  await page.getByRole('button', { name: 'Receive', exact: true }).click()
  await clerk.readReceipt()
}

/** Returns the cash that must be in the drawer, as the page shows it, in rupees. */
const readExpectedCash = async (page: Page): Promise<number> => {
  const row = page.locator('dl div').filter({ hasText: 'Must be in the drawer' })
  return Number((await row.locator('dd').innerText()).replaceAll(',', ''))
}

async function enterCount(page: Page, thousands: number, ones: number) {
  await page.getByLabel('Pieces of 1000').fill(String(thousands))
  await page.getByLabel('Pieces of 1', { exact: true }).fill(String(ones))
}

test('a cashier receives cash and a cheque, closes the drawer Rs 100 short after a recount, hands it over, and the office deposits it', async ({
  page,
}) => {
  const clerk = clerkOn(page)
  await clerk.signIn('desk@main.demo')
  const [first, second] = await listPayableRollNos(page)
  await receive(page, first, '300')
  await receive(page, second, '500', '778812 HBL')

  await page.goto('/cashier-close')
  await expect(page.getByRole('table', { name: 'Cheques' })).toContainText('778812 HBL')
  await expect(page.getByLabel('Pieces of 5000')).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  const counted = (await readExpectedCash(page)) - 100
  await enterCount(page, Math.floor(counted / 1000), counted % 1000)
  await page.getByRole('button', { name: 'Close drawer' }).click()
  expect(await clerk.readAlert()).toContain('The first count is Rs 100 short')
  await expect(page.getByText(/^Count again: the first count/)).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByLabel('Remark on the difference').fill('Change given twice')
  await page.getByRole('button', { name: 'Close drawer' }).click()
  const result = page.getByText(/^Closing \d+: drawer closed$/)
  await expect(result).toBeVisible()
  const closingNo = /\d+/.exec(await result.innerText())?.[0] ?? ''

  await page.evaluate(() => (window.print = () => undefined))
  await page.getByRole('button', { name: 'Print closing slip' }).click()
  const slip = page.getByRole('article', { name: `Closing slip ${closingNo}` })
  await expect(slip).toContainText('Change given twice')
  await expect(slip).toContainText('778812 HBL')
  await page.getByRole('button', { name: 'Close', exact: true }).click()

  await page.context().clearCookies()
  await clerk.signIn('office@main.demo')
  await page.goto('/closings')
  await page.getByRole('button', { name: `Accept closing ${closingNo}`, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, accept' }).click()
  expect(await clerk.readAlert()).toContain('are in the safe')
  await expect(page.getByRole('button', { name: `Accept closing ${closingNo}`, exact: true })).toHaveCount(0)

  await page.getByRole('button', { name: 'Deposit…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deposit' })
  await dialog.getByLabel(/^Account or bank/).fill('HBL 0045-7901')
  await dialog.getByLabel(/^Deposit slip No\./).fill('DS 20640')
  await dialog.getByLabel('778812 HBL: 500').check()
  expect(await findViolations(page, { hasPopup: true })).toEqual([])
  await dialog.getByRole('button', { name: 'Enter deposit' }).click()
  expect(await clerk.readAlert()).toContain('Rs 0 stay in the safe')
  await expect(page.getByRole('table', { name: 'Deposits' })).toContainText('DS 20640')
})

test('an empty count is not kept: the drawer closes once the cash is counted, and Rs 0 only after a question', async ({
  page,
}) => {
  const clerk = clerkOn(page)
  await clerk.signIn('desk@main.demo')
  const [rollNo] = await listPayableRollNos(page)
  await receive(page, rollNo, '300')
  await page.goto('/cashier-close')
  const close = page.getByRole('button', { name: 'Close drawer' })
  await expect(close).toBeDisabled()
  await expect(page.getByText('Count the cash first')).toBeVisible()
  await page.getByLabel('Float to keep').press('Enter')
  await enterCount(page, 0, 0)
  await page.getByLabel('Float to keep').fill('0')
  await close.click()
  const question = page.getByRole('alertdialog', { name: 'Is the drawer empty?' })
  expect(await findViolations(page, { hasPopup: true })).toEqual([])
  await question.getByRole('button', { name: 'Count again' }).click()
  const { firstCount } = await (await page.request.get('/finances/drawer/Main%20Campus')).json()
  expect(firstCount).toBeNull()
})
