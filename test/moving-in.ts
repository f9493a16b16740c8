import { sql } from 'kysely'
import type { ImportKind } from '#domain/import/import.ts'
import type { Money } from '#domain/money.ts'
import type { StudentRecord } from '#domain/student.ts'
import { takeNextNumber } from '#server/records/counters.ts'
import { writeHistory } from '#server/records/history.ts'
import { insertImport, markApplied } from '#server/records/imports/imports.ts'
import {
  admitMany,
  bringInBalances,
  rowsImported,
  withdrawImport,
  type AppliedImport,
} from '#server/records/imports/moving-in.ts'
import { createScope, type Scope } from '#server/records/scope.ts'
import { day, rs } from './builders.ts'
import type { TestSchool } from './school.ts'

/** A student to import; amounts are in rupees. */
interface ImportedStudent {
  readonly rollNo?: number
  readonly oldNumber?: string
  /** Negative if paid in advance. */
  readonly balance?: number
  /** The last day of a month, by default October 2026. */
  readonly asOf?: string
  readonly monthlyFee?: number
  readonly discount?: number
  readonly campus?: string
  readonly record?: Partial<StudentRecord>
}

const usual: StudentRecord = {
  admissionDate: day('2024-04-01'),
  studentName: 'Ali Raza',
  fatherName: 'Imran Raza',
  dateOfBirth: day('2015-02-03'),
  placeOfBirth: 'Lahore',
  gender: 'male',
  religion: 'Islam',
  address: '',
  fatherCnic: '',
  fatherOccupation: '',
  fatherHomePhone: '0300-7654321',
  fatherOfficePhone: '',
  telephone: '',
  fatherEmail: '',
  studentClass: '5',
  section: 'Red',
}

/** Runs `work` in a transaction of an admin of the campus, at the school's time. */
export function asAdmin<T>(
  school: TestSchool,
  campus: string,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  const userId = campus === 'City Campus' ? 'admin@city.test' : 'admin@main.test'
  return school.db.transaction().execute(async (trx) => {
    await sql`select set_config('app.campus', ${campus}, true), set_config('role', 'portal_admin', true)`.execute(
      trx,
    )
    return work(createScope(trx, { campus, userId, name: userId, role: 'admin' }, school.now))
  })
}

/** Begins an import without rows. Returns its number. */
export const startImport = (scope: Scope, what: ImportKind): Promise<number> =>
  insertImport(scope, {
    what,
    fileName: 'old register.xlsx',
    headings: ['Roll No.'],
    rows: [],
  })

/** Marks an import as applied, with its history entry, as the call does. */
async function finishImport(scope: Scope, applied: AppliedImport): Promise<void> {
  const { importNo, added, changed } = applied
  const counts = { new: added, changed, same: 0, refused: 0, leftOut: 0, warned: 0 }
  const changeNo = await writeHistory(scope, rowsImported(applied))
  await markApplied(scope, importNo, { changeNo, counts })
}

const appliedImport = (importNo: number, what: ImportKind, openings: Readonly<Record<string, Money>>) => ({
  importNo,
  what,
  fileName: 'old register.xlsx',
  added: Object.keys(openings).length,
  changed: 0,
  openings,
})

/**
 * Imports a student with a separate import: by default an active student in 5 Red with a monthly fee of 5,000 less 500,
 * without a balance. A balance makes an opening voucher. Returns the roll number.
 */
export const bringIn = (school: TestSchool, student: ImportedStudent = {}): Promise<number> =>
  asAdmin(school, student.campus ?? 'Main Campus', async (scope) => {
    const importNo = await startImport(scope, 'students')
    const record = { ...usual, ...student.record }
    const { oldNumber = '', monthlyFee = 5000, discount = 500 } = student
    const rollNo = student.rollNo ?? (await takeNextNumber(scope, 'roll number'))
    const fees = { monthlyFee: rs(monthlyFee), discount: rs(discount) }
    await admitMany(scope, [{ rollNo, oldNumber, record, ...fees }], importNo)
    const balance = rs(student.balance ?? 0)
    const { studentClass, section } = record
    await bringInBalances(
      scope,
      [{ rollNo, studentClass, section, balance }],
      day(student.asOf ?? '2026-10-31'),
    )
    await finishImport(scope, appliedImport(importNo, 'students', { [rollNo]: balance }))
    return rollNo
  })

/** Imports the balance of a student of 5 Red who has no voucher yet. */
export const bringInBalance = (school: TestSchool, rollNo: number, balance: number): Promise<void> =>
  asAdmin(school, 'Main Campus', async (scope) => {
    const importNo = await startImport(scope, 'balances')
    const holder = { rollNo, studentClass: '5', section: 'Red' } as const
    await bringInBalances(scope, [{ ...holder, balance: rs(balance) }], day('2026-10-31'))
    await finishImport(scope, appliedImport(importNo, 'balances', { [rollNo]: rs(balance) }))
  })

/** Adds a row of import 1 of a campus, and the mapping of its columns. */
export const keepImportedRow = (school: TestSchool, campus: string): Promise<void> =>
  asAdmin(school, campus, async ({ trx, now }) => {
    await sql`
      insert into import_rows (campus, import_no, row_no, cells) values (${campus}, 1, 2, '["Ali Raza"]')`.execute(
      trx,
    )
    await sql`
      insert into import_mappings (campus, headings_hash, what, settings, saved_at)
      values (${campus}, '\\x00', 'students', '{}', ${now})`.execute(trx)
  })

/** Withdraws the last import of students, as the operator does; only its history remains. */
export async function withdrawLastImport(school: TestSchool): Promise<void> {
  const { db, now } = school
  await db.transaction().execute(async (trx) => {
    const scope = createScope(
      trx,
      { campus: 'Main Campus', userId: 'admin@main.test', name: 'Admin', role: 'admin' },
      now,
    )
    const { rows } = await sql<{ importNo: number }>`
      select max(import_no) as "importNo" from imports where campus = 'Main Campus'`.execute(trx)
    const importNo = rows[0]?.importNo ?? 0
    await withdrawImport(scope, { importNo, what: 'students', fileName: 'old register.xlsx' })
  })
}
