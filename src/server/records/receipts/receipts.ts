import { sql, type RawBuilder } from 'kysely'
import type { ReceiptWithClass, receiptWithClass } from '#contract/receipt.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { nothing, type Money } from '#domain/money.ts'
import type { PaidBy, PaymentMethod } from '#domain/payment-method.ts'
import type { Settlement, UnreversedReceipt } from '#domain/payment.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import type { Voucher } from '#domain/voucher.ts'
import { statement } from '#server/database/fast/statements.ts'
import { booksNow, type Books } from '#server/records/books/as-of.ts'
import { takeNextNumber, type Counter } from '#server/records/counters.ts'
import { approvedBy } from '#server/records/history.ts'
import { columnsAs, type FieldValues } from '#server/records/json-text.ts'
import type { Scope } from '#server/records/scope.ts'
import { carriedVouchers } from '#server/records/vouchers/voucher-chain.ts'

/** SQL: receipts `r` with voucher `v`, student `s` and receiver `t`. */
export const receiptsWithAll = ({ receipts, students }: Books = booksNow) => sql`${receipts} r
  join vouchers v on v.campus = r.campus and v.voucher_no = r.voucher_no
  join ${students} s on s.campus = r.campus and s.roll_no = r.roll_no
  left join staff t on t.campus = r.campus and t.user_id = r.received_by`

/** SQL: each field of a receipt in `receiptsWithAll`. */
export const receiptValues: FieldValues<typeof receiptWithClass> = {
  receiptNo: 'r.receipt_no',
  kind: 'r.kind',
  reverses: 'r.reverses',
  voucherNo: 'r.voucher_no',
  rollNo: 'r.roll_no',
  studentName: 's.student_name',
  fatherName: 's.father_name',
  studentClass: 'v.student_class',
  section: 'v.section',
  amount: 'r.amount',
  receivedDate: 'r.received_on',
  receivedBy: 'r.received_by',
  receivedByName: 'coalesce(t.name, r.received_by)',
  enteredAt: 'r.entered_at',
  reason: 'r.reason',
  method: 'r.method',
  reference: 'r.reference',
  chequeDate: 'r.cheque_date',
}

/** Amounts in paisa. */
export interface ReceiptToWrite extends PaidBy {
  readonly voucherNo: string
  readonly rollNo: number
  readonly amount: Money
  readonly receivedOn: CalendarDate
  /** Null for a receipt. */
  readonly reverses: number | null
  readonly reason: string
  /** Null for the drawer of the caller. */
  readonly drawer: string | null
}

/** A payment settled by the rules, with the voucher before the payment. */
export interface SettledPayment extends PaidBy {
  readonly kind: 'payment received' | 'advance received'
  readonly voucher: Voucher
  readonly amount: Money
  readonly receivedOn: CalendarDate
  readonly reason: string
  readonly settlement: Settlement
  /** True if the vouchers carried to this voucher are paid with it. */
  readonly paysCarried?: boolean
  /** Defaults to the drawer of the caller. */
  readonly drawer?: string | null
}

export interface DaySum {
  readonly count: number
  readonly total: Money
}

const receiptCounter: Counter = 'receipt'

/** Inserts a receipt or reversal under the next number. Returns the number. */
export async function insertReceipt(scope: Scope, receipt: ReceiptToWrite): Promise<number> {
  const { trx, campus, userId, now } = scope
  const receiptNo = await takeNextNumber(scope, receiptCounter)
  await trx
    .insertInto('receipts')
    .values({
      campus,
      receipt_no: receiptNo,
      voucher_no: receipt.voucherNo,
      roll_no: receipt.rollNo,
      kind: receipt.reverses === null ? 'receipt' : 'reversal',
      amount: receipt.amount,
      reverses: receipt.reverses,
      received_on: receipt.receivedOn,
      received_by: userId,
      entered_at: now,
      reason: receipt.reason,
      method: receipt.method,
      reference: receipt.reference,
      cheque_date: receipt.chequeDate,
      drawer: receipt.drawer,
    })
    .execute()
  return receiptNo
}

// One statement, because many calls compete for the lock of the receipt counter.
const paymentStatement = statement<{ readonly receiptNo: number }>(`
  with ${carriedVouchers},
  paid as (
    update vouchers set fee_paid = true
    where $16 and campus = $1 and voucher_no in (select voucher_no from carried) and not fee_paid
  ),
  counted as (
    update counters set last = last + 1 where campus = $1 and counter = '${receiptCounter}' returning last
  ),
  received as (
    insert into receipts (campus, receipt_no, voucher_no, roll_no, kind, amount, received_on, received_by,
      entered_at, reason, method, reference, cheque_date, drawer)
    select $1, last, $2, $3::integer, 'receipt', $4::bigint, $5::date, $6, $7::timestamptz, $8, $9::payment_method, $10,
      $11::date, $12::text from counted
  )
  insert into changes (campus, changed_at, changed_by, what, roll_no, voucher_no, receipt_no, before, after)
  select $1, $7::timestamptz, $6, $13, $3::integer, $2, last, $14::jsonb, $15::jsonb from counted
  returning receipt_no as "receiptNo"`)

/** Inserts a receipt and its history entry; with `paysCarried`, marks the vouchers carried to the voucher as paid. */
export async function insertPayment(scope: Scope, payment: SettledPayment): Promise<number> {
  const { trx, campus, userId, now } = scope
  const { voucher, settlement } = payment
  const before = { received: voucher.received, balance: netBalance(voucher) }
  const after = { received: settlement.received, balance: settlement.balance, ...approvedBy(scope) }
  const [row] = await paymentStatement(trx, [
    campus,
    voucher.voucherNo,
    voucher.rollNo,
    payment.amount,
    payment.receivedOn,
    userId,
    now,
    payment.reason,
    payment.method,
    payment.reference,
    payment.chequeDate,
    payment.drawer ?? null,
    payment.kind,
    JSON.stringify(before),
    JSON.stringify(after),
    payment.paysCarried ?? false,
  ])
  if (!row) throw new Error(`${campus} has no counter of receipts`)
  return row.receiptNo
}

const receiptColumns = sql.raw(columnsAs(receiptValues))

/** Lists the receipts and reversals that meet a condition, by number. */
async function listReceipts(
  { trx, campus }: Scope,
  condition: RawBuilder<unknown>,
): Promise<ReceiptWithClass[]> {
  const { rows } = await sql<ReceiptWithClass>`
    select ${receiptColumns} from ${receiptsWithAll()}
    where r.campus = ${campus} and ${condition} order by r.receipt_no`.execute(trx)
  return rows
}

/** Lists the caller's own receipts and reversals of a day, by number. */
export const listOwnReceiptsOfDay = (scope: Scope, day: CalendarDate): Promise<ReceiptWithClass[]> =>
  listReceipts(scope, sql`r.received_on = ${day} and r.received_by = ${scope.userId}`)

/** Lists the receipts and reversals of a voucher, by number. */
export const listReceiptsOfVoucher = (scope: Scope, voucherNo: string): Promise<ReceiptWithClass[]> =>
  listReceipts(scope, sql`r.voucher_no = ${voucherNo}`)

/** Lists the receipts and reversals of a student, by number. */
export const listReceiptsOfStudent = (scope: Scope, rollNo: number): Promise<ReceiptWithClass[]> =>
  listReceipts(scope, sql`r.roll_no = ${rollNo}`)

export async function findReceipt(scope: Scope, receiptNo: number): Promise<ReceiptWithClass | null> {
  const [receipt] = await listReceipts(scope, sql`r.receipt_no = ${receiptNo}`)
  return receipt ?? null
}

/** Lists the last receipts with this method and reference that were not reversed, newest first. */
export async function listReceiptsByReference(
  { trx, campus }: Scope,
  method: PaymentMethod,
  reference: string,
  limit: number,
): Promise<ReceiptWithClass[]> {
  const { rows } = await sql<ReceiptWithClass>`
    select ${receiptColumns} from ${receiptsWithAll()}
    where r.campus = ${campus} and r.method = ${method} and r.reference <> ''
      and lower(r.reference) = lower(${reference}) and r.kind = 'receipt'
      and not exists (select from receipts x where x.campus = r.campus and x.reverses = r.receipt_no)
    order by r.receipt_no desc limit ${limit}`.execute(trx)
  return rows
}

export async function listUnreversedReceipts(
  { trx, campus }: Scope,
  voucherNo: string,
): Promise<UnreversedReceipt[]> {
  const { rows } = await sql<UnreversedReceipt>`
    select r.receipt_no as "receiptNo", r.amount, r.method, r.reference, r.cheque_date as "chequeDate",
      r.received_on as "receivedDate" from receipts r
    where r.campus = ${campus} and r.voucher_no = ${voucherNo} and r.kind = 'receipt'
      and not exists (select from receipts x where x.campus = r.campus and x.reverses = r.receipt_no)
    order by r.receipt_no`.execute(trx)
  return rows
}

/** SQL: true if `r` counts as a receipt of its day: reversals do not, nor do receipts that were reversed on that day. */
export const countsOnItsDay = `r.kind = 'receipt' and not exists (
  select from receipts x where x.campus = r.campus and x.reverses = r.receipt_no and x.received_on = r.received_on)`

/** Sums and counts the receipts of a day, of the whole campus and of the caller. */
export async function sumReceiptsOfDay(
  { trx, campus, userId }: Scope,
  day: CalendarDate,
): Promise<{ campus: DaySum; mine: DaySum }> {
  const { rows } = await sql<DaySum & { readonly mineCount: number; readonly mineTotal: Money }>`
    select count(*) filter (where ${sql.raw(countsOnItsDay)})::int as count, coalesce(sum(amount), 0)::bigint as total,
      count(*) filter (where ${sql.raw(countsOnItsDay)} and received_by = ${userId})::int as "mineCount",
      coalesce(sum(amount) filter (where received_by = ${userId}), 0)::bigint as "mineTotal"
    from receipts r where campus = ${campus} and received_on = ${day}`.execute(trx)
  const row = rows[0] ?? { count: 0, total: nothing, mineCount: 0, mineTotal: nothing }
  return {
    campus: { count: row.count, total: row.total },
    mine: { count: row.mineCount, total: row.mineTotal },
  }
}
