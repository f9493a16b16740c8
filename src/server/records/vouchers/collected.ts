import { sql, type RawBuilder } from 'kysely'
import { debtKinds } from '#domain/adjustment.ts'
import type { CalendarDate, Month } from '#domain/calendar.ts'
import { booksAsOf } from '#server/records/books/as-of.ts'
import { whereValid } from '#server/records/valid-vouchers.ts'
import { drafts, unpaidParts } from './debtors.ts'

interface Options {
  readonly asOf?: CalendarDate | undefined
  /** The parts of the debts, if the query has them already. */
  readonly parts?: RawBuilder<unknown>
}

/** SQL: the amounts waived and written off for each student on vouchers of some months. */
export const waived = (campus: string, asOf?: CalendarDate): RawBuilder<unknown> => sql`(
  select m.roll_no, m.year, m.month, -sum(a.amount)::bigint as waived
  from ${booksAsOf({ campus }, asOf).adjustments} a join vouchers m on m.campus = a.campus and m.voucher_no = a.voucher_no
  where a.campus = ${campus} and a.from_voucher_no is null and a.kind in (${sql.join(debtKinds.map((kind) => sql.lit(kind)))})
  group by m.roll_no, m.year, m.month)`

/**
 * SQL: the vouchers of a month that count as owed, with the rule of domain/collected.ts. Money received on them pays
 * `arrears` first; `advance` exceeds everything due on the voucher.
 */
export const collectedOf = (
  campus: string,
  { year, month }: Month,
  { asOf, parts = unpaidParts(campus, asOf) }: Options = {},
): RawBuilder<unknown> => sql`(
  select v.roll_no, v.student_class, v.billed, v.billed - least(coalesce(p.unpaid, 0), v.billed) as received,
    least(v.cash, v.arrears) as arrears,
    greatest(v.cash - greatest(v.brought + v.billed, 0), 0) as advance
  from (
    select v.roll_no, v.student_class, greatest(v.amount - coalesce(w.waived, 0), 0) as billed,
      v.arrears as brought, greatest(v.arrears, 0) as arrears, greatest(v.received, 0) as cash
    from ${booksAsOf({ campus }, asOf).vouchers} v
      left join ${waived(campus, asOf)} w on w.roll_no = v.roll_no and w.year = ${year} and w.month = ${month}
    where v.campus = ${campus} and v.year = ${year} and v.month = ${month} and ${whereValid('v')}
      and not exists (select from ${drafts(campus, asOf)} d where d.voucher_no = v.voucher_no)) v
    left join (select * from ${parts} o where o.year = ${year} and o.month = ${month}) p on p.roll_no = v.roll_no)`
