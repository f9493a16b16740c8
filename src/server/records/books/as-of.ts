// The books at the end of a day, from the entries until then. Nothing is deleted and each change is in the history, so
// that an earlier state can be read without a copy of it (decision record 45).

import { sql, type RawBuilder } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import { byColumn, feeHeads, monthlyHeads } from '#domain/fee-heads.ts'
import type { Unnamed } from '#reports/common-filters.ts'
import type { Schema } from '#server/database/schema.ts'
import { eachColumn, sumOfColumns } from '#server/records/fee-columns.ts'
import { supersedes } from '#server/records/fees.ts'
import {
  monthPostings,
  runRedatings,
  voucherPostings,
  voucherRedatings,
} from '#server/records/posting-history.ts'
import { dayOf, startOfDay } from '#server/records/school-day.ts'
import type { Scope } from '#server/records/scope.ts'
import { validVoucher } from '#server/records/valid-vouchers.ts'
import { broughtIn, endedVouchers } from './book-entries.ts'

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

type Column = keyof Schema['vouchers']

/** SQL: a charge before its first later re-pricing. */
const chargeThen = (column: string, key: string): string =>
  `coalesce((p.before ->> '${key}')::bigint, v.${column})`

/** SQL of each column, from the entries until then; the columns of the chain follow from the others. */
const columns: Readonly<Record<Exclude<Column, keyof typeof chainColumns>, string>> = {
  campus: 'v.campus',
  voucher_no: 'v.voucher_no',
  roll_no: 'v.roll_no',
  chain_no: 'v.chain_no',
  kind: 'v.kind',
  student_class: 'v.student_class',
  section: 'v.section',
  year: 'v.year',
  month: 'v.month',
  issue_date: 'v.issue_date',
  due_date: 'coalesce(d.due_date, v.due_date)',
  period_from: 'v.period_from',
  period_to: 'v.period_to',
  ...byColumn(feeHeads, ({ column, key }) => chargeThen(column, key)),
  amount: sumOfColumns(feeHeads, chargeThen),
  received: 'coalesce(m.received, 0)',
  received_on: 'r.received_on',
  received_by: 'r.received_by',
  adjusted: 'coalesce(m.adjusted, 0)',
  edited_by: 'e.edited_by',
  posted: `v.kind <> 'monthly' or case when t.later is null then v.posted
    when t.is_named then not t.later else coalesce(t.earlier, g.posted, not t.later) end`,
  replaced_by: 'x.other',
  voided: `coalesce(x.kind = 'voided', false)`,
  note: 'v.note',
  generated_at: 'v.generated_at',
  generated_by: 'v.generated_by',
  run_no: 'v.run_no',
}

/** SQL of the columns that follow from the laws of the chain (records/laws/voucher-laws.ts). */
const chainColumns = {
  arrears: `(v.brought_in + coalesce(
    sum(v.brought_in + case when ${validVoucher('v')} then v.amount else 0 end - v.received + v.adjusted)
    over (partition by v.roll_no order by v.chain_no rows between unbounded preceding and 1 preceding), 0))::bigint`,
  net_balance: 'v.arrears + v.amount - v.received + v.adjusted',
  carried_to: 'case when v.net_balance > 0 then lead(v.voucher_no) over chain end',
  fee_paid: 'bool_or(v.net_balance <= 0) over (chain rows between current row and unbounded following)',
} as const satisfies { readonly [C in Column]?: string }

const columnsAs = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${value} as ${name}`)
    .join(', ')

const { arrears, net_balance: netBalance, ...laterColumns } = chainColumns

/** SQL: the vouchers of a campus as they were at an instant, as a table of a query. */
const vouchersAsOf = (campus: string, end: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with money as (
    select voucher_no, sum(received)::bigint as received, sum(adjusted)::bigint as adjusted from (
      select voucher_no, amount as received, 0 as adjusted, entered_at from receipts where campus = ${campus}
      union all select voucher_no, 0, amount, entered_at from adjustments where campus = ${campus}
      union all select from_voucher_no, 0, -amount, entered_at from adjustments
        where campus = ${campus} and from_voucher_no is not null) o
    where entered_at < ${end} group by voucher_no),
  last_receipts as (
    select distinct on (r.voucher_no) r.voucher_no, r.received_on, r.received_by from receipts r
    where r.campus = ${campus} and r.kind = 'receipt' and r.entered_at < ${end} and not exists (select from receipts x
      where x.campus = r.campus and x.reverses = r.receipt_no and x.entered_at < ${end})
    order by r.voucher_no, r.receipt_no desc),
  edits as (
    select distinct on (voucher_no) voucher_no, who as edited_by from (
      select voucher_no, received_by as who, entered_at as at from receipts where campus = ${campus} and kind = 'reversal'
      union all select voucher_no, changed_by, changed_at from changes
        where campus = ${campus} and what = 'voucher re-priced') o
    where at < ${end} order by voucher_no, at desc),
  prices as (
    select c.voucher_no, jsonb_object_agg(f.key, f.value order by c.change_no desc) as before
    from changes c cross join lateral jsonb_each(c.before) f
    where c.campus = ${campus} and c.what = 'voucher re-priced' and c.changed_at >= ${end} group by c.voucher_no),
  ${dueDates(campus, end)},
  ${postings(campus, end)},
  stood as (
    select ${sql.raw(columnsAs(columns))}, ${sql.raw(broughtIn)} as brought_in
    from vouchers v
      left join (${sql.raw(endedVouchers)}) x on x.campus = v.campus and x.voucher_no = v.voucher_no and x.ended_at < ${end}
      left join money m on m.voucher_no = v.voucher_no
      left join last_receipts r on r.voucher_no = v.voucher_no
      left join edits e on e.voucher_no = v.voucher_no
      left join prices p on p.voucher_no = v.voucher_no
      left join due_dates d on d.voucher_no = v.voucher_no
      left join generated g on g.voucher_no = v.voucher_no
      left join posted t on t.voucher_no = v.voucher_no
    where v.campus = ${campus} and v.generated_at < ${end})
  select v.*, ${sql.raw(columnsAs(laterColumns))}
  from (select v.*, ${sql.raw(netBalance)} as net_balance from (
    select v.*, ${sql.raw(arrears)} as arrears from stood v) v) v
  window chain as (partition by v.roll_no, (${sql.raw(validVoucher('v'))}) order by v.chain_no))`

/** SQL: the CTE `due_dates`, with the due date of each voucher before its first later change. */
const dueDates = (campus: string, end: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  due_dates as (
    select distinct on (voucher_no) voucher_no, due_date from (
      select voucher_no, was as due_date, change_no from (${sql.raw(voucherRedatings)}) r
        where campus = ${campus} and changed_at >= ${end}
      union all select v.voucher_no, r.was, r.change_no from (${sql.raw(runRedatings)}) r
        join vouchers v on v.campus = r.campus and v.run_no = r.run_no
        where r.campus = ${campus} and r.changed_at >= ${end}) d
    order by voucher_no, change_no)`

/**
 * SQL: the CTE `posted`. `earlier` is true if the last entry before `end` posted the voucher, `later` if the next entry
 * did. If the next entry `is_named`, it names the voucher, which had the opposite state before. An entry for a month
 * counts for all its vouchers, but an unposting leaves out vouchers with receipts or adjustments. Only such entries
 * need the CTEs `generated` and `runs`: the entries that generated vouchers one by one and in runs.
 */
const postings = (campus: string, end: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  month_postings as materialized (
    select *, bool_or(changed_at >= ${end}) over (partition by year, month) as is_needed
    from (${sql.raw(monthPostings)}) p where campus = ${campus}),
  generated as (
    select voucher_no, max(change_no) as change_no, bool_or((after ->> 'posted')::boolean) as posted from changes
    where campus = ${campus} and what = 'voucher generated' and exists (select from month_postings where is_needed)
    group by voucher_no),
  runs as (
    select (after ->> 'runNo')::integer as run_no, max(change_no) as change_no from changes
    where campus = ${campus} and what = 'vouchers generated' and exists (select from month_postings where is_needed)
    group by 1),
  applied as (
    select v.voucher_no, p.posts, p.change_no, p.changed_at, false as is_named from month_postings p
      join vouchers v on v.campus = ${campus} and v.year = p.year and v.month = p.month
      left join generated g on g.voucher_no = v.voucher_no
      left join runs u on u.run_no = v.run_no
    where v.kind = 'monthly' and p.is_needed
      and coalesce(p.change_no > coalesce(g.change_no, u.change_no), p.changed_at >= v.generated_at)
      and (p.posts or not exists (select from receipts r where r.campus = v.campus and r.voucher_no = v.voucher_no
          and r.entered_at <= p.changed_at)
        and not exists (select from adjustments a where a.campus = v.campus and a.voucher_no = v.voucher_no
          and a.entered_at <= p.changed_at))
    union all select voucher_no, posts, change_no, changed_at, true from (${sql.raw(voucherPostings)}) p
    where campus = ${campus}
      and (changed_at >= ${end} or change_no < (select max(change_no) from month_postings where is_needed))),
  posted as (
    select voucher_no, (array_agg(posts order by change_no desc) filter (where changed_at < ${end}))[1] as earlier,
      (array_agg(posts order by change_no) filter (where changed_at >= ${end}))[1] as later,
      (array_agg(is_named order by change_no) filter (where changed_at >= ${end}))[1] as is_named
    from applied group by voucher_no)`
