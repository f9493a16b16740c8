// Addresses of lists with their fields filled in, for the links of dashboard and Find (features/reports/report-address.ts reads them).

import type { CalendarDate, Month } from '#domain/calendar.ts'
import type { SchoolClass } from '#domain/school.ts'
import type { Preset } from './presets.ts'

/** The current debts, whenever they were charged, the largest first; of all classes or of one. */
export const duesAddress = (studentClass: SchoolClass | 'all' = 'all'): string =>
  `/net-receivables?class=${encodeURIComponent(studentClass)}&from=&kind=all&sort=-netBalance`

/** The money received in a period from all students, also from those who left. */
export const receivedAddress = (preset: Preset): string => `/fee-received?preset=${preset}&kind=all`

/** The students at school whose record lacks something that an edit asks for. */
export const incompleteRecordsAddress = '/student-list?class=all&section=all&records=incomplete&kind=all'

/** Edit receipt with one voucher found. */
export const correctReceiptAddress = (voucherNo: string): string =>
  `/receipts/individual/edit?voucher=${encodeURIComponent(voucherNo)}`

/** The print view of one voucher, paid or not. */
export const printVoucherAddress = (voucherNo: string): string =>
  `/print-vouchers?voucher=${encodeURIComponent(voucherNo)}`

/** The counter with a student found. */
export const receiveAddress = (rollNo: number): string => `/receipts/individual?roll=${rollNo}`

/** The screen that prints vouchers, opened for a month with the last unpaid voucher of every student at school. */
export const printMonthAddress = ({ year, month }: Month): string =>
  `/print-vouchers?from=&kind=admitted&month=${month}&year=${year}`

/** The alerts of the security log from a day on. */
export const securityAlertsAddress = (from: CalendarDate): string =>
  `/security-log?from=${from}&alerts=only&kind=all`

/** The screen that generates the vouchers of a campus, opened for a month. */
export const generateAddress = ({ year, month }: Month): string =>
  `/generate-voucher/campus?month=${month}&year=${year}`
