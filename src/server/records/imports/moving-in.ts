// Inserts imported data in one statement for many students (docs/decisions/0063-moving-in.md).

import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import { noOneTimeFees } from '#domain/fee.ts'
import type { ImportKind } from '#domain/import/import.ts'
import { nothing, type Money } from '#domain/money.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import type { StudentRecord } from '#domain/student.ts'
import { openingVoucherNo } from '#domain/voucher-number.ts'
import { openingVoucher } from '#domain/voucher.ts'
import { insertRows } from '#server/records/bulk-rows.ts'
import { feesRow } from '#server/records/fees.ts'
import type { Change } from '#server/records/history.ts'
import type { Scope } from '#server/records/scope.ts'
import { recordRow } from '#server/records/students/students.ts'
import { voucherRow } from '#server/records/vouchers/vouchers.ts'

/** An imported student, with the new roll number and the number from before the import. */
export interface StudentToBringIn {
  readonly rollNo: number
  readonly oldNumber: string
  readonly record: StudentRecord
  readonly monthlyFee: Money
  readonly discount: Money
}

/** The opening balance of a student without a voucher; negative if paid in advance. */
export interface BalanceToBringIn {
  readonly rollNo: number
  readonly studentClass: SchoolClass
  readonly section: Section
  readonly balance: Money
}

/** An applied import as the history records it. */
export interface AppliedImport {
  readonly importNo: number
  readonly what: ImportKind
  readonly fileName: string
  readonly added: number
  readonly changed: number
  /** Opening balances in paisa by roll number; an import of students has 0 for each student without a balance. */
  readonly openings: Readonly<Record<string, Money>>
}

/** Returns the history entry for an applied import; the import stores the number of this entry. */
export const rowsImported = (applied: AppliedImport): Change => ({
  what: 'rows imported',
  after: { ...applied },
})

/**
 * Inserts students of import `importNo` with their fees but without vouchers. Their roll numbers must be free; the next
 * admission gets the number after the greatest.
 */
export async function admitMany(
  { trx, campus, userId, now }: Scope,
  rows: readonly StudentToBringIn[],
  importNo: number,
): Promise<void> {
  if (rows.length === 0) return
  await insertRows(
    trx,
    'students',
    rows.map(({ rollNo, oldNumber, record }) => ({
      campus,
      roll_no: rollNo,
      admission_no: rollNo,
      registration_no: rollNo,
      ...recordRow(record),
      admission_class: record.studentClass,
      old_number: oldNumber,
      import_no: importNo,
      admitted_at: now.toISOString(),
      admitted_by: userId,
    })),
  )
  await insertRows(
    trx,
    'fees',
    rows.map(({ rollNo, monthlyFee, discount }) => ({
      campus,
      roll_no: rollNo,
      ...feesRow({ monthlyFee, discount, ...noOneTimeFees }),
    })),
  )
  await sql`
    update counters set last = greatest(last, (select max(roll_no) from students where campus = ${campus}))
    where campus = ${campus} and counter = 'roll number'`.execute(trx)
}

/** Inserts opening vouchers as of the last day of a month, for students without vouchers and with a balance. */
export async function bringInBalances(
  scope: Scope,
  rows: readonly BalanceToBringIn[],
  asOf: CalendarDate,
): Promise<void> {
  const vouchers = rows
    .filter(({ balance }) => balance !== nothing)
    .map(({ balance, ...holder }) =>
      voucherRow(scope, { ...openingVoucher(balance, asOf), ...holder, voucherNo: openingVoucherNo(holder) }),
    )
  await insertRows(
    scope.trx,
    'vouchers',
    vouchers.map((row) => ({ ...row, generated_at: row.generated_at.toISOString() })),
  )
}
