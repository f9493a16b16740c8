// Closes the books at the end of 24 months, while entries of closed days are corrected, moved, re-priced and voided.
// Filed figures never change by a paisa, and every report can be read again as of an evening (decisions
// 3.books.balance, decision records 37 and 43).

import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bookClosings, closeBooks, type ClosingFigures } from '#contract/closed-days.ts'
import { addDays, addMonths, dateAt, firstOfMonth, lastOfMonth, type CalendarDate } from '#domain/calendar.ts'
import { less, sum } from '#domain/money.ts'
import { movedIn, type ClassLine } from '#domain/roll-forward.ts'
import { rollForwardList } from '#reports/roll-forward.ts'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { expectReadAgain, readEvening, type Evening } from '#test/all-reports.ts'
import { goToDay } from '#test/dated-payments.ts'
import { getRows } from '#test/report-rows.ts'
import { admit, openSchool, type Caller, type TestSchool } from '#test/school.ts'
import { fullOrShort, randomBooks } from './full-or-short.ts'
import { anAction, perform, type Action, type Campus } from './random-actions.ts'
import { everyAdjustment } from './random-adjustments.ts'
import { everyDeparture } from './random-departures.ts'

const campus = 'Main%20Campus'
const monthCount = 24

/** A month: its actions by day, and the day of the next month on which its books are closed. */
const aMonth = fc.record({
  actions: fc.array(fc.tuple(fc.integer({ min: 2, max: 28 }), anAction), { maxLength: 3 }),
  paysLate: fc.boolean(),
  closedAfter: fc.integer({ min: 1, max: 6 }),
})
/** Books of a campus; in some of them classes are promoted each April, which moves balances between classes. */
const someBooks = fc.record({
  promotes: fc.boolean(),
  months: fc.array(aMonth, { minLength: monthCount, maxLength: monthCount }),
})
type Books = typeof someBooks extends fc.Arbitrary<infer B> ? B : never

/** Returns books in which each of these actions succeeds, so that none depends on chance. */
const booksWith = (promotes: boolean, actions: readonly Action[]): Books => ({
  promotes,
  months: Array.from({ length: monthCount }, (_, index) => ({
    actions: actions.slice(index * 2, index * 2 + 2).map((action): [number, Action] => [10 + index, action]),
    paysLate: true,
    closedAfter: 3,
  })),
})

const seen = new Map<string, number>()
const count = (what: string, times = 1) => seen.set(what, (seen.get(what) ?? 0) + times)

let school: TestSchool
beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school[Symbol.asyncDispose]())

interface Office extends Campus {
  admin: Caller
  today: CalendarDate | null
}

/** Moves the clock to a day, but never back, so that each entry is in the books on the evening of its day. */
async function moveTo(office: Office, day: CalendarDate): Promise<void> {
  if (office.today !== null && office.today >= day) return
  const { desk, admin } = await goToDay(school, day)
  Object.assign(office, { desk, admin, today: day })
}

async function runAction(office: Office, action: Action): Promise<void> {
  school.now = new Date(school.now.getTime() + 1000)
  for (const { status } of await perform(office, action)) {
    expect([200, 400, 404, 409]).toContain(status)
    count(`${action.action === 'adjust' ? action.how : action.action} ${status}`)
  }
}

/** Receives half of a debt, dated on the last day of the month that is about to be closed. */
async function payLate({ desk }: Office, receivedDate: CalendarDate): Promise<void> {
  const debt = await school.db
    .selectFrom('latest_vouchers')
    .select(['voucher_no', 'net_balance'])
    .where('posted', '=', true)
    .where('issue_date', '<=', receivedDate)
    .where('net_balance', '>', 1)
    .orderBy('voucher_no')
    .executeTakeFirst()
  if (!debt) return
  const receivedAmount = Math.floor(debt.net_balance / 2) / 100
  const path = `/finances/markIndividualVoucherAsPaid/${campus}/${debt.voucher_no}`
  count(`paid late ${(await desk.post(path, { receivedAmount, receivedDate })).status}`)
}

const closingOf = (filed: ClosingFigures | undefined) =>
  new Map(filed?.byClass?.map(({ studentClass, closing }) => [studentClass, closing]))

/** Closes the books. Checks that the closing adds up, for the campus and each class, and continues the last closing. */
async function closeMonth(
  office: Office,
  until: CalendarDate,
  last: ClosingFigures | undefined,
  moves: boolean,
) {
  const answer = await office.admin.post(`/finances/closeBooks/${campus}`, { until })
  expect([until, answer.status, answer.body['code']]).toEqual([until, 200, undefined])
  const { figures } = closeBooks.reply.parse(answer.body)
  const { opening, broughtIn, charged, adjusted, received } = figures
  expect(less(sum(opening, broughtIn, charged, adjusted), received)).toBe(figures.closing)
  expect(figures).toMatchObject({ from: last ? addDays(last.until, 1) : null, opening: last?.closing ?? 0 })

  const byClass = figures.byClass ?? expect.fail('no classes')
  const before = closingOf(last)
  for (const line of byClass) {
    expect([until, line.studentClass, line.opening]).toEqual([
      until,
      line.studentClass,
      before.get(line.studentClass) ?? 0,
    ])
    before.delete(line.studentClass)
    if (!moves) expect([until, line.studentClass, movedIn(line)]).toEqual([until, line.studentClass, 0])
  }
  // A class without figures must have no opening balance.
  expect([...before.values()].filter((closing) => closing !== 0)).toEqual([])
  expect(sum(...byClass.map(movedIn))).toBe(0)
  return figures
}

/** Checks that the closings and their sheets still equal the filed figures. */
async function expectUnchanged(
  { desk }: Office,
  filed: readonly ClosingFigures[],
  sheets: readonly ClosingFigures[],
) {
  const answer = await desk.get(`/finances/bookClosings/${campus}`)
  const { closings } = bookClosings.reply.parse(answer.body)
  expect(closings.map(({ figures }) => figures)).toEqual(filed.toReversed())
  for (const { from, until, byClass } of sheets) {
    const filters = { ...(from && { fromDate: from }), toDate: until }
    const rows = byClass?.length ? (await getRows(school, desk, rollForwardList, filters)).rows : []
    // Unposted amounts are the present ones and are not filed.
    const lines: readonly ClassLine[] = rows.map(({ notPosted: _, ...line }) => line)
    expect([until, lines]).toEqual([until, byClass])
  }
}

/** Counts the receipts of closed days that were reversed after their closing. */
async function countReversedAfterClosing(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from receipts x join receipts r on r.campus = x.campus and r.receipt_no = x.reverses
    where exists (select from book_closings c where c.campus = r.campus and c.closed_until >= r.received_on
      and c.entered_at < x.entered_at)`.execute(school.db)
  return rows[0]?.count ?? 0
}

async function promoteAll({ admin }: Office): Promise<void> {
  for (const classToPromote of ['6', '5']) {
    const { status } = await admin.post('/admissions/promoteClass', { campus: 'Main Campus', classToPromote })
    count(`promote ${status}`)
  }
}

async function play({ promotes, months }: Books): Promise<void> {
  await school.reset()
  const first = await goToDay(school, '2026-11-01')
  const office: Office = { school, desk: first.desk, admin: first.admin, months: 0, today: null }
  const financialData = { feePeriod: '2026-10-01 to 2026-10-31' }
  await admit(office.desk, { financialData })
  await admit(office.desk, { financialData, studentData: { studentClass: '6' } })

  const filed: ClosingFigures[] = []
  const evenings: Evening[] = []
  for (const [index, { actions, paysLate, closedAfter }] of months.entries()) {
    const month = addMonths({ year: 2026, month: 11 }, index)
    const [start, end] = [firstOfMonth(month), lastOfMonth(month)]
    office.lastMonths = index + 2
    await moveTo(office, start)
    if (promotes && month.month === 4) await promoteAll(office)
    // The month may already have been generated in advance.
    if (office.months <= index) await runAction(office, { action: 'generate', posts: true })
    else await runAction(office, { action: 'post', back: office.months - 1 - index })
    for (const [day, action] of actions.toSorted(([one], [other]) => one - other)) {
      await moveTo(office, addDays(start, day - 1))
      await runAction(office, action)
    }
    await moveTo(office, addDays(end, closedAfter))
    if (paysLate) await payLate(office, end)
    filed.push(await closeMonth(office, end, filed.at(-1), promotes))
    await expectUnchanged(office, filed, filed.slice(-2, -1))
    if (index % 4 === 0) evenings.push(await readEvening(school, office.desk))
    await moveTo(office, addDays(dateAt(school.now), 1))
  }
  for (const action of everyAdjustment) await runAction(office, action)
  await expectUnchanged(office, filed, filed)
  await expectReadAgain(school, office.desk, evenings)
  expect(await brokenLaws(school.db)).toEqual([])
  count('reversed after closing', await countReversedAfterClosing())
}

it('figures filed at the end of 24 random months never change, and each closing is the next opening', async () => {
  await fc.assert(fc.asyncProperty(someBooks, play), {
    ...randomBooks(500, 4),
    examples: [[booksWith(false, everyAdjustment)], [booksWith(true, everyDeparture)]],
    // Shrinking would play hundreds of books.
    endOnFailure: true,
  })
  // The test would prove nothing if every action were refused.
  const succeeding = [
    'generate',
    'receive',
    'correct',
    'correctReceipt',
    'moveReceipt',
    'returnCheque',
    'lowerDebt',
  ]
  expect([...seen.keys()]).toEqual(
    expect.arrayContaining([...succeeding, 'paid late', 'promote', 'leave'].map((name) => `${name} 200`)),
  )
  expect(seen.get('reversed after closing')).toBeGreaterThan(fullOrShort(100, 2))
}, 7_200_000)
