// A student's debt is the same on every list and screen, and each debt is counted once (decisions 7).

import { expect } from 'vitest'
import { findVoucherOfStudent } from '#contract/counter.ts'
import { campusOverview } from '#contract/overview.ts'
import { findStudents } from '#contract/student-search.ts'
import { monthOf } from '#domain/calendar.ts'
import { less, nothing, paisa, sum, type Money } from '#domain/money.ts'
import { netBalance, outstandingNow, owedOn } from '#domain/voucher-amounts.ts'
import { marksOf, voucherList, type VoucherRow } from '#reports/voucher-list.ts'
import { debtOf, validIn, type BookRows, type Filters } from '#test/report-rules/book-rows.ts'
import { collectedByVoucher } from '#test/report-rules/collected.ts'
import { byRule, given } from '#test/report-rules/rules.ts'
import { getRows } from './report-rows.ts'
import { replyOf } from './sample-calls.ts'
import type { Caller, TestSchool } from './school.ts'
import { getAccount } from './student-accounts.ts'

const campus = 'Main%20Campus'
const inRupees = (amount: number) => amount / 100

const debtsIn = (books: BookRows) => {
  const valid = validIn(books)
  return books.students.map(({ roll_no }) => ({ rollNo: roll_no, ...debtOf(books, valid, roll_no) }))
}

/** Returns the vouchers of the voucher list by its rule. */
const listRows = (books: BookRows, filters: Filters) =>
  byRule('voucherList', books, filters).rows as unknown as readonly VoucherRow[] // equal to the list's rows

/** Checks that the fee record, net receivables and the roll-forward add up to the debt by the rule. */
export function expectListsToAgree(books: BookRows): void {
  const [all, unpaid] = [listRows(books, { paidStatus: 'all' }), listRows(books, { paidStatus: 'unpaid' })]
  const debts = debtsIn(books)
  for (const { rollNo, owed, overdue, notDue, unpaid: parts, dueSince } of debts) {
    const vouchers = all.filter((row) => row.rollNo === rollNo)
    const isMarked = vouchers.some((row) => marksOf(row, books.today).includes('overdue'))
    expect([rollNo, outstandingNow(vouchers), isMarked]).toEqual([rollNo, owed, overdue > 0])
    // Each row has one state beside Not posted, so that the facets add up to all rows.
    const states = vouchers.map((row) => marksOf(row, books.today).filter((mark) => mark !== 'to-do'))
    expect(states.every(({ length }, index) => length === 1 || !vouchers[index]?.posted)).toBe(true)
    const row = unpaid.find((one) => one.rollNo === rollNo)
    const receivable = row && [
      Math.max(0, owedOn(row)),
      row.monthsOwed,
      row.dueSince,
      row.overdue,
      row.notDue,
    ]
    expect([rollNo, receivable]).toEqual([
      rollNo,
      owed > 0 || row ? [owed, parts.length, dueSince, overdue, notDue] : undefined,
    ])
  }
  const classes = byRule('rollForwardList', books, {}).rows
  const closing = classes.map((row) => less(paisa(Number(row['closing'])), paisa(Number(row['notPosted']))))
  expect(sum(nothing, ...closing)).toBe(sum(nothing, ...debts.map(({ balance }) => balance)))
}

/** Checks that the dashboard of each month has the collected amounts of the rule, and that its classes add up. */
async function expectCollected(desk: Caller, books: BookRows): Promise<void> {
  const months = new Set(books.vouchers.map(({ year, month }) => `${year}-${month}`))
  for (const [year = 0, month = 0] of [...months].map((text) => text.split('-').map(Number))) {
    const reply = await desk.get(`/finances/campusOverview/${campus}/${month}?year=${year}`)
    const overview = replyOf(campusOverview, reply.body)
    const vouchers = collectedByVoucher(books, { year, month })
    const total = (key: 'billed' | 'collected' | 'arrears' | 'advance') =>
      inRupees(vouchers.reduce((all, voucher) => all + voucher[key], 0))
    const { vouchers: count, billed, received, arrears, advance } = overview.month
    expect([count, billed, received, arrears, advance]).toEqual([
      validIn(books).filter((voucher) => voucher.year === year && voucher.month === month).length,
      ...(['billed', 'collected', 'arrears', 'advance'] as const).map(total),
    ])
    expect(received).toBeGreaterThanOrEqual(0)
    expect(received).toBeLessThanOrEqual(billed)
    expect(overview.months.at(-1)?.billed).toBe(billed)
    const inClasses = (key: 'billed' | 'received' | 'overdue') =>
      overview.byClass.reduce((all, row) => all + row[key] * 100, 0) / 100
    expect([inClasses('billed'), inClasses('received'), inClasses('overdue')]).toEqual([
      billed,
      received,
      overview.dues.overdue.amount,
    ])
    // The bars of earlier months are summed in another way.
    for (const bar of overview.months) {
      const inMonth = collectedByVoucher(books, bar)
      expect(bar.billed).toBe(inRupees(inMonth.reduce((all, voucher) => all + voucher.billed, 0)))
    }
  }
}

/** Checks that the debts on the dashboard, in Find and on each student's page equal the rule. */
export async function expectScreens(desk: Caller, books: BookRows): Promise<void> {
  const debts = debtsIn(books)
  const { body } = await desk.get(`/finances/campusOverview/${campus}/${monthOf(books.today).month}`)
  const { dues } = replyOf(campusOverview, body)
  await expectCollected(desk, books)
  const total = (key: 'overdue' | 'notDue' | 'advance' | 'notPosted') =>
    inRupees(sum(nothing, ...debts.map((debt) => debt[key])))
  const inParts = (parts: readonly { readonly amount: number }[]) =>
    parts.reduce((all, { amount }) => all + amount * 100, 0) / 100
  expect([
    dues.overdue.amount,
    inParts(dues.ages),
    inParts(dues.notDue),
    dues.advance,
    dues.notPosted,
  ]).toEqual([total('overdue'), total('overdue'), total('notDue'), total('advance'), total('notPosted')])
  expect(dues.ages.filter(({ amount }) => amount <= 0)).toEqual([])
  const late = debts.filter(({ overdue }) => overdue > 0)
  expect([dues.overdue.students, dues.overdue.since]).toEqual([
    late.length,
    late.map(({ dueSince }) => String(dueSince)).toSorted()[0] ?? null,
  ])
  const owing = debts.filter(({ owed }) => owed > 0)
  expect(
    Object.fromEntries(dues.top.map(({ rollNo, months, amount }) => [rollNo, [months, amount]])),
  ).toEqual(
    Object.fromEntries(owing.map(({ rollNo, unpaid, owed }) => [rollNo, [unpaid.length, inRupees(owed)]])),
  )
  for (const debt of debts) await expectDebt(desk, debt)
}

type StudentDebt = ReturnType<typeof debtsIn>[number]

/** Checks that Find, the counter and the student's page show a debt alike. */
async function expectDebt(desk: Caller, { rollNo, balance, dueSince, notPosted, unpaid }: StudentDebt) {
  const search = await desk.post(`/admissions/findStudents/${campus}`, { typed: String(rollNo) })
  const match = replyOf(findStudents, search.body).students.find((student) => student.rollNo === rollNo)
  const page = await getAccount(desk, rollNo)
  const found = await desk.get(`/finances/individualVoucher/${campus}/${rollNo}`)
  if (found.status === 200 && balance > 0)
    expect(replyOf(findVoucherOfStudent, found.body).voucher.unpaid).toEqual(
      page.unpaid.map(({ voucherNo: _, ...month }) => month),
    )
  expect([
    rollNo,
    [match?.latestVoucher?.netBalance ?? 0, match?.latestVoucher?.dueSince ?? null],
    [page.balance, page.dueSince, page.notPosted, page.unpaid.map((part) => part.unpaid)],
  ]).toEqual([
    rollNo,
    [inRupees(balance), dueSince],
    [inRupees(balance), dueSince, inRupees(notPosted), unpaid.map((part) => inRupees(part.unpaid))],
  ])
}

const monthsOwedOf = (rows: readonly VoucherRow[]) =>
  Object.fromEntries(rows.map(({ voucherNo, monthsOwed }) => [voucherNo, monthsOwed]))

/** Checks that classes and sections add up to the campus, and sections to their class, and each debt is listed once. */
export async function expectPartsToAddUp(school: TestSchool, desk: Caller, query: Filters): Promise<void> {
  const rowsOf = async (more: Filters) =>
    (await getRows(school, desk, voucherList, given({ ...query, ...more }))).rows
  const debts = await rowsOf({ paidStatus: 'unpaid' })
  const all = await rowsOf({ paidStatus: 'all' })
  expect(new Set(debts.map(({ rollNo }) => rollNo)).size).toBe(debts.length)
  const partsBy = (by: 'studentClass' | 'section') => [...new Set(all.map((row) => row[by]))]
  for (const by of ['studentClass', 'section'] as const) {
    const inParts: VoucherRow[] = []
    const dues: Money[] = []
    for (const part of partsBy(by)) {
      inParts.push(...(await rowsOf({ paidStatus: 'unpaid', [by]: part })))
      dues.push(outstandingNow(await rowsOf({ paidStatus: 'all', [by]: part })))
    }
    expect(inParts).toHaveLength(debts.length)
    expect(monthsOwedOf(inParts)).toEqual(monthsOwedOf(debts))
    expect(sum(nothing, ...inParts.map(netBalance))).toBe(sum(nothing, ...debts.map(netBalance)))
    expect(sum(nothing, ...dues)).toBe(outstandingNow(all))
  }
  // The sections of a class have all its debts.
  const classQuery = { paidStatus: 'unpaid', studentClass: '4' }
  const inSections: VoucherRow[] = []
  for (const section of partsBy('section')) inSections.push(...(await rowsOf({ ...classQuery, section })))
  expect(monthsOwedOf(inSections)).toEqual(monthsOwedOf(await rowsOf(classQuery)))
}
