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

// History tells the balance after a payment, and of a correction the one after its last row: from there the balance
// after a row is what the later rows up to it took off. Where history is silent the voucher's balance of now is taken.
const toldBalance = sql`left join lateral (
    select c.receipt_no, (c.after ->> 'balance')::bigint as balance from changes c
    where c.campus = r.campus and c.roll_no = r.roll_no and c.voucher_no = r.voucher_no and c.receipt_no >= r.receipt_no
    order by c.receipt_no limit 1
  ) told on true`
const balanceAfter = sql`(coalesce(told.balance, v.net_balance) + coalesce((
    select sum(later.amount) from receipts later
    where later.campus = r.campus and later.voucher_no = r.voucher_no and later.receipt_no > r.receipt_no
      and (told.receipt_no is null or later.receipt_no <= told.receipt_no)), 0))::bigint`

/** Receipts as their slips are printed. */
export const receiptSlipRecords = ({ trx, campus, userId }: Scope) => {
  async function list(condition: RawBuilder<unknown>): Promise<Slip[]> {
    const { rows } = await sql<
      Omit<Slip, 'amount' | 'balanceAfter'> & { amount: number; balanceAfter: number }
    >`
      select r.receipt_no as "receiptNo", r.kind, r.reverses, r.voucher_no as "voucherNo",
        (select x.receipt_no from receipts x where x.campus = r.campus and x.reverses = r.receipt_no) as "reversedBy",
        v.period_from || ' to ' || v.period_to as "feePeriod", r.roll_no as "rollNo", s.student_name as "studentName",
        s.father_name as "fatherName", v.student_class as "studentClass", v.section, r.amount,
        ${balanceAfter} as "balanceAfter", r.received_on as "receivedDate", r.received_by as "receivedBy",
        coalesce(t.name, r.received_by) as "receivedByName", r.entered_at as "enteredAt", r.reason
      from ${receiptsWithAll} ${toldBalance}
      where r.campus = ${campus} and ${condition} order by r.receipt_no`.execute(trx)
    return rows.map((row) => ({ ...row, amount: paisa(row.amount), balanceAfter: paisa(row.balanceAfter) }))
  }

  return {
    async find(receiptNo: number): Promise<Slip | null> {
      const [slip] = await list(sql`r.receipt_no = ${receiptNo}`)
      return slip ?? null
    },

    /** The receipts and reversals of a day by number: of the one who asks, or of the whole campus. */
    listOfDay(day: CalendarDate, whose: 'mine' | 'all'): Promise<Slip[]> {
      const ofDay = sql`r.received_on = ${day}`
      return list(whose === 'all' ? ofDay : sql`${ofDay} and r.received_by = ${userId}`)
    },
  }
}
