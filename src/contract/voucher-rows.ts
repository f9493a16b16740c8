// The vouchers of a report as the page requests them: a list of values for each instead of an object, at a third of the
// bytes and of the work, after the totals. Other clients get the objects of `voucherReport`.

import type { CalendarDate } from '#domain/calendar.ts'
import { byHead, feeHeads } from '#domain/fee-heads.ts'
import { paisa } from '#domain/money.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import type { Totals } from '#domain/voucher-amounts.ts'
import type { Voucher } from '#domain/voucher.ts'
import { dateInRow } from './wire.ts'

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
const chargesAt = 11

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

/** A voucher as a report lists and prints it. */
export interface VoucherRow extends Voucher {
  readonly chainNo: number
  readonly studentName: string
  readonly fatherName: string
  readonly studentClass: SchoolClass
  readonly section: Section
  readonly periodFrom: CalendarDate
  readonly periodTo: CalendarDate
  readonly issueDate: CalendarDate
  readonly dueDate: CalendarDate
  /** Whether the student has left or graduated. */
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

/** The row in values of the domain; a report lists no voucher that was replaced. Throws where it has a wrong value. */
export const voucherRow = (onWire: VoucherRowOnWire): VoucherRow => ({
  voucherNo: onWire[0],
  chainNo: onWire[1],
  rollNo: onWire[2],
  studentName: onWire[3],
  fatherName: onWire[4],
  studentClass: onWire[5],
  section: onWire[6],
  periodFrom: dateInRow(onWire[7]),
  periodTo: dateInRow(onWire[8]),
  issueDate: dateInRow(onWire[9]),
  dueDate: dateInRow(onWire[10]),
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
