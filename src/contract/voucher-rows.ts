// The vouchers of a report as the page requests them: a list of values for each instead of an object, at a third of the
// bytes and of the work, after the totals. Other clients get the objects of `voucherReport`.

import type { feeHeads } from '#domain/fee-heads.ts'
import type { Totals } from '#domain/voucher-amounts.ts'
import type { SchoolClass, Section } from '#domain/school.ts'

/** The media type of this form: the page sends it as `accept`, the reply has it as its content type. */
export const voucherRowsType = 'application/vnd.school-portal.voucher-rows+json'

type NumberForEach<List extends readonly unknown[]> = { readonly [Index in keyof List]: number }

/** The values of a row, in order; amounts in whole paisa, dates as `YYYY-MM-DD`. */
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
  ...charges: NumberForEach<typeof feeHeads>,
  arrears: number,
  received: number,
  /** The sum of `voucherFlags`. */
  flags: number,
  carriedTo: string | null,
]

/** The position of the first charge in a row; the charges follow in the order of the table of heads. */
export const chargesAt = 11

/** The states of a voucher, one bit each. */
export const voucherFlags = { paid: 1, posted: 2, left: 4 } as const

/**
 * The reply: `totals` are the true sums of all rows, in paisa, computed by the database. They come first, so that they
 * can be shown while the rows load; each row is on a line of its own.
 */
export interface VoucherRows {
  readonly msg: string
  readonly totals: Totals
  readonly rows: readonly VoucherRowOnWire[]
}
