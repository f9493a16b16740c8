import { sql } from 'kysely'
import type { Scope } from './scope.ts'

/** What the school's history can tell of. */
export const changeKinds = [
  'student admitted',
  'vouchers generated',
  'voucher generated',
  'voucher replaced',
  'vouchers posted',
  'vouchers unposted',
  'payment received',
  'receipt corrected',
  'record edited',
  'fees changed',
  'fee changed',
  'voucher re-priced',
  'class promoted',
  'student graduated',
  'student removed',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/** One line of history: what it is about, and how it was before and after. */
export interface Change {
  readonly what: ChangeKind
  readonly rollNo?: number
  readonly voucherNo?: string
  readonly receiptNo?: number
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

/** A line of a student's history as it was written; amounts in paisa. */
export interface WrittenChange {
  readonly changeNo: number
  readonly what: string
  readonly changedAt: Date
  readonly changedBy: string
  readonly voucherNo: string | null
  readonly receiptNo: number | null
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

export const changeRecords = ({ trx, campus, userId, now }: Scope) => ({
  /** Written in the transaction of what it tells of: both stand or neither does. */
  async add(change: Change): Promise<void> {
    await trx
      .insertInto('changes')
      .values({
        campus,
        changed_at: now,
        changed_by: userId,
        what: change.what,
        roll_no: change.rollNo ?? null,
        voucher_no: change.voucherNo ?? null,
        receipt_no: change.receiptNo ?? null,
        before: change.before ? JSON.stringify(change.before) : null,
        after: change.after ? JSON.stringify(change.after) : null,
      })
      .execute()
  },
  /** Every line that names a student, newest first. */
  async listOfStudent(rollNo: number): Promise<WrittenChange[]> {
    const { rows } = await sql<WrittenChange>`
      select change_no as "changeNo", what, changed_at as "changedAt", changed_by as "changedBy",
        voucher_no as "voucherNo", receipt_no as "receiptNo", before, after
      from changes where campus = ${campus} and roll_no = ${rollNo} order by change_no desc`.execute(trx)
    return rows
  },
})
