import { sql, type RawBuilder } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import { feeHeads, monthlyHeads } from '#domain/fee-heads.ts'
import { paidHeads, receivedHeads, type ReceivedHead } from '#domain/received-heads.ts'
import { endOf } from '#server/records/books/as-of.ts'
import { broughtIn, endedVouchers } from '#server/records/books/book-entries.ts'
import { sumOfColumns } from '#server/records/fee-columns.ts'
import type { Scope } from '#server/records/scope.ts'

export const headColumn = (head: ReceivedHead): string => `of_${head.toLowerCase()}`

/** SQL: a charge of voucher `v` from state `s` on: the value before the next re-pricing, or the present value. */
const chargeThen = (column: string, key: string): string => `case when s.is_repriced then coalesce((
    select (q.before ->> '${key}')::bigint from changes q where q.campus = v.campus and q.roll_no = v.roll_no
      and q.voucher_no = v.voucher_no and q.what = 'voucher re-priced' and q.change_no > s.change_no
      and q.before ? '${key}' order by q.change_no limit 1), v.${column}) else v.${column} end`

/** Returns the SQL of a voucher's charge for a head. */
function chargeOf(head: (typeof paidHeads)[number]['key']): string {
  if (head === 'arrears') return `greatest(${broughtIn}, 0)`
  if (head === 'monthlyFee') return sumOfColumns(monthlyHeads, chargeThen)
  return chargeThen(feeHeads.find(({ key }) => key === head)?.column ?? head, head)
}

const columnsOfPaid = paidHeads.map(({ key }) => headColumn(key))

/** SQL: for each head, the overlap of a receipt's payment and the head's charge. */
const coveredAmounts = columnsOfPaid.map((column, index) => {
  const start = ['c.start', ...columnsOfPaid.slice(0, index).map((before) => `c.${before}`)].join(' + ')
  return `sum(greatest(0, least(${start} + c.${column}, c.before + c.amount) - greatest(${start}, c.before))) as ${column}`
})

/** SQL: the part of a payment for vouchers issued on the days of the receipts, or for earlier vouchers. */
const paidOf = (isIncluded: string, name: string): string =>
  `coalesce(sum(least(c.start + c.charged, c.before + c.amount) - greatest(c.start, c.before))
    filter (where ${isIncluded}), 0) as ${name}`

/** The days on which money was received; `asOf` leaves out receipts entered after this day. */
interface ReceiptDays {
  readonly fromDate?: CalendarDate | undefined
  readonly toDate?: CalendarDate | undefined
  readonly asOf?: CalendarDate | undefined
}

/**
 * SQL for the rule in domain/received-heads.ts: receipts and reversals of some days with their amounts by head, and
 * separately for vouchers issued on these days and for earlier vouchers.
 */
export function receiptsByHead(
  { campus }: Pick<Scope, 'campus'>,
  { fromDate, toDate, asOf }: ReceiptDays,
): RawBuilder<unknown> {
  const sign = `(case r.kind when 'reversal' then -1 else 1 end)`
  const first = sql`coalesce(${fromDate ?? null}::date, '-infinity')`
  const last = sql`coalesce(${toDate ?? null}::date, 'infinity')`
  const paid = columnsOfPaid.map((column) => `coalesce(h.${column}, 0)`)
  const columns = [
    ...columnsOfPaid.map((column) => `(${sign} * coalesce(h.${column}, 0))::bigint as ${column}`),
    `(${sign} * coalesce(h.on_billed, 0))::bigint as on_billed`,
    `(${sign} * coalesce(h.on_arrears, 0))::bigint as on_arrears`,
    `(r.amount - ${sign} * (${paid.join(' + ')}))::bigint as ${headColumn('advance')}`,
  ]
  return sql`(
    with asked as (
      select * from receipts where campus = ${campus} and received_on >= ${first}
        and received_on <= ${last} and entered_at < ${endOf(asOf)}),
    money as (
      select roll_no, entered_at, 0 as rank, receipt_no as number, amount, kind = 'receipt'
          and receipt_no in (select coalesce(reverses, receipt_no) from asked) as is_wanted from receipts
        where campus = ${campus} and roll_no in (select roll_no from asked)
      union all select roll_no, entered_at, 1, adjustment_no, -amount, false from adjustments
        where campus = ${campus} and from_voucher_no is null and roll_no in (select roll_no from asked)
      union all select roll_no, generated_at, 2, 0, -arrears, false from vouchers
        where campus = ${campus} and kind = 'opening' and arrears < 0 and roll_no in (select roll_no from asked)),
    paid as materialized (
      select *, sum(amount) over (partition by roll_no order by entered_at, rank, number) - amount as before from money),
    repriced as materialized (
      select voucher_no, change_no, changed_at from changes where campus = ${campus} and what = 'voucher re-priced'),
    starts as (
      select v.voucher_no, 0::bigint as change_no, v.generated_at as since,
          exists (select from repriced q where q.voucher_no = v.voucher_no) as is_repriced
        from vouchers v where v.campus = ${campus} and v.roll_no in (select roll_no from asked)
      union all select voucher_no, change_no, changed_at, true from repriced),
    states as materialized (
      select v.roll_no, v.chain_no, v.year, v.month, s.since,
        case when v.issue_date < ${first} or v.kind = 'opening' then -1 when v.issue_date <= ${last} then 0 else 1 end as issued,
        least(lead(s.since) over (partition by s.voucher_no order by s.change_no), x.ended_at) as until,
        ${sql.raw(paidHeads.map(({ key }) => `${chargeOf(key)} as ${headColumn(key)}`).join(', '))}
      from starts s join vouchers v on v.campus = ${campus} and v.voucher_no = s.voucher_no
        left join (${sql.raw(endedVouchers)}) x on x.campus = v.campus and x.voucher_no = v.voucher_no),
    charges as (
      select w.number as receipt_no, w.amount, w.before, t.*, ${sql.raw(columnsOfPaid.map((column) => `t.${column}`).join(' + '))} as charged
      from paid w join states t on t.roll_no = w.roll_no and t.since <= w.entered_at
        and (t.until is null or t.until > w.entered_at)
      where w.is_wanted),
    placed as (
      select *, sum(charged) over (partition by receipt_no order by year, month, chain_no) - charged as start from charges),
    heads as (
      select c.receipt_no, ${sql.raw([...coveredAmounts, paidOf('c.issued = 0', 'on_billed'), paidOf('c.issued < 0', 'on_arrears')].join(', '))}
      from placed c
      where c.start < c.before + c.amount and c.start + c.charged > c.before group by c.receipt_no)
    select r.*, ${sql.raw(columns.join(', '))} from asked r left join heads h on h.receipt_no = coalesce(r.reverses, r.receipt_no))`
}

/** SQL: the sum of each head. */
export const sumsOfHeads: string = receivedHeads
  .map(({ key }) => `sum(h.${headColumn(key)})::bigint as ${headColumn(key)}`)
  .join(', ')
