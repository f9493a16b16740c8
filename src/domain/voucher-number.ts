// The format of voucher numbers (decisions 3.voucher-numbers). records/voucher-number-sql.ts is the same in SQL.

import type { Month } from './calendar.ts'
import type { SchoolClass, Section } from './school.ts'

export interface Holder {
  readonly studentClass: SchoolClass
  readonly section: Section
  readonly rollNo: number
}

export const voucherNoSeparator = '-'
export const admissionEnding = 'adm'
export const openingEnding = 'open'

const holderPart = ({ studentClass, section, rollNo }: Holder): string =>
  `${studentClass}${section}${rollNo}`.replaceAll(' ', '')

/** `5Red1023adm` (spec 3.voucher.admission-number). */
export const admissionVoucherNo = (holder: Holder): string => `${holderPart(holder)}${admissionEnding}`

/** `5Red1023open`: the voucher of the balance that a student brought. */
export const openingVoucherNo = (holder: Holder): string => `${holderPart(holder)}${openingEnding}`

/** `5Red1023-202611`; later ones of the same month end in `-2`, `-3` (decisions 3.voucher-numbers). */
export function monthlyVoucherNo(holder: Holder, { year, month }: Month, timesInMonth = 1): string {
  const yearAndMonth = `${year}${String(month).padStart(2, '0')}`
  const parts = [holderPart(holder), yearAndMonth, ...(timesInMonth > 1 ? [timesInMonth] : [])]
  return parts.join(voucherNoSeparator)
}

const largestRollNo = 2_147_483_647

/** The roll numbers that a voucher number can be of: several, as the name of a section may end in digits too. */
export function rollNosIn(voucherNo: string): readonly number[] {
  const digits = /(\d{1,12})(?:adm|open|-\d{6}(?:-\d{1,4})?)$/i.exec(voucherNo)?.[1] ?? ''
  return Array.from(digits, (_, from) => Number(digits.slice(from))).filter(
    (rollNo) => rollNo <= largestRollNo,
  )
}

/** A roll number has digits alone, a voucher number never. */
export const isRollNo = (typed: string): boolean => /^\d+$/.test(typed)

/**
 * True if it has the form of a voucher number: `5Red1023adm`, `5Red1023open`, `5Red1023-202611`, `5Red1023-202611-2`.
 * Nothing else is looked up by an address, as a typed text may be a name or a phone number.
 */
export const isVoucherNo = (typed: string): boolean =>
  /^[\p{L}\d]{1,30}(?:adm|open|-\d{6}(?:-\d{1,4})?)$/iu.test(typed)

/** True if it can be a voucher number, which has letters and digits; a name or a phone number cannot. */
export const canBeVoucherNo = (typed: string): boolean => /\p{L}/u.test(typed) && /\d/.test(typed)
