import { sql, type RawBuilder } from 'kysely'
import type { ReceiptSlip } from '#contract/counter.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { columnsAs } from '#server/records/json-text.ts'
import { startOfDay } from '#server/records/school-day.ts'
import type { Scope } from '#server/records/scope.ts'
import { receiptsWithAll, receiptValues } from './receipts.ts'

// The history has the balance after a payment and after the last row of a correction; for an earlier row, the amounts
// of the rows between are added back. Without a history entry, the voucher's present balance is used instead.
const balanceInHistory = sql`left join lateral (
    select c.receipt_no, (c.after ->> 'balance')::bigint as balance from changes c
    where c.campus = r.campus and c.roll_no = r.roll_no and c.voucher_no = r.voucher_no and c.receipt_no >= r.receipt_no
    order by c.receipt_no limit 1
  ) known on true`
const balanceAfter = `(coalesce(known.balance, v.net_balance) + coalesce((
    select sum(later.amount) from receipts later
    where later.campus = r.campus and later.voucher_no = r.voucher_no and later.receipt_no > r.receipt_no
      and (known.receipt_no is null or later.receipt_no <= known.receipt_no)), 0))::bigint`

// The adjustment of a reversal and of the receipt that was entered with it.
const moved = `(select json_build_object('adjustmentNo', a.adjustment_no, 'voucherNo', a.voucher_no, 'amount', a.amount)
  from adjustments a where a.campus = r.campus and a.roll_no = r.roll_no and a.from_voucher_no = r.voucher_no
    and a.entered_at = r.entered_at and a.receipt_no = coalesce(r.reverses, (select x.reverses from receipts x
      where x.campus = r.campus and x.receipt_no = r.receipt_no - 1 and x.voucher_no = r.voucher_no
        and x.entered_at = r.entered_at)))`

const slipValues = {
  ...receiptValues,
  reversedBy: `(select x.receipt_no from receipts x where x.campus = r.campus and x.reverses = r.receipt_no)`,
  feePeriod: `json_build_object('from', v.period_from, 'to', v.period_to)`,
  balanceAfter,
  moved,
} satisfies Record<keyof ReceiptSlip, string>

async function listSlips({ trx, campus }: Scope, condition: RawBuilder<unknown>): Promise<ReceiptSlip[]> {
  const { rows } = await sql<ReceiptSlip>`
    select ${sql.raw(columnsAs(slipValues))} from ${receiptsWithAll()} ${balanceInHistory}
    where r.campus = ${campus} and ${condition} order by r.receipt_no`.execute(trx)
  return rows
}

export async function findSlip(scope: Scope, receiptNo: number): Promise<ReceiptSlip | null> {
  const [slip] = await listSlips(scope, sql`r.receipt_no = ${receiptNo}`)
  return slip ?? null
}

/** The receipts to list: the caller's own, or all of the campus. */
type ReceivedBy = 'mine' | 'all'

const receivedBy = ({ userId }: Scope, whose: ReceivedBy) =>
  whose === 'all' ? sql`true` : sql`r.received_by = ${userId}`

/** Lists the receipts and reversals of a day, by number. */
export const listSlipsOfDay = (scope: Scope, day: CalendarDate, whose: ReceivedBy): Promise<ReceiptSlip[]> =>
  listSlips(scope, sql`r.received_on = ${day} and ${receivedBy(scope, whose)}`)

/** Lists the receipts and reversals entered on this day but dated on another day, by number. */
export const listSlipsForOtherDays = (
  scope: Scope,
  day: CalendarDate,
  whose: ReceivedBy,
): Promise<ReceiptSlip[]> =>
  listSlips(
    scope,
    sql`r.entered_at >= ${startOfDay(sql`${day}::date`)} and r.entered_at < ${startOfDay(sql`${day}::date + 1`)}
      and r.received_on <> ${day} and ${receivedBy(scope, whose)}`,
  )
