// Addresses of lists with filters set, for dashboard and Find; features/reports/report-address.ts reads them.

import type { CalendarDate, Month } from '#domain/calendar.ts'
import type { SchoolClass } from '#domain/school.ts'
import type { Preset } from './presets.ts'

/** The current debts of any month, the largest first. */
export const duesAddress = (studentClass: SchoolClass | 'all' = 'all'): string =>
  `/net-receivables?class=${encodeURIComponent(studentClass)}&from=&kind=all&sort=-netBalance`

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

/** The print view, for a month, of the last unpaid voucher of every active student. */
export const printMonthAddress = ({ year, month }: Month): string =>
  `/print-vouchers?from=&kind=admitted&month=${month}&year=${year}`

/** The security alerts since a day. */
export const securityAlertsAddress = (from: CalendarDate): string =>
  `/security-log?from=${from}&alerts=only&kind=all`

export const generateAddress = ({ year, month }: Month): string =>
  `/generate-voucher/campus?month=${month}&year=${year}`
