// The rows of the reports that are exported as files, read in batches.

import type { ReceiptWithClass } from '#contract/receipt.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { MonthlyFee } from '#domain/fee.ts'
import { monthlyHeads } from '#domain/fee-heads.ts'
import type { Money } from '#domain/money.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import type { StudentState } from '#domain/student.ts'
import type { OpenAccount } from '#domain/voucher-amounts.ts'
import { sql } from 'kysely'
import { contactColumn } from './contacts.ts'
import { fetchBatches } from './cursor.ts'
import { feesAs } from './fee-columns.ts'
import { columnsAs } from './json-text.ts'
import { receiptConditions, type ReceiptQuery } from './receipt-reports.ts'
import { receiptsWithAll, receiptValues } from './receipt-values.ts'
import type { Scope } from './scope.ts'
import {
  activeStudents,
  reportedAs,
  reportedStudents,
  type AdmissionQuery,
  type ClassQuery,
} from './student-lists.ts'
import { reportedVouchers, type ReportQuery } from './voucher-reports.ts'
import { listedVoucherColumns } from './voucher-values.ts'

export interface ListedVoucher extends OpenAccount {
  readonly voucherNo: string
  readonly issueDate: CalendarDate
  readonly studentName: string
  readonly left: boolean
  readonly carriedTo: string | null
}

interface InClass {
  readonly rollNo: number
  readonly studentName: string
  readonly fatherName: string
  readonly studentClass: SchoolClass
  readonly section: Section
  readonly admissionDate: CalendarDate
}

export interface ListedStudent extends InClass, MonthlyFee {
  readonly fatherHomePhone: string
  readonly balance: Money
}

export interface ReportedStudent extends InClass {
  readonly admissionClass: SchoolClass
  readonly state: StudentState
  readonly removalDate: CalendarDate | null
  readonly admitted: boolean
  readonly removed: boolean
}

/** The vouchers of a fee report in batches, in the order of its screen. */
export const fetchVouchers = ({ trx, campus }: Scope, query: ReportQuery) =>
  fetchBatches(
    trx,
    sql<ListedVoucher>`select ${sql.raw(listedVoucherColumns)} ${reportedVouchers(campus, query)}`,
  )

/** The receipts of the report in batches, by receipt number. */
export const fetchReceipts = ({ trx, campus }: Scope, query: ReceiptQuery) =>
  fetchBatches(
    trx,
    sql<ReceiptWithClass>`
      select ${sql.raw(columnsAs(receiptValues))}
      from ${receiptsWithAll} where ${receiptConditions(campus, query)} order by r.receipt_no`,
  )

const monthlyFee = sql.raw(feesAs(monthlyHeads, 'f'))

/** The student list in batches, in class order. */
export const fetchStudents = ({ trx, campus, today, seesContacts }: Scope, query: ClassQuery) =>
  fetchBatches(
    trx,
    sql<ListedStudent>`
      select s.roll_no as "rollNo", s.student_name as "studentName", s.father_name as "fatherName",
        s.student_class as "studentClass", s.section,
        ${contactColumn({ seesContacts }, 'father_home_phone')} as "fatherHomePhone",
        s.admission_date as "admissionDate", ${monthlyFee}, coalesce(l.net_balance, 0) as balance
      ${activeStudents({ campus, today }, query)}`,
  )

/** The admission report in batches, in class order. */
export function fetchAdmissions({ trx, campus }: Scope, query: AdmissionQuery) {
  const { admitted, removed } = reportedAs(query)
  return fetchBatches(
    trx,
    sql<ReportedStudent>`
      select s.roll_no as "rollNo", s.student_name as "studentName", s.father_name as "fatherName",
        s.student_class as "studentClass", s.section, s.admission_date as "admissionDate",
        s.admission_class as "admissionClass", s.state, s.left_on as "removalDate",
        ${admitted} as admitted, ${removed} as removed
      ${reportedStudents(campus, query)}`,
  )
}
