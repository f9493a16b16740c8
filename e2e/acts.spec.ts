import type { Locator, Page } from '@playwright/test'
import { clerkOn } from './clerk.ts'
import { expect, test } from './fixtures.ts'

interface Account {
  readonly rollNo: number
  readonly balance: number
  readonly studentData: { readonly state: string }
  readonly vouchers: readonly { readonly voucherNo: string; readonly posted: boolean }[]
  readonly account: readonly { readonly kind: string; readonly voucherNo: string }[]
}

/** Loads the accounts of the first children of the demo school. */
const loadAccounts = (page: Page): Promise<Account[]> =>
  page.evaluate(async () => {
    const accounts: Account[] = []
    for (let rollNo = 1001; rollNo < 1060; rollNo += 1) {
      const reply = await fetch(`/admissions/studentAccount/${rollNo}/Main%20Campus`)
      if (reply.status === 200) accounts.push({ rollNo, ...(await reply.json()) })
    }
    return accounts
  })

/** Returns a child whose last posted voucher is paid, or unpaid after an earlier payment. */
async function findChild(page: Page, kind: 'paid' | 'owing after a payment'): Promise<number> {
  const wantsPaid = kind === 'paid'
  const child = (await loadAccounts(page)).find(({ vouchers, account, balance, studentData }) => {
    const newest = vouchers.at(-1)
    const last = account.findLast((event) => event.kind === 'receipt')
    if (
      studentData.state !== 'active' ||
      !newest?.posted ||
      !last ||
      account.some((event) => event.kind === 'reversal')
    )
      return false
    return (wantsPaid ? balance === 0 : balance > 0) && (last.voucherNo === newest.voucherNo) === wantsPaid
  })
  if (!child) throw new Error(`The demo school has no child who is ${kind}`)
  return child.rollNo
}

/** True if red dominates the colour of a button's ground or text. */
const isRed = (button: Locator, part: 'backgroundColor' | 'color'): Promise<boolean> =>
  button.evaluate((element, property) => {
    const [red = 0, green = 0] = getComputedStyle(element)[property].match(/\d+/g)?.map(Number) ?? []
    return red > green + 60
  }, part)

test('a form that is left by Esc or Cancel can be brought back where the clerk lands', async ({ page }) => {
  const clerk = clerkOn(page)
  await clerk.signIn('office@main.demo')
  await clerk.open('Admissions', 'Add new Admission')
  await clerk.field('Student Name').fill('Zara Walker')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/dashboard/)
  await page.getByRole('button', { name: 'Bring back what was typed' }).click()
  await expect(clerk.field('Student Name')).toHaveValue('Zara Walker')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/dashboard/)

  // The next visit starts empty and offers it too.
  await clerk.open('Admissions', 'Add new Admission')
  await expect(clerk.field('Student Name')).toHaveValue('')
  await page.getByRole('button', { name: 'Bring back what was typed' }).click()
  await expect(clerk.field('Student Name')).toHaveValue('Zara Walker')
})

test('a correction begins with the last receipts of the child, also if a later voucher is unpaid', async ({
  page,
}) => {
  await clerkOn(page).signIn('office@main.demo')
  await page.goto(`/student?roll=${await findChild(page, 'owing after a payment')}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit receipt' }).click()
  const receipts = page.getByRole('region', { name: 'Last receipts' }).getByRole('button')
  await expect(receipts.first()).toBeFocused()
  expect(await receipts.count()).toBeLessThanOrEqual(3)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Correct receipt \d+$/ })).toBeVisible()
})

test('a saved correction empties the form before its alert', async ({ page }) => {
  const clerk = clerkOn(page)
  await clerk.signIn('office@main.demo')
  await page.goto(`/receipts/individual/edit?roll=${await findChild(page, 'paid')}`)
  await expect(page.getByRole('region', { name: 'Last receipts' }).getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table', { name: 'Charges' })).toBeVisible()
  await page.getByRole('textbox', { name: /Received Amount/ }).fill('1000')
  await page.getByRole('textbox', { name: /Reason/ }).fill('Miscounted')
  await page.getByRole('button', { name: 'Save correction' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('cancelled')
  await expect(page.getByRole('table', { name: 'Charges' })).toHaveCount(0)
})

test('a removal is outlined in red on the screen and filled in red in its question', async ({ page }) => {
  await clerkOn(page).signIn('office@main.demo')
  await page.goto(`/student-removal?roll=${await findChild(page, 'paid')}`)
  const remove = page.getByRole('button', { name: 'Remove', exact: true })
  await expect(remove).toBeEnabled()
  expect(await isRed(remove, 'color')).toBe(true)
  expect(await isRed(remove, 'backgroundColor')).toBe(false)
  await remove.click()
  const question = page.getByRole('alertdialog', { name: /^Remove / })
  await expect(question).toContainText(/\(not graduated\)|graduates/)
  expect(await isRed(question.getByRole('button', { name: /^Yes, remove/ }), 'backgroundColor')).toBe(true)
})
