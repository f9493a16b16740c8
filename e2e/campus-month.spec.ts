import { covers } from '#test/covers.ts'
import { verifyBooks } from '#test/running-server.ts'
import type { Page } from '@playwright/test'
import { campusDay, clerk, typedMonth, type Clerk } from './clerk.ts'
import { expect, long, test } from './fixtures.ts'

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

/** Every fourth pays a part, every fourth too much, every fourth is written down wrong at first; the others pay what is due. */
const ways = ['exact', 'part', 'over', 'wrong'] as const

/** What the report call lists, as the page itself would ask it. */
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

const gives = { exact: 0, part: -500, over: 700, wrong: -123 }
const [thisMonth, nextMonth] = [typedMonth(campusDay()), typedMonth(campusDay(), -1)]

/** Class 9 has this month's vouchers, not posted yet: an examination fee goes on them, once. */
async function charge(page: Page, office: Clerk) {
  const [ninth] = await listed(page, { studentClass: '9' })
  if (!ninth) throw new Error('Nobody in class 9 owes anything')
  await office.open('Vouchers', 'Additional charges')
  await page.getByLabel('Class').selectOption('9')
  await page.getByLabel('Section').selectOption(ninth.section)
  await office.field('Examination Fee').fill('300')
  await page.getByRole('button', { name: 'Save' }).click()
  expect(await office.readAlertAndGoBack()).toContain('Successfully added additional charges')
  const charged = await listed(page, { studentClass: '9', section: ninth.section })
  const examined = charged.find(({ voucherNo }) => voucherNo === ninth.voucherNo)
  expect(examined?.examinationFee).toBe(ninth.examinationFee + 300)
  expect(examined?.netBalance).toBe(ninth.netBalance + 300)
}

async function post(page: Page, office: Clerk) {
  await page.goto('/post-vouchers')
  await office.chooseMonth(thisMonth.from)
  await page.getByRole('button', { name: 'Post vouchers' }).click()
  expect(await office.readAlert()).toContain('Vouchers Posted Successfully')
}

/** Twenty at the counter, one after the other. */
async function receiveTwenty(page: Page, office: Clerk): Promise<Paying[]> {
  const queue = (await listed(page, {})).filter(({ posted, netBalance }) => posted && netBalance > 1000)
  const paying = queue.slice(0, 20).map((voucher, place) => ({ ...voucher, way: ways[place % 4] ?? 'exact' }))
  expect(paying).toHaveLength(20)
  await page.goto('/receipts/individual')
  for (const { rollNo, netBalance, way } of paying) {
    const amount = netBalance + gives[way]
    await office.field('Roll No. or Voucher No.').fill(String(rollNo))
    await page.keyboard.press('Enter')
    await expect(office.field('Received Amount')).toHaveValue(typed(netBalance))
    await office.field('Received Amount').fill(String(amount))
    await page.keyboard.press('Enter')
    if (way === 'over') await page.getByRole('button', { name: `Yes, receive ${typed(amount)}` }).click()
    const output = await office.readReceipt()
    expect(output).toContain(amount < netBalance ? 'Part payment received' : 'Voucher Paid')
    expect(output).toContain(`${typed(amount)} received`)
  }
  return paying
}

/** What was written down wrong is corrected, with its reason; both stay in the books. */
async function correct(page: Page, office: Clerk, wrong: readonly Paying[]) {
  for (const { voucherNo, netBalance, receivedAmount } of wrong) {
    await page.goto(`/receipts/individual/edit?voucher=${encodeURIComponent(voucherNo)}`)
    await office.field('Received Amount').fill(String(receivedAmount + netBalance))
    await office.field('Reason').fill('Misread')
    const figures = page.getByRole('table', { name: 'Before and after' })
    await expect(figures).toContainText(typed(receivedAmount + netBalance - 123))
    await page.getByRole('button', { name: 'Save correction' }).click()
    expect(await office.readAlertAndGoBack()).toContain('Voucher Paid')
  }
}

/** The rest of the month is unposted, but for what money stands on. */
async function unpostRest(page: Page, office: Clerk) {
  await page.goto('/unpost-vouchers')
  await office.chooseMonth(thisMonth.from)
  await expect(page.getByText(/stay posted/)).toBeVisible()
  await page.getByRole('button', { name: 'Unpost vouchers' }).click()
  // Many are asked about once more.
  const question = page.getByRole('alertdialog').getByRole('button', { name: /unpost/i })
  await expect(page.getByRole('alertdialog')).toBeVisible()
  if (await question.isVisible()) await question.click()
  expect(await office.readAlert()).toContain('Vouchers Unposted Successfully')
}

/** What came in today on these vouchers, corrections taken off. */
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

/** The row of a report that holds a text, after the table was narrowed to what is sought. */
async function rowOf(page: Page, path: string, report: string, sought: string, holds: string) {
  await page.goto(path)
  await page.getByRole('textbox', { name: /From Date/ }).fill('')
  await page.getByRole('button', { name: report }).click()
  await page.getByRole('searchbox', { name: 'Find by name or number' }).fill(sought)
  return page.getByRole('row').filter({ hasText: holds })
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

async function generateNextMonth(page: Page, office: Clerk) {
  await page.goto('/generate-voucher/campus')
  await page.getByRole('button', { name: nextMonth.name }).click()
  await expect(page.getByText(new RegExp(`for ${nextMonth.name}`)).first()).toBeVisible()
  await page.getByRole('button', { name: 'Generate vouchers' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /generate/i })
    .click()
  expect(await office.readAlertAndGoBack()).toContain('Vouchers generated successfully')
}

test(
  'a whole month of a campus: charged, posted, received, corrected, unposted, reported, printed, and the next with arrears',
  long,
  async ({ page, office: running, school }) => {
    covers('spec 1.jobs.charge', 'spec 1.jobs.unpost', 'spec 1.jobs.correct')
    covers('spec 2.routes.additional-charges', 'spec 2.routes.unpost-vouchers', 'spec 2.routes.receipts-edit')
    covers('spec 2.routes.net-receivables', 'decisions 3.books.balance')

    await page.addInitScript(() => {
      Object.assign(window, { printed: 0, print: () => Object.assign(window, { printed: 1 }) })
    })
    const office = clerk(page)
    await office.signIn('office@main.demo')
    await charge(page, office)
    await post(page, office)
    const paying = await receiveTwenty(page, office)
    await correct(
      page,
      office,
      paying.filter(({ way }) => way === 'wrong'),
    )
    await unpostRest(page, office)
    await post(page, office)

    const paid = { ...gives, wrong: 0 }
    const taken = paying.reduce((all, { netBalance, way }) => all + netBalance + paid[way], 0)
    expect(await receivedToday(page, paying)).toBe(taken)

    // Every report tells the same of the one who paid a part; the next month takes over what was left or paid in advance.
    const part = paying.find(({ way }) => way === 'part')
    const over = paying.find(({ way }) => way === 'over')
    if (!part || !over) throw new Error('Nobody paid a part, or too much')
    for (const path of ['/fee-record', '/net-receivables']) {
      const row = await rowOf(page, path, 'Generate Report for both', part.voucherNo, part.voucherNo)
      await expect(row.getByRole('cell').last()).toHaveText('500')
    }
    await printAll(page)
    await generateNextMonth(page, office)
    for (const [{ rollNo }, arrears] of [
      [part, '500'],
      [over, '−700 advance'],
    ] as const) {
      const mark = `${rollNo}-${nextMonth.mark}`
      const row = await rowOf(page, '/fee-vouchers', 'Generate Report for Regular', mark, mark)
      await expect(row.getByRole('cell').nth(10)).toHaveText(arrears)
    }

    await running.close()
    expect(await verifyBooks(school.settings)).toEqual({ code: 0, faults: '' })
  },
)
