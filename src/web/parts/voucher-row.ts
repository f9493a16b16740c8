import { chargesAt, voucherFlags, type VoucherRowOnWire } from '#contract/voucher-rows.ts'
import { byHead, feeHeads } from '#domain/fee-heads.ts'
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

const charges = feeHeads.map(({ key }, index) => ({ key, at: chargesAt + index }))
const afterCharges = chargesAt + charges.length

function numberAt(row: VoucherRowOnWire, at: number): number {
  const value = row[at]
  if (typeof value !== 'number') throw new Error(`Not a number at ${at} of a row: ${value}`)
  return value
}

function textAt(row: VoucherRowOnWire, at: number): string | null {
  const value = row[at]
  return typeof value === 'string' ? value : null
}

const has = (row: VoucherRowOnWire, flag: keyof typeof voucherFlags): boolean =>
  (numberAt(row, afterCharges + 2) & voucherFlags[flag]) !== 0

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
  // Not first: an object that starts with a spread takes a hundred times as long for 60,000 rows.
  ...byHead(charges, ({ at }) => paisa(numberAt(onWire, at))),
  arrears: paisa(numberAt(onWire, afterCharges)),
  received: paisa(numberAt(onWire, afterCharges + 1)),
  paid: has(onWire, 'paid'),
  posted: has(onWire, 'posted'),
  left: has(onWire, 'left'),
  carriedTo: textAt(onWire, afterCharges + 3),
  replacedBy: null,
})
