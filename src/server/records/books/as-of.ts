// The books at the end of a day, from the entries until then. Nothing is deleted and each change is in the history, so
// that an earlier state can be read without a copy of it (decision record 45).

import { sql, type RawBuilder } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import { monthlyHeads } from '#domain/fee-heads.ts'
import type { Unnamed } from '#reports/common-filters.ts'
import { eachColumn } from '#server/records/fee-columns.ts'
import { supersedes } from '#server/records/fees.ts'
import { monthPostings, runRedatings } from '#server/records/posting-history.ts'
import { dayOf, startOfDay } from '#server/records/school-day.ts'
import type { Scope } from '#server/records/scope.ts'
import { vouchersAsOf } from './vouchers-as-of.ts'

/** Tables as parts of a query; each needs an alias. */
export interface Books {
  readonly vouchers: RawBuilder<unknown>
  /** The students at the end of a day, with the columns that reports read. */
  readonly students: RawBuilder<unknown>
  readonly receipts: RawBuilder<unknown>
  readonly adjustments: RawBuilder<unknown>
  readonly feeChanges: RawBuilder<unknown>
  /** Monthly fee and discount of the student `s` in the month that begins on a day; to be joined laterally. */
  readonly feesIn: (month: CalendarDate) => RawBuilder<unknown>
}

export const booksNow: Books = {
  vouchers: sql`vouchers`,
  students: sql`students`,
  receipts: sql`receipts`,
  adjustments: sql`adjustments`,
  feeChanges: sql`fee_changes`,
  feesIn: (month) => sql`fees_in_month(s.campus, s.roll_no, ${month}::date)`,
}

/** SQL: the end of a day as an instant; infinity without a day. */
export const endOf = (asOf: CalendarDate | undefined): RawBuilder<unknown> =>
  asOf === undefined ? sql`'infinity'::timestamptz` : startOfDay(sql`${asOf}::date + 1`)

/** Returns the books of the campus at the end of a day; without a day, the present books. */
export function booksAsOf({ campus }: Pick<Scope, 'campus'>, asOf: CalendarDate | undefined): Books {
  if (asOf === undefined) return booksNow
  const end = endOf(asOf)
  const feeChanges = feeChangesAsOf(campus, end)
  return {
    vouchers: vouchersAsOf(campus, end),
    students: studentsAsOf(campus, end),
    receipts: sql`(select * from receipts where campus = ${campus} and entered_at < ${end})`,
    adjustments: sql`(select * from adjustments where campus = ${campus} and entered_at < ${end})`,
    feeChanges,
    feesIn: (month) => feesAsOf(feeChanges, month),
  }
}

/**
 * Finds out if postings or due dates at the end of a day are uncertain: a later history entry for a month or run, from
 * before entries named vouchers, may have changed only a part of the vouchers.
 */
export async function findUnnamed({ trx, campus }: Scope, asOf: CalendarDate): Promise<Unnamed> {
  const isLater = sql`where campus = ${campus} and changed_at >= ${endOf(asOf)}`
  const { rows } = await sql<Unnamed>`
    select exists (select from (${sql.raw(monthPostings)}) m ${isLater}) as posting,
      exists (select from (${sql.raw(runRedatings)}) r ${isLater}) as "dueDates"`.execute(trx)
  return rows[0] ?? { posting: false, dueDates: false }
}

/** SQL: a student's column before its first later change, which the history has under the name of the field. */
const earlier = (column: string, field: string, type = 'text'): string =>
  `coalesce((l.before ->> '${field}')::${type}, s.${column}) as ${column}`

const earlierColumns = [
  earlier('student_name', 'studentName'),
  earlier('father_name', 'fatherName'),
  earlier('father_home_phone', 'fatherHomePhone'),
  earlier('student_class', 'studentClass', 'school_class'),
  earlier('section', 'section', 'school_section'),
  earlier('admission_date', 'admissionDate', 'date'),
  earlier('state', 'state', 'student_state'),
].join(', ')

const studentsAsOf = (campus: string, end: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select s.campus, s.roll_no, s.admission_class, s.admitted_at, s.admitted_by, ${sql.raw(earlierColumns)},
    case when l.before ? 'state' then null else s.left_on end as left_on
  from students s left join (
    select c.roll_no, jsonb_object_agg(f.key, f.value order by c.change_no desc) as before
    from changes c cross join lateral jsonb_each(c.before) f
    where c.campus = ${campus} and c.changed_at >= ${end}
      and c.what in ('record edited', 'class promoted', 'student removed', 'student graduated')
    group by c.roll_no) l on l.roll_no = s.roll_no
  where s.campus = ${campus} and s.admitted_at < ${end})`

/** SQL: the fee changes entered by `end`, with `superseded` as it was then. */
const feeChangesAsOf = (campus: string, end: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select d.campus, d.change_no, d.roll_no, d.from_month, ${sql.raw(eachColumn(monthlyHeads, (column) => `d.${column}`))},
    d.superseded and exists (select from fee_changes n join changes i on i.campus = n.campus and i.change_no = n.change_no
      where n.campus = d.campus and n.roll_no = d.roll_no and n.change_no > d.change_no and i.changed_at < ${end}
        and ${sql.raw(supersedes('n', 'd', dayOf('i.changed_at')))}) as superseded
  from fee_changes d join changes h on h.campus = d.campus and h.change_no = d.change_no
  where d.campus = ${campus} and h.changed_at < ${end})`

const feesAsOf = (feeChanges: RawBuilder<unknown>, month: CalendarDate): RawBuilder<unknown> => sql`(
  select ${sql.raw(eachColumn(monthlyHeads, (column) => `coalesce(c.${column}, f.${column}) as ${column}`))}
  from fees f left join lateral (
    select d.* from ${feeChanges} d
    where d.roll_no = f.roll_no and d.from_month <= ${month}::date and not d.superseded
    order by d.from_month desc limit 1) c on true
  where f.campus = s.campus and f.roll_no = s.roll_no)`
