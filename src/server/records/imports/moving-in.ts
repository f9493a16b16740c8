// Data that a school brings when it moves in, in one statement for many students (docs/decisions/0063-moving-in.md).

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

/** A student whom a school brings, with the number that the student has from now on and the one from before. */
export interface StudentToBringIn {
  readonly rollNo: number
  readonly oldNumber: string
  readonly record: StudentRecord
  readonly monthlyFee: Money
  readonly discount: Money
}

/** The balance that a student without a voucher brings; negative if it was paid in advance. */
export interface BalanceToBringIn {
  readonly rollNo: number
  readonly studentClass: SchoolClass
  readonly section: Section
  readonly balance: Money
}

/** An applied import, as the history has it. */
export interface AppliedImport {
  readonly importNo: number
  readonly what: ImportKind
  readonly fileName: string
  readonly added: number
  readonly changed: number
  /**
   * The opening balance of each student that an import of students added, 0 if there is none, and of each that an
   * import of balances added, in paisa by roll number.
   */
  readonly openings: Readonly<Record<string, Money>>
}

/** The line of history about an applied import. The import refers to it by its number. */
export const rowsImported = (applied: AppliedImport): Change => ({
  what: 'rows imported',
  after: { ...applied },
})

/**
 * Inserts students with their fees, as import `importNo` admits them: without a voucher. Their roll numbers must be free;
 * the next admission gets the number after the greatest.
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

/**
 * Inserts the opening vouchers of students who have no voucher, as of the last day of a month; a student who brings
 * nothing gets none.
 */
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
