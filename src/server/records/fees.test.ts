import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { addMonths, firstOfMonth, type CalendarDate, type Month } from '#domain/calendar.ts'
import { feeInMonth, type DatedFee } from '#domain/fee.ts'
import type { Money } from '#domain/money.ts'
import { booksAsOf } from '#server/records/books/as-of.ts'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { rs } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { asAdmin, bringIn } from '#test/moving-in.ts'
import { openSchool } from '#test/school.ts'
import { listFeeSchedule, setMonthlyFeesFrom } from './fees.ts'
import { writeHistory } from './history.ts'

const campus = 'Main Campus'
const school = await openSchool()
afterAll(() => school[Symbol.asyncDispose]())

/** A fee as a user enters it; months are counted from November 2026. */
interface FeeEntry {
  readonly by: 'change' | 'edit of a voucher'
  readonly month: number
  readonly amount: number
  /** The months that pass before the entry. */
  readonly later: number
}

const monthAt = (month: number): Month => addMonths({ year: 2026, month: 11 }, month)
const months = Array.from({ length: 18 }, (_, index) => index - 6)
const feesOf = (schedule: readonly DatedFee[]) =>
  months.map((month) => feeInMonth(schedule, monthAt(month))?.monthlyFee)

/** Enters a fee. Returns the day of the entry and the fees by month after it. */
async function enter(rollNo: number, entry: FeeEntry, now: Date) {
  school.now = now
  return asAdmin(school, campus, async (scope) => {
    const fee = { monthlyFee: rs(entry.amount), discount: rs(0) }
    const changeNo = await writeHistory(scope, {
      what: entry.by === 'change' ? 'fee changed' : 'fees changed',
      rollNo,
      before: { monthlyFee: rs(0), discount: rs(0) },
      after: { ...fee, feeChangeDate: firstOfMonth(monthAt(entry.month)) },
    })
    await setMonthlyFeesFrom(scope, monthAt(entry.month), [{ rollNo, fee, changeNo }])
    return { day: scope.today, fees: feesOf(await listFeeSchedule(scope, rollNo)) }
  })
}

/** Returns the fees by month at the end of a day. */
async function feesAsOf(rollNo: number, evening: CalendarDate) {
  const { rows } = await sql<DatedFee>`
    select null::date as from, monthly_fee as "monthlyFee", discount from fees
    where campus = ${campus} and roll_no = ${rollNo}
    union all select from_month, monthly_fee, discount from ${booksAsOf({ campus }, evening).feeChanges} d
    where roll_no = ${rollNo} and not superseded order by 1 nulls first`.execute(school.db)
  return feesOf(rows)
}

describe('a fee schedule (decisions 6.fee-change)', () => {
  it('follows each entry until the next change with a date of its own, in every order of entries', async () => {
    covers('decisions 6.fee-change.month', 'decisions 6.fee-change.ahead')

    const entry: fc.Arbitrary<FeeEntry> = fc.record({
      by: fc.constantFrom('change', 'edit of a voucher'),
      month: fc.integer({ min: -3, max: 6 }),
      amount: fc.integer({ min: 1, max: 9 }),
      later: fc.constantFrom(0, 0, 0, 1, 4),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 4 }), async (entries) => {
        const rollNo = await bringIn(school)
        const evenings = []
        let fees: readonly (Money | undefined)[] = months.map(() => rs(5000))
        let plans = new Map<number, Money>()
        let currentMonth = 0
        for (const [index, next] of entries.entries()) {
          const { by, month, later } = next
          currentMonth += later
          const amount = rs(next.amount)
          const until = Math.max(month, currentMonth)
          const otherPlans = [...plans].filter(([plan]) => plan < month || plan > until)
          const isPlan = by === 'change' || plans.has(month)
          plans = new Map([...otherPlans, ...(isPlan ? [[month, amount] as const] : [])])
          const laterPlans = [...plans].filter(([plan]) => plan > until).toSorted(([a], [b]) => a - b)
          fees = months.map((feeMonth, nth) =>
            feeMonth < month ? fees[nth] : (laterPlans.findLast(([from]) => from <= feeMonth)?.[1] ?? amount),
          )
          const { year, month: calendarMonth } = monthAt(currentMonth)
          const now = new Date(Date.UTC(year, calendarMonth - 1, 10 + index, 4))
          const evening = await enter(rollNo, next, now)
          expect(evening.fees).toEqual(fees)
          evenings.push(evening)
        }
        for (const evening of evenings) expect(await feesAsOf(rollNo, evening.day)).toEqual(evening.fees)
      }),
      { numRuns: 60 },
    )
    expect(await brokenLaws(school.db)).toEqual([])
  })
})
