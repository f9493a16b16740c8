import type { CalendarDate } from '#domain/calendar.ts'
import { paisa, type Money } from '#domain/money.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import { sql, type RawBuilder } from 'kysely'
import { receiptsWithAll } from './receipt-reports.ts'
import type { Scope } from './scope.ts'

/** A receipt with all that its slip says; paisa. */
export interface Slip {
  readonly receiptNo: number
  readonly kind: 'receipt' | 'reversal'
  readonly reverses: number | null
  /** The reversal that took this receipt back. */
  readonly reversedBy: number | null
  readonly voucherNo: string
  readonly feePeriod: string
  readonly rollNo: number
  readonly studentName: string
  readonly fatherName: string
  readonly studentClass: SchoolClass
  readonly section: Section
  readonly amount: Money
  readonly balanceAfter: Money
  readonly receivedDate: CalendarDate
  readonly receivedBy: string
  readonly receivedByName: string
  readonly enteredAt: Date
  readonly reason: string
}

// The history holds the balance after a payment, and after the last row of a correction. The balance after an earlier row
// follows by adding back the rows between. Without a line of history the voucher's present balance is the start.
const balanceInHistory = sql`left join lateral (
    select c.receipt_no, (c.after ->> 'balance')::bigint as balance from changes c
    where c.campus = r.campus and c.roll_no = r.roll_no and c.voucher_no = r.voucher_no and c.receipt_no >= r.receipt_no
    order by c.receipt_no limit 1
  ) known on true`
const balanceAfter = sql`(coalesce(known.balance, v.net_balance) + coalesce((
    select sum(later.amount) from receipts later
    where later.campus = r.campus and later.voucher_no = r.voucher_no and later.receipt_no > r.receipt_no
      and (known.receipt_no is null or later.receipt_no <= known.receipt_no)), 0))::bigint`

async function listSlips({ trx, campus }: Scope, condition: RawBuilder<unknown>): Promise<Slip[]> {
  const { rows } = await sql<
    Omit<Slip, 'amount' | 'balanceAfter'> & { amount: number; balanceAfter: number }
  >`
    select r.receipt_no as "receiptNo", r.kind, r.reverses, r.voucher_no as "voucherNo",
      (select x.receipt_no from receipts x where x.campus = r.campus and x.reverses = r.receipt_no) as "reversedBy",
      v.period_from || ' to ' || v.period_to as "feePeriod", r.roll_no as "rollNo", s.student_name as "studentName",
      s.father_name as "fatherName", v.student_class as "studentClass", v.section, r.amount,
      ${balanceAfter} as "balanceAfter", r.received_on as "receivedDate", r.received_by as "receivedBy",
      coalesce(t.name, r.received_by) as "receivedByName", r.entered_at as "enteredAt", r.reason
    from ${receiptsWithAll} ${balanceInHistory}
    where r.campus = ${campus} and ${condition} order by r.receipt_no`.execute(trx)
  return rows.map((row) => ({ ...row, amount: paisa(row.amount), balanceAfter: paisa(row.balanceAfter) }))
}

export async function findSlip(scope: Scope, receiptNo: number): Promise<Slip | null> {
  const [slip] = await listSlips(scope, sql`r.receipt_no = ${receiptNo}`)
  return slip ?? null
}

/** The receipts and reversals of a day by number: the caller's own, or those of the whole campus. */
export function listSlipsOfDay(scope: Scope, day: CalendarDate, whose: 'mine' | 'all'): Promise<Slip[]> {
  const ofDay = sql`r.received_on = ${day}`
  return listSlips(scope, whose === 'all' ? ofDay : sql`${ofDay} and r.received_by = ${scope.userId}`)
}
