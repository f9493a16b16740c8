import { voucherFlags, type VoucherRowOnWire } from '#contract/voucher-rows.ts'
import { paisa } from '#domain/money.ts'
import type { Voucher } from '#domain/voucher.ts'

/** A voucher as a report lists and prints it; amounts in paisa. */
export interface VoucherRow extends Voucher {
  readonly chainNo: number
  readonly studentName: string
  readonly fatherName: string
  readonly studentClass: string
  readonly section: string
  /** Dates and the fee period's first and last day as the wire has them. */
  readonly periodFrom: string
  readonly periodTo: string
  readonly issueDate: string
  readonly dueDate: string
  readonly left: boolean
}

const has = (flags: number, flag: keyof typeof voucherFlags): boolean => (flags & voucherFlags[flag]) !== 0

/** A row of the wire by its names; a report lists no voucher that was replaced. */
export const voucherRow = (onWire: VoucherRowOnWire): VoucherRow => ({
  voucherNo: onWire[0],
  chainNo: onWire[1],
  rollNo: onWire[2],
  studentName: onWire[3],
  fatherName: onWire[4],
  studentClass: onWire[5],
  section: onWire[6],
  periodFrom: onWire[7],
  periodTo: onWire[8],
  issueDate: onWire[9],
  dueDate: onWire[10],
  monthlyFee: paisa(onWire[11]),
  discount: paisa(onWire[12]),
  registrationFee: paisa(onWire[13]),
  admissionFee: paisa(onWire[14]),
  examinationFee: paisa(onWire[15]),
  fine: paisa(onWire[16]),
  arrears: paisa(onWire[17]),
  received: paisa(onWire[18]),
  paid: has(onWire[19], 'paid'),
  posted: has(onWire[19], 'posted'),
  left: has(onWire[19], 'left'),
  carriedTo: onWire[20],
  replacedBy: null,
})
