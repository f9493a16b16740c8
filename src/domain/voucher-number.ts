// The format of voucher numbers (decisions 3.voucher-numbers). records/vouchers/voucher-values.ts has it in SQL.

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

/** `5Red1023open`: the voucher of the balance that a student brought in. */
export const openingVoucherNo = (holder: Holder): string => `${holderPart(holder)}${openingEnding}`

/** `5Red1023-202611`; later vouchers of the same month end in `-2`, `-3` (decisions 3.voucher-numbers). */
export function monthlyVoucherNo(holder: Holder, { year, month }: Month, timesInMonth = 1): string {
  const yearAndMonth = `${year}${String(month).padStart(2, '0')}`
  const parts = [holderPart(holder), yearAndMonth, ...(timesInMonth > 1 ? [timesInMonth] : [])]
  return parts.join(voucherNoSeparator)
}

const largestRollNo = 2_147_483_647

/** Lists the roll numbers that a voucher number may have: several, because the name of a section may end in digits. */
export function rollNosIn(voucherNo: string): readonly number[] {
  const digits = /(\d{1,12})(?:adm|open|-\d{6}(?:-\d{1,4})?)$/i.exec(voucherNo)?.[1] ?? ''
  return Array.from(digits, (_, from) => Number(digits.slice(from))).filter(
    (rollNo) => rollNo <= largestRollNo,
  )
}

/** Returns true for digits alone, which a voucher number never has. */
export const isRollNo = (text: string): boolean => /^\d+$/.test(text)

/**
 * Returns true if the text has the form of a voucher number: `5Red1023adm`, `5Red1023open`, `5Red1023-202611-2`.
 * Only such a text is put into a URL, because any other text may be a name or a phone number.
 */
export const isVoucherNo = (text: string): boolean =>
  /^[\p{L}\d]{1,30}(?:adm|open|-\d{6}(?:-\d{1,4})?)$/iu.test(text)

/** Returns true if the text has letters and digits, as a voucher number does; a name or a phone number does not. */
export const canBeVoucherNo = (text: string): boolean => /\p{L}/u.test(text) && /\d/.test(text)
