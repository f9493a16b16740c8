import type { Selectable } from 'kysely'
import { calendarDate, type CalendarDate } from '#domain/calendar.ts'
import { byHead, feeHeads, studentHeads } from '#domain/fee-heads.ts'
import { nothing, paisa, type Money } from '#domain/money.ts'
import type { Account } from '#domain/voucher-amounts.ts'
import type { Voucher } from '#domain/voucher.ts'
import type { VouchersTable } from '#server/database/schema.ts'

const ordinary: Voucher = {
  voucherNo: '5Red1-202611',
  rollNo: 1,
  kind: 'monthly',
  ...byHead(feeHeads, () => nothing),
  monthlyFee: paisa(500_000),
  arrears: nothing,
  received: nothing,
  adjusted: nothing,
  posted: true,
  paid: false,
  carriedTo: null,
  replacedBy: null,
  voided: false,
}

/** Returns a posted, unpaid voucher, by default of 5,000 rupees. */
export const aVoucher = (overrides: Partial<Voucher> = {}): Voucher => ({ ...ordinary, ...overrides })

/** Returns the body of an admission, with amounts in rupees. */
export const anAdmission = (
  overrides: { studentData?: Record<string, unknown>; financialData?: Record<string, unknown> } = {},
) => ({
  studentData: {
    studentName: 'Ayesha Khan',
    fatherName: 'Imran Khan',
    dateOfBirth: '2016-04-12',
    placeOfBirth: 'Lahore',
    gender: 'female',
    religion: 'Islam',
    fatherHomePhone: '0300-1234567',
    studentClass: '5',
    section: 'Red',
    ...overrides.studentData,
  },
  financialData: {
    ...byHead(studentHeads, () => 0),
    monthlyFee: 5000,
    discount: 500,
    registrationFee: 1000,
    admissionFee: 2000,
    ...overrides.financialData,
  },
})

/** Converts rupees to paisa. The name is short for use in tables of test cases. */
export const rs = (rupees: number): Money => paisa(Math.round(rupees * 100))

/** Returns a date. Throws if it does not exist. */
export function day(text: string): CalendarDate {
  const date = calendarDate(text)
  if (!date) throw new Error(`No such day: ${text}`)
  return date
}

export type VoucherRow = Selectable<VouchersTable>

/** Returns the account of a voucher row, without the columns that the database computes. */
export const accountFromRow = (row: VoucherRow): Account => ({
  ...byHead(feeHeads, ({ column }) => paisa(row[column])),
  arrears: paisa(row.arrears),
  received: paisa(row.received),
  adjusted: paisa(row.adjusted),
})
