// What students owe, and how many months: as money pays the oldest voucher, the newest ones are not paid in full
// (`agedBalance` of the domain; a test keeps them equal).

import type { CalendarDate } from '#domain/calendar.ts'
import { sql, type RawBuilder } from 'kysely'
import { booksAsOf } from './as-of.ts'
import { whereValid } from './valid-vouchers.ts'

/** Which vouchers `v` are looked at; of a chain a part from its beginning. */
const all = sql`true`

/**
 * The vouchers of a campus on the evening of a day, or now, each with what its student owes in all, negative where it was
 * paid in advance, with the part of that which is unpaid on this voucher, and with its place from the latest, which is 1.
 */
export const unpaidParts = (
  campus: string,
  asOf: CalendarDate | undefined,
  which = all,
): RawBuilder<unknown> => sql`(
  select v.*, greatest(case when is_first then owed - newer else least(owed - newer, amount) end, 0) as unpaid
  from (
    select v.roll_no, v.student_class, v.section, v.chain_no, v.due_date, v.amount,
      first_value(v.net_balance) over newest_first as owed, sum(v.amount) over newest_first - v.amount as newer,
      row_number() over newest_first as place, lead(true) over newest_first is null as is_first
    from ${booksAsOf({ campus }, asOf).vouchers} v where v.campus = ${campus} and ${whereValid('v')} and ${which}
    window newest_first as (partition by v.roll_no order by v.chain_no desc)) v)`

/**
 * The students who owe now: roll number, class and section of the latest voucher, what is owed, and the months owed. A
 * balance is rarely more than the vouchers charge that are not marked as paid, so that only these are read, from the index
 * `vouchers_unpaid`, which has every column used here. Where it is more, all of the student's vouchers are.
 */
export const debtorsNow = (campus: string, which = all): RawBuilder<unknown> => sql`(
  select d.roll_no, d.student_class, d.section, d.owed, (case when d.owed <= d.charged then d.months else (
      select count(*) from (
        select v.amount, sum(v.amount) over newest_first - v.amount as newer, lead(true) over newest_first is null as is_first
        from vouchers v where v.campus = ${campus} and v.roll_no = d.roll_no and ${whereValid('v')} and ${which}
        window newest_first as (order by v.chain_no desc)) v
      where v.newer < d.owed and (v.amount > 0 or v.is_first)) end)::int as months
  from (
    select roll_no, min(student_class) filter (where place = 1) as student_class,
      min(section) filter (where place = 1) as section, min(owed) as owed, sum(amount) as charged,
      count(*) filter (where newer < owed and amount > 0) as months
    from (
      select v.roll_no, v.student_class, v.section, v.amount, sum(v.amount) over newest_first - v.amount as newer,
        first_value(v.net_balance) over newest_first as owed, row_number() over newest_first as place
      from vouchers v where v.campus = ${campus} and not v.fee_paid and ${whereValid('v')} and ${which}
      window newest_first as (partition by v.roll_no order by v.chain_no desc)) v
    group by roll_no) d)`

/** The same on the evening of a day, or now. */
export const debtors = (campus: string, asOf: CalendarDate | undefined, which = all): RawBuilder<unknown> =>
  asOf === undefined
    ? debtorsNow(campus, which)
    : sql`(select roll_no, (count(*) filter (where unpaid > 0))::int as months
        from ${unpaidParts(campus, asOf, which)} v group by roll_no)`

/** The balance of each student of a campus, and the months owed, on the evening of a day, or now. */
export const balances = (campus: string, asOf: CalendarDate | undefined): RawBuilder<unknown> =>
  asOf === undefined
    ? sql`(select l.roll_no, l.net_balance as balance, coalesce(d.months, 0) as months
        from latest_vouchers l left join ${debtorsNow(campus)} d on d.roll_no = l.roll_no where l.campus = ${campus})`
    : sql`(select roll_no, min(owed) as balance, (count(*) filter (where unpaid > 0))::int as months
        from ${unpaidParts(campus, asOf)} v group by roll_no)`
