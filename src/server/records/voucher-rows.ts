// What the rules know of a voucher, and the columns it is read from.

import type { Month } from '#domain/calendar.ts'
import { byColumn, feeHeads, type FeeColumn } from '#domain/fee-heads.ts'
import { paisa } from '#domain/money.ts'
import type { Voucher } from '#domain/voucher.ts'
import type { Charges } from '#domain/voucher-amounts.ts'
import { amountsByColumn } from './fee-columns.ts'

/** A voucher with its place in the student's chain. */
export interface ChainedVoucher extends Voucher {
  readonly chainNo: number
  readonly month: Month
}

/** A voucher's columns as the database has them. */
export interface VoucherRow extends Record<FeeColumn, number> {
  voucher_no: string
  roll_no: number
  chain_no: number
  year: number
  month: number
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
  ...feeHeads.map(({ column }) => column),
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
  ...amountsByColumn(feeHeads, row),
  arrears: paisa(row.arrears),
  received: paisa(row.received),
  posted: row.posted,
  paid: row.fee_paid,
  carriedTo: row.carried_to,
  replacedBy: row.replaced_by,
})

/** Charges as columns of the table. */
export const chargesRow = (charges: Charges) => byColumn(feeHeads, ({ key }) => charges[key])
