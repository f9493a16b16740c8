import type { Page } from '@playwright/test'
import { covers } from '#test/covers.ts'
import { verifyBooks } from '#test/running-server.ts'
import { campusDay, clerkOn, typedMonth, type Clerk } from './clerk.ts'
import { expect, test } from './fixtures.ts'

interface ListedVoucher {
  readonly rollNo: number
  readonly voucherNo: string
  readonly studentName: string
  readonly section: string
  readonly netBalance: number
  readonly receivedAmount: number
  readonly examinationFee: number
  readonly posted: boolean
}

/** The kinds of payment, in rotation: the exact amount, a part, too much, and an amount that is wrong at first. */
const kinds = ['exact', 'part', 'over', 'wrong'] as const

/** Lists the unpaid vouchers with the page's own request. */
const listUnpaid = (page: Page, filters: object): Promise<ListedVoucher[]> =>
  page.evaluate(async (body) => {
    const answer = await fetch('/finances/getAllVouchers/admitted/Main%20Campus/unpaid', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { vouchers } = await answer.json()
    return vouchers
  }, filters)

const format = (amount: number): string => amount.toLocaleString('en')

interface PaymentCase extends ListedVoucher {
  readonly kind: (typeof kinds)[number]
}

const differences = { exact: 0, part: -500, over: 700, wrong: -123 }
const [thisMonth, nextMonth] = [typedMonth(campusDay()), typedMonth(campusDay(), -1)]

/** Adds an examination fee to the unposted vouchers of a section of class 9. */
async function charge(page: Page, clerk: Clerk) {
  const [voucher] = await listUnpaid(page, { studentClass: '9' })
  if (!voucher) throw new Error('No student of class 9 has a balance')
  await clerk.open('Vouchers', 'Additional charges')
  await page.getByRole('combobox', { name: 'Class', exact: true }).selectOption('9')
  await page.getByLabel('Section').selectOption(voucher.section)
  await clerk.field('Examination Fee').fill('300')
  await page.getByRole('button', { name: 'Save' }).click()
  expect(await clerk.readAlertAndGoBack()).toContain('Successfully added additional charges')
  const vouchers = await listUnpaid(page, { studentClass: '9', section: voucher.section })
  const charged = vouchers.find(({ voucherNo }) => voucherNo === voucher.voucherNo)
  expect(charged?.examinationFee).toBe(voucher.examinationFee + 300)
  expect(charged?.netBalance).toBe(voucher.netBalance + 300)
}

async function post(page: Page, clerk: Clerk) {
  await page.goto('/post-vouchers')
  await clerk.chooseMonth(thisMonth.from)
  await page.getByRole('button', { name: 'Post vouchers' }).click()
  expect(await clerk.readAlert()).toContain('Vouchers Posted Successfully')
}

async function receiveTwenty(page: Page, clerk: Clerk): Promise<PaymentCase[]> {
  const queue = (await listUnpaid(page, {})).filter(({ posted, netBalance }) => posted && netBalance > 1000)
  const payments = queue.slice(0, 20).map((voucher, n) => ({ ...voucher, kind: kinds[n % 4] ?? 'exact' }))
  expect(payments).toHaveLength(20)
  await page.goto('/receipts/individual')
  for (const { rollNo, netBalance, kind } of payments) {
    const amount = netBalance + differences[kind]
    await clerk.field('Roll No. or Voucher No.').fill(String(rollNo))
    await page.keyboard.press('Enter')
    await expect(clerk.field('Received Amount')).toHaveValue(format(netBalance))
    await clerk.field('Received Amount').fill(String(amount))
    await page.keyboard.press('Enter')
    if (kind === 'over') await page.getByRole('button', { name: `Yes, receive ${format(amount)}` }).click()
    const output = await clerk.readReceipt()
    expect(output).toContain(amount < netBalance ? 'Part payment received' : 'Voucher Paid')
    expect(output).toContain(`${format(amount)} received`)
  }
  return payments
}

/** Corrects the amounts that were entered incorrectly, with a reason. */
async function correct(page: Page, clerk: Clerk, wrong: readonly PaymentCase[]) {
  for (const { voucherNo, netBalance, receivedAmount } of wrong) {
    await page.goto(`/receipts/individual/edit?voucher=${encodeURIComponent(voucherNo)}`)
    await clerk.field('Received Amount').fill(String(receivedAmount + netBalance))
    await clerk.field('Reason').fill('Misread')
    const figures = page.getByRole('table', { name: 'Before and after' })
    await expect(figures).toContainText(format(receivedAmount + netBalance - 123))
    await page.getByRole('button', { name: 'Save correction' }).click()
    expect(await clerk.readAlertAndGoBack()).toContain('Voucher Paid')
  }
}

async function unpostUnpaidVouchers(page: Page, clerk: Clerk) {
  await page.goto('/unpost-vouchers')
  await clerk.chooseMonth(thisMonth.from)
  await expect(page.getByText(/stay posted/)).toBeVisible()
  await page.getByRole('button', { name: 'Unpost vouchers' }).click()
  // The screen asks for confirmation if there are many vouchers.
  const question = page.getByRole('alertdialog').getByRole('button', { name: /unpost/i })
  await expect(page.getByRole('alertdialog')).toBeVisible()
  if (await question.isVisible()) await question.click()
  expect(await clerk.readAlert()).toContain('Vouchers Unposted Successfully')
}

/** Returns the amount received today on these vouchers, after corrections. */
const sumReceivedToday = (page: Page, payments: readonly PaymentCase[]): Promise<number> =>
  page.evaluate(
    async (numbers) => {
      const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Karachi' }).format(new Date())
      const answer = await fetch(`/finances/receiptsOfDay/Main%20Campus/${day}`)
      const { mine } = await answer.json()
      return mine
        .filter(({ voucherNo }: { voucherNo: string }) => numbers.includes(voucherNo))
        .reduce((all: number, { amount }: { amount: number }) => all + amount, 0)
    },
    payments.map(({ voucherNo }) => voucherNo),
  )

/** Opens a report, searches it for `text` and returns the row that contains the text. */
async function findReportRow(page: Page, path: string, report: string, text: string) {
  await page.goto(path)
  await page.getByRole('textbox', { name: /From Date/ }).fill('')
  await page.getByRole('button', { name: report }).click()
  await page.getByRole('searchbox', { name: 'Find by name or number' }).fill(text)
  return page.getByRole('row').filter({ hasText: text })
}

async function printAll(page: Page) {
  await page.goto('/print-vouchers')
  await page.getByRole('textbox', { name: /From Date/ }).fill('')
  await page.getByRole('button', { name: 'Show Data' }).click()
  const count = page.getByRole('status').filter({ hasText: /vouchers listed/ })
  const sheets = Number.parseInt((await count.innerText()).replaceAll(',', ''), 10)
  await page.getByRole('button', { name: 'Print Vouchers' }).click()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'printed'))).toBe(1)
  expect(await page.locator('.print-sheet').count()).toBe(sheets)
}

test('a clerk charges, posts, receives, corrects, unposts, reports and prints a month, and generates the next one with arrears', async ({
  page,
  server,
  school,
}) => {
  covers('spec 1.jobs.charge', 'spec 1.jobs.unpost', 'spec 1.jobs.correct')
  covers('spec 2.routes.additional-charges', 'spec 2.routes.unpost-vouchers', 'spec 2.routes.receipts-edit')
  covers('spec 2.routes.net-receivables', 'decisions 3.books.balance')

  await page.addInitScript(() => {
    Object.assign(window, { printed: 0, print: () => Object.assign(window, { printed: 1 }) })
  })
  const clerk = clerkOn(page)
  await clerk.signIn('office@main.demo')
  await charge(page, clerk)
  await post(page, clerk)
  const payments = await receiveTwenty(page, clerk)
  await correct(
    page,
    clerk,
    payments.filter(({ kind }) => kind === 'wrong'),
  )
  await unpostUnpaidVouchers(page, clerk)
  await post(page, clerk)

  const corrected = { ...differences, wrong: 0 }
  const received = payments.reduce((all, { netBalance, kind }) => all + netBalance + corrected[kind], 0)
  expect(await sumReceivedToday(page, payments)).toBe(received)

  // Both reports show the same balance after a part payment; the next month carries arrears and advances over.
  const partPayment = payments.find(({ kind }) => kind === 'part')
  const overpayment = payments.find(({ kind }) => kind === 'over')
  if (!partPayment || !overpayment) throw new Error('No part payment or no excess payment')
  for (const path of ['/fee-record', '/net-receivables']) {
    const row = await findReportRow(page, path, 'Generate Report for both', partPayment.voucherNo)
    // Net receivables ends with the day since which the debt is due.
    await expect(row.getByRole('cell').nth(path === '/fee-record' ? -1 : -2)).toHaveText('500')
  }
  await printAll(page)
  await page.goto('/generate-voucher/campus')
  await clerk.generate(nextMonth)
  for (const [{ rollNo }, arrears] of [
    [partPayment, '500'],
    [overpayment, '−700 advance'],
  ] as const) {
    const number = `${rollNo}-${nextMonth.suffix}`
    const row = await findReportRow(page, '/fee-vouchers', 'Generate Report for Regular', number)
    await expect(row.getByRole('cell').nth(10)).toHaveText(arrears)
  }

  await server.close()
  expect(await verifyBooks(school.settings)).toEqual({ code: 0, faults: '' })
})
