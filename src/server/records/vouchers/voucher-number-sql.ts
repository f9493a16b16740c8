import { admissionEnding, openingEnding, voucherNoSeparator } from '#domain/voucher-number.ts'

/** SQL for the parts of a voucher number; `timesInMonth` counts from 1. */
export interface NumberColumns {
  readonly studentClass: string
  readonly section: string
  readonly rollNo: string
  readonly year: string
  readonly month: string
  readonly timesInMonth?: string
}

const quote = (text: string): string => `'${text}'`

const holderPart = ({ studentClass, section, rollNo }: NumberColumns): string =>
  `replace(${studentClass}::text || ${section}::text || ${rollNo}, ' ', '')`

/** `admissionVoucherNo` of the domain as SQL, kept equal by a test. */
export const admissionVoucherNoSql = (columns: NumberColumns): string =>
  `${holderPart(columns)} || ${quote(admissionEnding)}`

/** `openingVoucherNo` of the domain as SQL, kept equal by a test. */
export const openingVoucherNoSql = (columns: NumberColumns): string =>
  `${holderPart(columns)} || ${quote(openingEnding)}`

/** `monthlyVoucherNo` of the domain as SQL, kept equal by a test. */
export function monthlyVoucherNoSql(columns: NumberColumns): string {
  const { year, month, timesInMonth } = columns
  const separator = quote(voucherNoSeparator)
  const number = `${holderPart(columns)} || ${separator} || ${year} || lpad(${month}::text, 2, '0')`
  return timesInMonth === undefined
    ? number
    : `${number} || case when ${timesInMonth} > 1 then ${separator} || ${timesInMonth} else '' end`
}
