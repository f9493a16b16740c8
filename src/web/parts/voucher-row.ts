import type { VoucherOnWire } from '#contract/vouchers.ts'
import type { Voucher } from '#domain/voucher.ts'
import { voucherForRules } from './voucher-for-rules.ts'

/** A voucher as a report lists and prints it; amounts in paisa. */
export interface VoucherRow extends Voucher {
  readonly chainNo: number
  readonly studentName: string
  readonly fatherName: string
  readonly studentClass: string
  readonly section: string
  /** Dates and fee period as the wire has them. */
  readonly feePeriod: string
  readonly issueDate: string
  readonly dueDate: string
  readonly left: boolean
}

export const voucherRow = (onWire: VoucherOnWire): VoucherRow => ({
  chainNo: onWire.chainNo,
  studentName: onWire.studentName,
  fatherName: onWire.fatherName,
  studentClass: onWire.studentClass,
  section: onWire.section,
  feePeriod: onWire.feePeriod,
  issueDate: onWire.issueDate,
  dueDate: onWire.dueDate,
  left: onWire.isRemoved,
  // At the end: spread in front of the other fields it takes ten times as long, a second for a campus's year.
  ...voucherForRules(onWire),
})
