import { closingPreview } from '#contract/closed-days.ts'
import { campusOverview } from '#contract/overview.ts'
import { findStudents } from '#contract/student-search.ts'
import { agedDebt, ages } from '#domain/ageing.ts'
import { calendarDate, dateAt } from '#domain/calendar.ts'
import { studentDebt, type ChargedVoucher, type Debt } from '#domain/debt.ts'
import { less, nothing, paisa, sum } from '#domain/money.ts'
import { outstandingNow, owedOn } from '#domain/voucher-amounts.ts'
import { ageingList } from '#reports/ageing.ts'
import { collectionList } from '#reports/collection.ts'
import { dayBookList } from '#reports/day-book.ts'
import { rollForwardList } from '#reports/roll-forward.ts'
import { studentList } from '#reports/student-list.ts'
import { marksOf, voucherList } from '#reports/voucher-list.ts'
import { covers } from '#test/covers.ts'
import { goTo, september } from '#test/dated-payments.ts'
import { playMoney, someActions } from '#test/random-money.ts'
import { getRows } from '#test/report-rows.ts'
import { replyOf } from '#test/sample-calls.ts'
import { admit, generateAndPost, openSchool, type TestSchool } from '#test/school.ts'
import { getAccount } from '#test/student-accounts.ts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

// A student's debt is one figure on every screen, now and as of every evening.

const at = 'Main%20Campus'
let school: TestSchool

beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school[Symbol.asyncDispose]())
beforeEach(() => school.reset())

/** The debt of student 1 by the rule, from the vouchers that count. */
async function debtByRule(): Promise<Debt<ChargedVoucher>> {
  const rows = await school.db
    .selectFrom('vouchers')
    .selectAll()
    .where('roll_no', '=', 1)
    .where('replaced_by', 'is', null)
    .where('voided', '=', false)
    .orderBy('chain_no')
    .execute()
  const today = dateAt(school.now)
  const vouchers = rows.map((row) => ({
    month: { year: row.year, month: row.month },
    chainNo: row.chain_no,
    dueDate: calendarDate(row.due_date) ?? today,
    posted: row.posted,
    amount: sum(paisa(row.amount), paisa(row.kind === 'opening' ? row.arrears : 0)),
    netBalance: paisa(row.net_balance),
  }))
  return studentDebt(vouchers, today)
}

const dayOf = (asOf = '') => calendarDate(asOf) ?? dateAt(school.now)
const noDebt = { owed: 0, months: 0, dueSince: null }

/** The balance of student 1 in each list, now or as of an evening, in paisa. */
async function inLists(filters: { readonly asOf?: string } = {}) {
  const desk = await school.as('desk@main.test')
  const day = dayOf(filters.asOf)
  const [aged] = (await getRows(school, desk, ageingList, filters)).rows
  const [listed] = (await getRows(school, desk, studentList, filters)).rows
  const { rows } = await getRows(school, desk, voucherList, filters)
  const classes = (await getRows(school, desk, rollForwardList, filters)).rows
  const [unpaid] = (await getRows(school, desk, voucherList, { ...filters, paidStatus: 'unpaid' })).rows
  return {
    ageing: aged ? { owed: aged.owed, months: aged.months, dueSince: aged.dueSince } : noDebt,
    byAge: ages.map(({ key }) => aged?.[key] ?? 0),
    studentList: listed && [listed.balance, listed.monthsOwed],
    rollForward: sum(nothing, ...classes.map(({ closing, notPosted }) => less(closing, notPosted))),
    feeRecord: outstandingNow(rows),
    overdueRows: rows.filter((row) => marksOf(row, day).includes('overdue')).length > 0,
    netReceivables: unpaid && [Math.max(0, owedOn(unpaid)), unpaid.monthsOwed, unpaid.dueSince],
  }
}

/** The same by the rule; a list that leaves the student out has undefined there. */
function expectedInLists(
  { balance, owed, overdue, unpaid, dueSince }: Debt<ChargedVoucher>,
  day: string,
  lists: Awaited<ReturnType<typeof inLists>>,
) {
  const aged = agedDebt(unpaid, dayOf(day))
  return {
    ageing: { owed, months: unpaid.length, dueSince },
    byAge: ages.map(({ key }) => aged[key]),
    studentList: lists.studentList && [balance, unpaid.length],
    rollForward: balance,
    feeRecord: owed,
    overdueRows: overdue > 0,
    netReceivables: owed > 0 || lists.netReceivables ? [owed, unpaid.length, dueSince] : undefined,
  }
}

/** The balance on the screens of a single student and on the dashboard. */
async function onScreens() {
  const desk = await school.as('desk@main.test')
  const { body } = await desk.get(`/finances/campusOverview/${at}/${school.now.getMonth() + 1}`)
  const { dues } = replyOf(campusOverview, body)
  const search = await desk.post(`/admissions/findStudents/${at}`, { typed: '1' })
  const [found] = replyOf(findStudents, search.body).students
  const { balance, dueSince, notPosted, unpaid } = await getAccount(desk, 1)
  return {
    dashboard: [dues.total, dues.advance, dues.notPosted, dues.top[0]?.months ?? 0],
    find: found?.latestVoucher?.netBalance ?? 0,
    page: [balance, dueSince, notPosted, unpaid.map((part) => part.unpaid)],
  }
}

const inRupees = (amount: number) => amount / 100

const expectedOnScreens = ({
  balance,
  owed,
  advance,
  notPosted,
  unpaid,
  dueSince,
}: Debt<ChargedVoucher>) => ({
  dashboard: [...[owed, advance, notPosted].map(inRupees), unpaid.length],
  find: inRupees(balance),
  page: [inRupees(balance), dueSince, inRupees(notPosted), unpaid.map((part) => inRupees(part.unpaid))],
})

async function expectOneDebt(): Promise<Debt<ChargedVoucher>> {
  const debt = await debtByRule()
  const lists = await inLists()
  expect(lists).toEqual(expectedInLists(debt, dateAt(school.now), lists))
  expect(await onScreens()).toEqual(expectedOnScreens(debt))
  return debt
}

it('is the same on every screen and list whatever was done with the money, and as of every evening', async () => {
  covers(
    'decisions 7.draft.balance',
    'decisions 7.draft.ledger',
    'decisions 7.owed.split',
    'decisions 7.owed.order',
  )

  await fc.assert(
    fc.asyncProperty(someActions, async (actions) => {
      const evenings: { readonly asOf: string; readonly debt: Debt<ChargedVoucher> }[] = []
      await playMoney(school, actions, async () => {
        evenings.push({ asOf: dateAt(school.now), debt: await expectOneDebt() })
      })
      for (const { asOf, debt } of evenings) {
        const lists = await inLists({ asOf })
        expect({ asOf, ...lists }).toEqual({ asOf, ...expectedInLists(debt, asOf, lists) })
      }
    }),
    { numRuns: 4, seed: 43 },
  )
}, 120_000)

it('is not changed by a draft that is generated or voided, on any screen; posting adds its charges', async () => {
  covers('decisions 7.draft.moves')

  const { desk } = await goTo(school, '2026-09-05')
  await admit(desk, september)
  await generateAndPost(desk, 'Main Campus', '2026-10-01')
  const figures = async () => {
    const { dashboard, page, ...screens } = await onScreens()
    const { feeRecord, studentList: listed } = await inLists()
    return { ...screens, feeRecord, listed, dashboard: dashboard.slice(0, 2), page: page.slice(0, 2) }
  }
  const before = await figures()
  await desk.post(`/finances/generateVoucher/campus/${at}`, { fromDate: '2026-11-01' })
  await desk.post(`/finances/generateVoucher/campus/${at}`, { fromDate: '2026-12-01' })
  expect(await figures()).toEqual(before)
  expect((await onScreens()).dashboard).toEqual([4500, 0, 9000, 1])
  expect((await getRows(school, desk, collectionList)).rows).toMatchObject([{ notPosted: 900_000 }])
  const entries = (await getRows(school, desk, dayBookList)).rows
  expect(sum(nothing, ...entries.map((entry) => entry.notPosted))).toBe(900_000)
  await desk.post(`/finances/voidVoucher/${at}/5Red1-202612`, { reason: 'Too early' })
  expect(await figures()).toEqual(before)
  await desk.post(`/finances/postVouchers/${at}/11`)
  expect((await onScreens()).dashboard).toEqual([9000, 0, 0, 2])
})

it('a draft that is re-priced later is not posted up to a day with what it charged then', async () => {
  await admit((await goTo(school, '2026-09-05')).desk, september)
  const { desk } = await goTo(school, '2026-10-05')
  await desk.post(`/finances/generateVoucher/campus/${at}`, { fromDate: '2026-10-01' })
  const later = await goTo(school, '2026-10-20')
  const charged = await later.desk.post('/finances/addAdditionalCharges', {
    rollNumber: 1,
    examinationFee: 700,
  })
  expect(charged.status).toBe(200)
  const notPosted = async (toDate: string) => {
    const viewer = await school.as('desk@main.test')
    const [collected] = (await getRows(school, viewer, collectionList, { toDate })).rows
    const [rolled] = (await getRows(school, viewer, rollForwardList, { toDate })).rows
    const preview = await viewer.get(`/finances/closingPreview/${at}/${toDate}`)
    return [collected?.notPosted, rolled?.notPosted, replyOf(closingPreview, preview.body).drafts]
  }
  expect(await notPosted('2026-10-10')).toEqual([450_000, 450_000, { count: 1, amount: 4500 }])
  expect(await notPosted('2026-10-19')).toEqual([450_000, 450_000, { count: 1, amount: 4500 }])
  await goTo(school, '2026-10-25')
  expect(await notPosted('2026-10-20')).toEqual([520_000, 520_000, { count: 1, amount: 5200 }])
})

it('the months owed up to a day are those of the vouchers up to it, now and as of an evening', async () => {
  const { desk } = await goTo(school, '2026-09-05')
  await admit(desk, september)
  await generateAndPost(desk, 'Main Campus', '2026-10-01')
  const later = await goTo(school, '2026-10-20')
  await generateAndPost(later.desk, 'Main Campus', '2026-11-01')
  await goTo(school, '2026-10-25')
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

it('a draft alone is no debt where all before it is paid', async () => {
  const { desk, pay } = await goTo(school, '2026-09-05')
  await admit(desk, september)
  await generateAndPost(desk, 'Main Campus', '2026-10-01')
  await pay('5Red1-202610', 4500)
  await desk.post(`/finances/generateVoucher/campus/${at}`, { fromDate: '2026-11-01' })
  expect(await expectOneDebt()).toMatchObject({ owed: 0, notPosted: 450_000 })
})

it('a draft does not hide that the debt beneath it is overdue', async () => {
  covers('decisions 7.owed.marks')

  const { desk } = await goTo(school, '2026-09-05')
  await admit(desk, september)
  await generateAndPost(desk, 'Main Campus', '2026-10-01')
  await desk.post(`/finances/generateVoucher/campus/${at}`, { fromDate: '2026-11-01' })
  await goTo(school, '2026-11-02')
  const { rows } = await getRows(school, await school.as('desk@main.test'), voucherList)
  expect(rows.slice(-2).map((row) => marksOf(row, dateAt(school.now)))).toEqual([
    ['overdue'],
    ['overdue', 'to-do'],
  ])
})

it('a returned cheque of a paid month is owed as that month, though its voucher stays marked as paid', async () => {
  const { desk, pay } = await goTo(school, '2026-09-05')
  await admit(desk, september)
  await generateAndPost(desk, 'Main Campus', '2026-10-01')
  await pay('5Red1-202610', 4500, { method: 'cheque', reference: '1 HBL' })
  await generateAndPost(desk, 'Main Campus', '2026-11-01')
  const { receipt_no: receiptNo } = await school.db
    .selectFrom('receipts')
    .select('receipt_no')
    .where('method', '=', 'cheque')
    .executeTakeFirstOrThrow()
  const { status } = await desk.post(`/finances/returnCheque/${at}/${receiptNo}`, { reason: 'No funds' })
  expect(status).toBe(200)
  expect((await expectOneDebt()).unpaid).toHaveLength(2)
})

it('money for a month that was generated out of order pays the oldest month first', async () => {
  covers('decisions 7.owed.order')

  const { desk, pay } = await goTo(school, '2026-09-05')
  await admit(desk, september)
  await generateAndPost(desk, 'Main Campus', '2026-12-01')
  await pay('5Red1-202612', 4500)
  const later = await goTo(school, '2026-09-20')
  await generateAndPost(later.desk, 'Main Campus', '2026-10-01')
  const { unpaid } = await expectOneDebt()
  expect(unpaid.map(({ month }) => month.month)).toEqual([12])
})
