// What the rules know of a voucher, and the columns it is read from.

import type { Month } from '#domain/calendar.ts'
import { paisa } from '#domain/money.ts'
import type { Voucher } from '#domain/voucher.ts'
import type { Charges } from '#domain/voucher-amounts.ts'

/** A voucher with its place in the student's chain. */
export interface ChainedVoucher extends Voucher {
  readonly chainNo: number
  readonly month: Month
}

/** A voucher's columns as the database has them. */
export interface VoucherRow {
  voucher_no: string
  roll_no: number
  chain_no: number
  year: number
  month: number
  monthly_fee: number
  discount: number
  registration_fee: number
  admission_fee: number
  examination_fee: number
  fine: number
  arrears: number
  received: number
  posted: boolean
  fee_paid: boolean
  carried_to: string | null
  replaced_by: string | null
}

export const voucherColumns = [
  'voucher_no',
  'roll_no',
  'chain_no',
  'year',
  'month',
  'monthly_fee',
  'discount',
  'registration_fee',
  'admission_fee',
  'examination_fee',
  'fine',
  'arrears',
  'received',
  'posted',
  'fee_paid',
  'carried_to',
  'replaced_by',
] as const satisfies readonly (keyof VoucherRow)[]

/** A row as the rules know it. */
export const voucherFrom = (row: VoucherRow): ChainedVoucher => ({
  voucherNo: row.voucher_no,
  rollNo: row.roll_no,
  chainNo: row.chain_no,
  month: { year: row.year, month: row.month },
  monthlyFee: paisa(row.monthly_fee),
  discount: paisa(row.discount),
  registrationFee: paisa(row.registration_fee),
  admissionFee: paisa(row.admission_fee),
  examinationFee: paisa(row.examination_fee),
  fine: paisa(row.fine),
  arrears: paisa(row.arrears),
  received: paisa(row.received),
  posted: row.posted,
  paid: row.fee_paid,
  carriedTo: row.carried_to,
  replacedBy: row.replaced_by,
})

/** Charges as columns of the table. */
export const chargesRow = (charges: Charges) => ({
  monthly_fee: charges.monthlyFee,
  discount: charges.discount,
  registration_fee: charges.registrationFee,
  admission_fee: charges.admissionFee,
  examination_fee: charges.examinationFee,
  fine: charges.fine,
})
