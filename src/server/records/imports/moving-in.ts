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
import { writeHistory, type Change } from '#server/records/history.ts'
import type { Scope } from '#server/records/scope.ts'
import { recordRow } from '#server/records/students/students.ts'
import { voucherRow } from '#server/records/vouchers/vouchers.ts'
import type { Import } from './imports.ts'

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

// An import is withdrawn at the command line, as the owner: API calls may not delete (docs/security.md).

type ImportKey = Pick<Import, 'importNo' | 'what' | 'fileName'>

/** SQL for the CTE `brought`: the students and opening balances of an import, read from its history entry. */
const importedStudents = ({ campus }: Scope, importNo: number) => sql`
  brought as (
    select o.key::integer as roll_no, o.value::bigint as balance
    from imports i join changes c on c.campus = i.campus and c.change_no = i.change_no
      cross join lateral jsonb_each_text(c.after -> 'openings') o
    where i.campus = ${campus} and i.import_no = ${importNo})`

/** A student who prevents the withdrawal of an import, and the reason. */
export interface Obstacle {
  readonly rollNo: number
  readonly why: string
}

/** Lists the students of an applied import who have changed since, by roll number. */
export async function listObstacles(scope: Scope, { importNo }: ImportKey): Promise<Obstacle[]> {
  const { campus, trx } = scope
  const { rows } = await sql<Obstacle>`
    with ${importedStudents(scope, importNo)},
    judged as (
      select roll_no as "rollNo", case
        when s.state <> 'active' then 'has left'
        when exists (select from receipts r where r.campus = s.campus and r.roll_no = s.roll_no) then 'has a receipt'
        when exists (select from adjustments a where a.campus = s.campus and a.roll_no = s.roll_no)
          then 'has an adjustment'
        when exists (select from vouchers v where v.campus = s.campus and v.roll_no = s.roll_no
          and (v.kind <> 'opening' or b.balance = 0)) then 'has another voucher'
        when s.import_no = ${importNo} and exists (
          select from changes c where c.campus = s.campus and c.roll_no = s.roll_no) then 'was changed since'
        end as why
      from brought b join students s using (roll_no) where s.campus = ${campus})
    select * from judged where why is not null order by "rollNo"`.execute(trx)
  return rows
}

/**
 * Deletes the opening vouchers and the students that an import added, frees the roll numbers, and adds a history entry.
 * Requires that the students have not changed since and that no other call is running.
 */
export async function withdrawImport(scope: Scope, { importNo, what, fileName }: ImportKey): Promise<void> {
  const { campus, trx } = scope
  await sql`
    with ${importedStudents(scope, importNo)}
    delete from vouchers v using brought b where v.campus = ${campus} and v.roll_no = b.roll_no and v.kind = 'opening'`.execute(
    trx,
  )
  const admitted = sql`select roll_no from students where campus = ${campus} and import_no = ${importNo}`
  await sql`delete from fees where campus = ${campus} and roll_no in (${admitted})`.execute(trx)
  await sql`delete from students where campus = ${campus} and import_no = ${importNo}`.execute(trx)
  await sql`
    update counters set last = (select coalesce(max(roll_no), 0) from students where campus = ${campus})
    where campus = ${campus} and counter = 'roll number'`.execute(trx)
  await sql`update imports set state = 'withdrawn' where campus = ${campus} and import_no = ${importNo}`.execute(
    trx,
  )
  await writeHistory(scope, { what: 'import withdrawn', after: { importNo, what, fileName } })
}
