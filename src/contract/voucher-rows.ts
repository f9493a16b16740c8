// The vouchers of a report as the page asks for them: a list for each instead of an object, which is a third of the
// bytes and of the work, with the totals first. Who does not ask for it gets the objects of `voucherReport`.

import type { Totals } from '#domain/voucher-amounts.ts'
import type { SchoolClass, Section } from '#domain/school.ts'

/** What the page's `accept` header says to get rows; the answer has it as its content type. */
export const voucherRowsType = 'application/vnd.school-portal.voucher-rows+json'

/** What each row holds, in this order; amounts in whole paisa, dates as `YYYY-MM-DD`. */
export type VoucherRowOnWire = readonly [
  voucherNo: string,
  chainNo: number,
  rollNo: number,
  studentName: string,
  fatherName: string,
  studentClass: SchoolClass,
  section: Section,
  periodFrom: string,
  periodTo: string,
  issueDate: string,
  dueDate: string,
  monthlyFee: number,
  discount: number,
  registrationFee: number,
  admissionFee: number,
  examinationFee: number,
  fine: number,
  arrears: number,
  received: number,
  /** The signs of `VoucherFlags`, added up. */
  flags: number,
  carriedTo: string | null,
]

/** What holds of a voucher, one bit each. */
export const voucherFlags = { paid: 1, posted: 2, left: 4 } as const

/**
 * The answer: `totals` are the true sums of all rows, in paisa, as the database added them up. They come first, so that
 * they can be shown while the rows are on their way; each row stands on a line of its own.
 */
export interface VoucherRows {
  readonly msg: string
  readonly totals: Totals
  readonly rows: readonly VoucherRowOnWire[]
}
