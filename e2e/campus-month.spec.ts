import type { Page } from '@playwright/test'
import { covers } from '#test/covers.ts'
import { verifyBooks } from '#test/running-server.ts'
import { campusDay, clerkOn, typedMonth, type Clerk } from './clerk.ts'
import { expect, test } from './fixtures.ts'

interface Listed {
  readonly rollNo: number
  readonly voucherNo: string
  readonly studentName: string
  readonly section: string
  readonly netBalance: number
  readonly receivedAmount: number
  readonly examinationFee: number
  readonly posted: boolean
}

/** The payments in turn: the exact amount, a part, too much, and an amount entered incorrectly at first. */
const ways = ['exact', 'part', 'over', 'wrong'] as const

/** The unpaid vouchers, requested as the page does. */
const listed = (page: Page, filters: object): Promise<Listed[]> =>
  page.evaluate(async (body) => {
    const answer = await fetch('/finances/getAllVouchers/admitted/Main%20Campus/unpaid', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { vouchers } = await answer.json()
    return vouchers
  }, filters)

const typed = (amount: number): string => amount.toLocaleString('en')

interface Paying extends Listed {
  readonly way: (typeof ways)[number]
}

const differences = { exact: 0, part: -500, over: 700, wrong: -123 }
const [thisMonth, nextMonth] = [typedMonth(campusDay()), typedMonth(campusDay(), -1)]

/** Adds an examination fee to the unposted vouchers of class 9. */
async function charge(page: Page, clerk: Clerk) {
  const [ninth] = await listed(page, { studentClass: '9' })
  if (!ninth) throw new Error('No student of class 9 has a balance')
  await clerk.open('Vouchers', 'Additional charges')
  await page.getByLabel('Class').selectOption('9')
  await page.getByLabel('Section').selectOption(ninth.section)
  await clerk.field('Examination Fee').fill('300')
  await page.getByRole('button', { name: 'Save' }).click()
  expect(await clerk.readAlertAndGoBack()).toContain('Successfully added additional charges')
  const charged = await listed(page, { studentClass: '9', section: ninth.section })
  const examined = charged.find(({ voucherNo }) => voucherNo === ninth.voucherNo)
  expect(examined?.examinationFee).toBe(ninth.examinationFee + 300)
  expect(examined?.netBalance).toBe(ninth.netBalance + 300)
}

async function post(page: Page, clerk: Clerk) {
  await page.goto('/post-vouchers')
  await clerk.chooseMonth(thisMonth.from)
  await page.getByRole('button', { name: 'Post vouchers' }).click()
  expect(await clerk.readAlert()).toContain('Vouchers Posted Successfully')
}

/** Receives twenty payments at the counter. */
async function receiveTwenty(page: Page, clerk: Clerk): Promise<Paying[]> {
  const queue = (await listed(page, {})).filter(({ posted, netBalance }) => posted && netBalance > 1000)
  const paying = queue.slice(0, 20).map((voucher, place) => ({ ...voucher, way: ways[place % 4] ?? 'exact' }))
  expect(paying).toHaveLength(20)
  await page.goto('/receipts/individual')
  for (const { rollNo, netBalance, way } of paying) {
    const amount = netBalance + differences[way]
    await clerk.field('Roll No. or Voucher No.').fill(String(rollNo))
    await page.keyboard.press('Enter')
    await expect(clerk.field('Received Amount')).toHaveValue(typed(netBalance))
    await clerk.field('Received Amount').fill(String(amount))
    await page.keyboard.press('Enter')
    if (way === 'over') await page.getByRole('button', { name: `Yes, receive ${typed(amount)}` }).click()
    const output = await clerk.readReceipt()
    expect(output).toContain(amount < netBalance ? 'Part payment received' : 'Voucher Paid')
    expect(output).toContain(`${typed(amount)} received`)
  }
  return paying
}

/** Corrects the amounts entered incorrectly, with a reason. */
async function correct(page: Page, clerk: Clerk, wrong: readonly Paying[]) {
  for (const { voucherNo, netBalance, receivedAmount } of wrong) {
    await page.goto(`/receipts/individual/edit?voucher=${encodeURIComponent(voucherNo)}`)
    await clerk.field('Received Amount').fill(String(receivedAmount + netBalance))
    await clerk.field('Reason').fill('Misread')
    const figures = page.getByRole('table', { name: 'Before and after' })
    await expect(figures).toContainText(typed(receivedAmount + netBalance - 123))
    await page.getByRole('button', { name: 'Save correction' }).click()
    expect(await clerk.readAlertAndGoBack()).toContain('Voucher Paid')
  }
}

/** Unposts the month's vouchers that have no payments. */
async function unpostRest(page: Page, clerk: Clerk) {
  await page.goto('/unpost-vouchers')
  await clerk.chooseMonth(thisMonth.from)
  await expect(page.getByText(/stay posted/)).toBeVisible()
  await page.getByRole('button', { name: 'Unpost vouchers' }).click()
  // For many vouchers the screen asks for confirmation.
  const question = page.getByRole('alertdialog').getByRole('button', { name: /unpost/i })
  await expect(page.getByRole('alertdialog')).toBeVisible()
  if (await question.isVisible()) await question.click()
  expect(await clerk.readAlert()).toContain('Vouchers Unposted Successfully')
}

/** The amount received today on these vouchers, after corrections. */
const receivedToday = (page: Page, of: readonly Paying[]): Promise<number> =>
  page.evaluate(
    async (numbers) => {
      const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Karachi' }).format(new Date())
      const answer = await fetch(`/finances/receiptsOfDay/Main%20Campus/${day}`)
      const { mine } = await answer.json()
      return mine
        .filter(({ voucherNo }: { voucherNo: string }) => numbers.includes(voucherNo))
        .reduce((all: number, { amount }: { amount: number }) => all + amount, 0)
    },
    of.map(({ voucherNo }) => voucherNo),
  )

/** The row of a report that contains `text`, after a search for it. */
async function rowOf(page: Page, path: string, report: string, text: string) {
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

test('a month of a campus: charge, post, receive, correct, unpost, report, print, and generate the next month with arrears', async ({
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
  const paying = await receiveTwenty(page, clerk)
  await correct(
    page,
    clerk,
    paying.filter(({ way }) => way === 'wrong'),
  )
  await unpostRest(page, clerk)
  await post(page, clerk)

  const paid = { ...differences, wrong: 0 }
  const taken = paying.reduce((all, { netBalance, way }) => all + netBalance + paid[way], 0)
  expect(await receivedToday(page, paying)).toBe(taken)

  // Every report shows the same balance after a part payment; the next month carries arrears and advances.
  const part = paying.find(({ way }) => way === 'part')
  const over = paying.find(({ way }) => way === 'over')
  if (!part || !over) throw new Error('No part payment or no excess payment')
  for (const path of ['/fee-record', '/net-receivables']) {
    const row = await rowOf(page, path, 'Generate Report for both', part.voucherNo)
    await expect(row.getByRole('cell').last()).toHaveText('500')
  }
  await printAll(page)
  await page.goto('/generate-voucher/campus')
  await clerk.generate(nextMonth)
  for (const [{ rollNo }, arrears] of [
    [part, '500'],
    [over, '−700 advance'],
  ] as const) {
    const number = `${rollNo}-${nextMonth.suffix}`
    const row = await rowOf(page, '/fee-vouchers', 'Generate Report for Regular', number)
    await expect(row.getByRole('cell').nth(10)).toHaveText(arrears)
  }

  await server.close()
  expect(await verifyBooks(school.settings)).toEqual({ code: 0, faults: '' })
})
