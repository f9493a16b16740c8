import type { CalendarDate } from '#domain/calendar.ts'
import { paisa, type Money } from '#domain/money.ts'
import type { StandingReceipt } from '#domain/voucher.ts'
import { sql } from 'kysely'
import type { Scope } from './scope.ts'

/** A receipt or reversal about to be written; paisa. */
export interface ReceiptToInsert {
  readonly receiptNo: number
  readonly voucherNo: string
  readonly rollNo: number
  readonly amount: Money
  readonly receivedOn: CalendarDate
  /** The receipt that this row takes back; null for a receipt. */
  readonly reverses: number | null
  readonly reason: string
}

export interface ReceiptOfDay {
  readonly receiptNo: number
  readonly kind: 'receipt' | 'reversal'
  readonly reverses: number | null
  readonly voucherNo: string
  readonly rollNo: number
  readonly studentName: string
  readonly amount: Money
  readonly receivedDate: CalendarDate
  readonly receivedBy: string
  readonly enteredAt: Date
}

export interface DaySum {
  readonly count: number
  readonly total: Money
}

/** Money that came in; rows are only ever added. */
export const receiptRecords = ({ trx, campus, userId, now }: Scope) => ({
  async insert(receipt: ReceiptToInsert): Promise<void> {
    await trx
      .insertInto('receipts')
      .values({
        campus,
        receipt_no: receipt.receiptNo,
        voucher_no: receipt.voucherNo,
        roll_no: receipt.rollNo,
        kind: receipt.reverses === null ? 'receipt' : 'reversal',
        amount: receipt.amount,
        reverses: receipt.reverses,
        received_on: receipt.receivedOn,
        received_by: userId,
        entered_at: now,
        reason: receipt.reason,
      })
      .execute()
  },

  /** The receipts of a voucher that no reversal names. */
  async listStanding(voucherNo: string): Promise<StandingReceipt[]> {
    const { rows } = await sql<{ receiptNo: number; amount: number }>`
      select r.receipt_no as "receiptNo", r.amount from receipts r
      where r.campus = ${campus} and r.voucher_no = ${voucherNo} and r.kind = 'receipt'
        and not exists (select from receipts x where x.campus = r.campus and x.reverses = r.receipt_no)
      order by r.receipt_no`.execute(trx)
    return rows.map(({ receiptNo, amount }) => ({ receiptNo, amount: paisa(amount) }))
  },

  /** What came in on a day: of the whole campus and of the one who asks; a reversal takes its amount away again. */
  async sumsOfDay(day: CalendarDate): Promise<{ campus: DaySum; mine: DaySum }> {
    const { rows } = await sql<{ count: number; total: number; mineCount: number; mineTotal: number }>`
      select count(*) filter (where kind = 'receipt')::int as count, coalesce(sum(amount), 0)::bigint as total,
        count(*) filter (where kind = 'receipt' and received_by = ${userId})::int as "mineCount",
        coalesce(sum(amount) filter (where received_by = ${userId}), 0)::bigint as "mineTotal"
      from receipts where campus = ${campus} and received_on = ${day}`.execute(trx)
    const row = rows[0]
    return {
      campus: { count: row?.count ?? 0, total: paisa(row?.total ?? 0) },
      mine: { count: row?.mineCount ?? 0, total: paisa(row?.mineTotal ?? 0) },
    }
  },

  /** The receipts and reversals of a day by the one who asks, newest first. */
  async listMineOfDay(day: CalendarDate): Promise<ReceiptOfDay[]> {
    const { rows } = await sql<Omit<ReceiptOfDay, 'amount'> & { amount: number }>`
      select r.receipt_no as "receiptNo", r.kind, r.reverses, r.voucher_no as "voucherNo", r.roll_no as "rollNo",
        s.student_name as "studentName", r.amount, r.received_on as "receivedDate", r.received_by as "receivedBy",
        r.entered_at as "enteredAt"
      from receipts r join students s on s.campus = r.campus and s.roll_no = r.roll_no
      where r.campus = ${campus} and r.received_on = ${day} and r.received_by = ${userId}
      order by r.receipt_no desc`.execute(trx)
    return rows.map((row) => ({ ...row, amount: paisa(row.amount) }))
  },
})
