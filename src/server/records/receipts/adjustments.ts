import { sql, type RawBuilder } from 'kysely'
import type { Adjustment, adjustment } from '#contract/adjustments.ts'
import type { AdjustmentKind } from '#domain/adjustment.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Money } from '#domain/money.ts'
import type { PaidBy, PaymentMethod } from '#domain/payment-method.ts'
import { takeNextNumber } from '#server/records/counters.ts'
import { columnsAs, type FieldValues } from '#server/records/json-text.ts'
import type { Scope } from '#server/records/scope.ts'

/** Amounts in paisa. */
export interface AdjustmentToWrite {
  readonly kind: AdjustmentKind
  readonly rollNo: number
  /** The last posted voucher of the student. */
  readonly voucherNo: string
  /** Positive if more is owed. */
  readonly amount: Money
  readonly reason: string
  /** The reversed receipt, with its voucher. */
  readonly from?: { readonly voucherNo: string; readonly receiptNo: number }
  /** The other row of a transfer. */
  readonly otherNo?: number
  readonly reverses?: number
  /** The method of a refund. */
  readonly paidBy?: Omit<PaidBy, 'chequeDate'>
  /** The drawer of a reversed refund; by default the caller's. */
  readonly drawer?: string | null
}

export const takeAdjustmentNo = (scope: Scope): Promise<number> => takeNextNumber(scope, 'adjustment')

const receiptColumns = ({ from }: AdjustmentToWrite) => ({
  from_voucher_no: from?.voucherNo ?? null,
  receipt_no: from?.receiptNo ?? null,
})

const refundColumns = ({ paidBy, drawer }: AdjustmentToWrite) => ({
  method: paidBy?.method ?? null,
  reference: paidBy?.reference ?? '',
  drawer: drawer ?? null,
})

/** Inserts an adjustment dated today; a trigger changes the balance of its voucher. */
export async function insertAdjustment(
  { trx, campus, userId, approval, now, today }: Scope,
  adjustmentNo: number,
  adjustment: AdjustmentToWrite,
): Promise<void> {
  await trx
    .insertInto('adjustments')
    .values({
      campus,
      adjustment_no: adjustmentNo,
      roll_no: adjustment.rollNo,
      voucher_no: adjustment.voucherNo,
      kind: adjustment.kind,
      amount: adjustment.amount,
      other_no: adjustment.otherNo ?? null,
      reverses: adjustment.reverses ?? null,
      reason: adjustment.reason,
      entered_by: userId,
      approved_by: approval?.kind === 'given' ? approval.by : null,
      effective_on: today,
      entered_at: now,
      ...receiptColumns(adjustment),
      ...refundColumns(adjustment),
    })
    .execute()
}

/** SQL: the fields of an adjustment `a`, with its voucher `v` and student `s`. */
const adjustmentValues: FieldValues<typeof adjustment> = {
  adjustmentNo: 'a.adjustment_no',
  kind: 'a.kind',
  rollNo: 'a.roll_no',
  studentName: 's.student_name',
  fatherName: 's.father_name',
  studentClass: 'v.student_class',
  section: 'v.section',
  voucherNo: 'a.voucher_no',
  fromVoucherNo: 'a.from_voucher_no',
  amount: 'a.amount',
  receiptNo: 'a.receipt_no',
  otherNo: 'a.other_no',
  otherRollNo:
    '(select o.roll_no from adjustments o where o.campus = a.campus and o.adjustment_no = a.other_no)',
  reverses: 'a.reverses',
  reversedBy:
    '(select x.adjustment_no from adjustments x where x.campus = a.campus and x.reverses = a.adjustment_no)',
  reason: 'a.reason',
  enteredBy: 'a.entered_by',
  enteredByName: 'coalesce(t.name, a.entered_by)',
  approvedBy: 'a.approved_by',
  effectiveDate: 'a.effective_on',
  enteredAt: 'a.entered_at',
  method: 'a.method',
  reference: 'a.reference',
}

/** Lists the adjustments that meet a condition, newest first. */
async function listWhere({ trx, campus }: Scope, condition: RawBuilder<unknown>): Promise<Adjustment[]> {
  const { rows } = await sql<Adjustment>`
    select ${sql.raw(columnsAs(adjustmentValues))} from adjustments a
      join vouchers v on v.campus = a.campus and v.voucher_no = a.voucher_no
      join students s on s.campus = a.campus and s.roll_no = a.roll_no
      left join staff t on t.campus = a.campus and t.user_id = a.entered_by
    where a.campus = ${campus} and ${condition} order by a.adjustment_no desc`.execute(trx)
  return rows
}

export async function findAdjustment(scope: Scope, adjustmentNo: number): Promise<Adjustment | null> {
  const [row] = await listWhere(scope, sql`a.adjustment_no = ${adjustmentNo}`)
  return row ?? null
}

/** Lists the adjustments of a student, newest first. */
export const listAdjustmentsOfStudent = (scope: Scope, rollNo: number): Promise<Adjustment[]> =>
  listWhere(scope, sql`a.roll_no = ${rollNo}`)

/** Lists the adjustments of these days, newest first. */
export const listAdjustments = (
  scope: Scope,
  {
    fromDate,
    toDate,
  }: { readonly fromDate?: CalendarDate | undefined; readonly toDate?: CalendarDate | undefined },
): Promise<Adjustment[]> =>
  listWhere(
    scope,
    sql`(${fromDate ?? null}::date is null or a.effective_on >= ${fromDate ?? null}::date)
      and (${toDate ?? null}::date is null or a.effective_on <= ${toDate ?? null}::date)`,
  )

/** Sums the refunds of a day by method, of the caller or the whole campus; reversed refunds are deducted. */
export async function sumRefundsOfDay(
  { trx, campus, userId }: Scope,
  day: CalendarDate,
  whose: 'mine' | 'all',
): Promise<{ readonly method: PaymentMethod; readonly amount: Money }[]> {
  const { rows } = await sql<{ readonly method: PaymentMethod; readonly amount: Money }>`
    select method, sum(amount)::bigint as amount from adjustments
    where campus = ${campus} and effective_on = ${day} and kind = 'refund'
      and (${whose === 'all'} or entered_by = ${userId})
    group by method having sum(amount) <> 0 order by method`.execute(trx)
  return rows
}
