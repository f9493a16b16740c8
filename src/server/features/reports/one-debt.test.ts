import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { closingPreview } from '#contract/closed-days.ts'
import { dateAt } from '#domain/calendar.ts'
import { nothing, sum } from '#domain/money.ts'
import { collectionList } from '#reports/collection.ts'
import { dayBookList } from '#reports/day-book.ts'
import { rollForwardList } from '#reports/roll-forward.ts'
import { marksOf, voucherList } from '#reports/voucher-list.ts'
import { expectDebtsByRule } from '#test/books-by-rule.ts'
import { covers } from '#test/covers.ts'
import { goToDay, septemberFeePeriod } from '#test/dated-payments.ts'
import { getRows } from '#test/report-rows.ts'
import { debtOf, validIn } from '#test/report-rules/book-rows.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, generateAndPost, openSchool, type TestSchool } from '#test/school.ts'

// A student's debt is the same on every screen, now and as of any evening; random-books.test.ts compares random books.

const campus = 'Main%20Campus'
let school: TestSchool

beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school[Symbol.asyncDispose]())
beforeEach(() => school.reset())

/** Returns the debt of student 1 after comparing it on every list and screen. */
async function expectOneDebt() {
  const books = await expectDebtsByRule(school)
  return debtOf(books, validIn(books), 1)
}

it('generating or voiding a draft changes the debt on no screen, and posting adds its charges', async () => {
  covers('decisions 7.draft.moves')

  const { desk } = await goToDay(school, '2026-09-05')
  await admit(desk, septemberFeePeriod)
  await generateAndPost(desk, 'Main Campus', '2026-10-01')
  const readFigures = async () => {
    const { balance, owed, advance, dueSince, unpaid } = await expectOneDebt()
    return { balance, owed, advance, dueSince, unpaid }
  }
  const before = await readFigures()
  await desk.post(`/finances/generateVoucher/campus/${campus}`, { fromDate: '2026-11-01' })
  await desk.post(`/finances/generateVoucher/campus/${campus}`, { fromDate: '2026-12-01' })
  expect(await readFigures()).toEqual(before)
  expect(await expectOneDebt()).toMatchObject({ owed: 450_000, advance: 0, notPosted: 900_000 })
  expect((await getRows(school, desk, collectionList)).rows).toMatchObject([{ notPosted: 900_000 }])
  const entries = (await getRows(school, desk, dayBookList)).rows
  expect(sum(nothing, ...entries.map((entry) => entry.notPosted))).toBe(900_000)
  await desk.post(`/finances/voidVoucher/${campus}/5Red1-202612`, { reason: 'Too early' })
  expect(await readFigures()).toEqual(before)
  await desk.post(`/finances/postVouchers/${campus}/11`)
  const posted = await expectOneDebt()
  expect(posted).toMatchObject({ owed: 900_000, advance: 0, notPosted: 0 })
  expect(posted.unpaid).toHaveLength(2)
})

it('the unposted amount up to a day excludes a later new price of the draft', async () => {
  await admit((await goToDay(school, '2026-09-05')).desk, septemberFeePeriod)
  const { desk } = await goToDay(school, '2026-10-05')
  await desk.post(`/finances/generateVoucher/campus/${campus}`, { fromDate: '2026-10-01' })
  const later = await goToDay(school, '2026-10-20')
  const charge = await later.desk.post('/finances/addAdditionalCharges', {
    rollNumber: 1,
    examinationFee: 700,
  })
  expect(charge.status).toBe(200)
  const notPosted = async (toDate: string) => {
    const viewer = await school.as('desk@main.test')
    const [collected] = (await getRows(school, viewer, collectionList, { toDate })).rows
    const [rolled] = (await getRows(school, viewer, rollForwardList, { toDate })).rows
    const preview = await viewer.get(`/finances/closingPreview/${campus}/${toDate}`)
    return [collected?.notPosted, rolled?.notPosted, replyOf(closingPreview, preview.body).drafts]
  }
  expect(await notPosted('2026-10-10')).toEqual([450_000, 450_000, { count: 1, amount: 4500 }])
  expect(await notPosted('2026-10-19')).toEqual([450_000, 450_000, { count: 1, amount: 4500 }])
  await goToDay(school, '2026-10-25')
  expect(await notPosted('2026-10-20')).toEqual([520_000, 520_000, { count: 1, amount: 5200 }])
})

it('the months owed up to a day are the months of the vouchers up to that day, now and as of an evening', async () => {
  const { desk } = await goToDay(school, '2026-09-05')
  await admit(desk, septemberFeePeriod)
  await generateAndPost(desk, 'Main Campus', '2026-10-01')
  const later = await goToDay(school, '2026-10-20')
  await generateAndPost(later.desk, 'Main Campus', '2026-11-01')
  await goToDay(school, '2026-10-25')
  const monthsUntil = async (toDate: string, asOf?: string) => {
    const filters = { paidStatus: 'unpaid', toDate, ...(asOf && { asOf }) } as const
    const { rows } = await getRows(school, await school.as('desk@main.test'), voucherList, filters)
    return rows.map(({ monthsOwed }) => monthsOwed)
  }
  expect(await monthsUntil('2026-10-01')).toEqual([1])
  expect(await monthsUntil('2026-10-24')).toEqual([2])
  expect(await monthsUntil('2026-10-01', '2026-10-24')).toEqual([1])
  expect(await monthsUntil('2026-10-24', '2026-10-24')).toEqual([2])
})

it('a month that a later voucher settled is not owed within earlier dates, now and as of an evening', async () => {
  const { desk, pay } = await goToDay(school, '2026-09-05')
  await admit(desk, septemberFeePeriod)
  await generateAndPost(desk, 'Main Campus', '2026-10-01')
  const december = { fromDate: '2026-12-01', dueDate: '2026-12-28' }
  await desk.post(`/finances/generateVoucher/campus/${campus}`, december)
  await desk.post(`/finances/postVouchers/${campus}/12`)
  await pay('5Red1-202612', 9100)
  await desk.post(`/finances/generateVoucher/campus/${campus}`, { fromDate: '2026-11-01' })
  const filters = { paidStatus: 'unpaid', toDate: '2026-11-30', toDateOf: 'dueDate' } as const
  const draft = { voucherNo: '5Red1-202611', posted: false, dueSince: null, monthsOwed: 0 }
  expect((await getRows(school, desk, voucherList, filters)).rows).toMatchObject([draft])
  const later = await goToDay(school, '2026-09-06')
  const evening = { ...filters, asOf: '2026-09-05' }
  expect((await getRows(school, later.desk, voucherList, evening)).rows).toMatchObject([draft])
})

it('a draft is not a debt if all earlier vouchers are paid', async () => {
  const { desk, pay } = await goToDay(school, '2026-09-05')
  await admit(desk, septemberFeePeriod)
  await generateAndPost(desk, 'Main Campus', '2026-10-01')
  await pay('5Red1-202610', 4500)
  await desk.post(`/finances/generateVoucher/campus/${campus}`, { fromDate: '2026-11-01' })
  expect(await expectOneDebt()).toMatchObject({ owed: 0, notPosted: 450_000 })
})

it('a draft does not hide that the earlier debt is overdue', async () => {
  covers('decisions 7.owed.marks')

  const { desk } = await goToDay(school, '2026-09-05')
  await admit(desk, septemberFeePeriod)
  await generateAndPost(desk, 'Main Campus', '2026-10-01')
  await desk.post(`/finances/generateVoucher/campus/${campus}`, { fromDate: '2026-11-01' })
  await goToDay(school, '2026-11-02')
  const { rows } = await getRows(school, await school.as('desk@main.test'), voucherList)
  expect(rows.slice(-2).map((row) => marksOf(row, dateAt(school.now)))).toEqual([
    ['overdue'],
    ['overdue', 'to-do'],
  ])
})

it('the amount of a returned cheque is owed for its month, although the voucher stays marked as paid', async () => {
  const { desk, pay } = await goToDay(school, '2026-09-05')
  await admit(desk, septemberFeePeriod)
  await generateAndPost(desk, 'Main Campus', '2026-10-01')
  await pay('5Red1-202610', 4500, { method: 'cheque', reference: '1 HBL' })
  await generateAndPost(desk, 'Main Campus', '2026-11-01')
  const { receipt_no: receiptNo } = await school.db
    .selectFrom('receipts')
    .select('receipt_no')
    .where('method', '=', 'cheque')
    .executeTakeFirstOrThrow()
  const { status } = await desk.post(`/finances/returnCheque/${campus}/${receiptNo}`, { reason: 'No funds' })
  expect(status).toBe(200)
  expect((await expectOneDebt()).unpaid).toHaveLength(2)
})

it('a payment on a month that was generated out of order pays the oldest month first', async () => {
  covers('decisions 7.owed.order')

  const { desk, pay } = await goToDay(school, '2026-09-05')
  await admit(desk, septemberFeePeriod)
  await generateAndPost(desk, 'Main Campus', '2026-12-01')
  await pay('5Red1-202612', 4500)
  const later = await goToDay(school, '2026-09-20')
  await generateAndPost(later.desk, 'Main Campus', '2026-10-01')
  const { unpaid } = await expectOneDebt()
  expect(unpaid.map(({ month }) => month.month)).toEqual([12])
})
