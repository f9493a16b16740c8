// Addresses of screens with filters or a student set; features/reports/report-address.ts reads those of lists.

import { useSearchParams } from 'react-router'
import { monthText, type CalendarDate, type Month } from '#domain/calendar.ts'
import type { SchoolClass } from '#domain/school.ts'
import type { Preset } from './presets.ts'

/** The current debts of any month, the largest first. */
export const duesAddress = (): string => '/net-receivables?class=all&from=&kind=all&sort=-netBalance'

/** The overdue debts of a class, the largest first. */
export const overdueAddress = (studentClass: SchoolClass | 'all' = 'all'): string =>
  `/net-receivables?class=${encodeURIComponent(studentClass)}&from=&kind=all&sort=-netBalance&facet=overdue`

/** The money received from all students, including those who left. */
export const receivedAddress = (preset: Preset): string => `/fee-received?preset=${preset}&kind=all`

/** The active students whose record lacks a value that an edit requires. */
export const incompleteRecordsAddress = '/student-list?class=all&section=all&records=incomplete&kind=all'

/** The screen Edit receipt with this voucher. */
export const correctReceiptAddress = (voucherNo: string): string =>
  `/receipts/individual/edit?voucher=${encodeURIComponent(voucherNo)}`

/** The print view of one voucher, paid or not. */
export const printVoucherAddress = (voucherNo: string): string =>
  `/print-vouchers?voucher=${encodeURIComponent(voucherNo)}`

/** The counter with this student. */
export const receiveAddress = (rollNo: number): string => `/receipts/individual?roll=${rollNo}`

/** The unpaid vouchers of a month, to print. */
export const printMonthAddress = (month: Month): string =>
  `/print-vouchers?month=${monthText(month)}&kind=admitted`

/** The security alerts since a day. */
export const securityAlertsAddress = (from: CalendarDate): string =>
  `/security-log?from=${from}&alerts=only&kind=all`

export const generateAddress = (month: Month): string => `/generate-voucher/campus?month=${monthText(month)}`

/** Returns the roll number in the address (`?roll=1023`); null if there is no valid one. */
export function useRollInAddress(): number | null {
  const [params] = useSearchParams()
  const roll = params.get('roll') ?? ''
  return /^[1-9]\d{0,9}$/.test(roll) ? Number(roll) : null
}
