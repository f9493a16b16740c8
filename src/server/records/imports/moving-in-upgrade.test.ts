// @module-tag gate

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { allMigrations } from '#server/database/migrations.ts'
import { openDatabase } from '#server/database/open.ts'

const migrationIndex = allMigrations.findIndex(({ name }) => name === 'moving in')

const books = `
insert into campuses values ('Main'), ('City');
insert into counters (campus, counter, last) select campus, unnest(array['roll number', 'receipt', 'run', 'adjustment',
  'approval']), 1 from campuses;
insert into students (campus, roll_no, admission_no, registration_no, admission_date, student_name, father_name,
  date_of_birth, place_of_birth, gender, religion, father_home_phone, student_class, section, admission_class, admitted_at,
  admitted_by)
values ('Main', 1, 1, 1, '2026-01-01', 'Ayesha', 'Imran', '2016-01-01', 'Lahore', 'female', 'Islam', '1', '5', 'Red', '5',
  now(), 'x');
insert into vouchers (campus, voucher_no, roll_no, chain_no, kind, student_class, section, year, month, issue_date, due_date,
  period_from, period_to, monthly_fee, discount, registration_fee, admission_fee, examination_fee, arrears, fee_paid, posted,
  generated_at, generated_by)
values ('Main', '5Red1adm', 1, 1, 'admission', '5', 'Red', 2026, 9, '2026-09-01', '2026-09-11', '2026-09-01', '2026-09-30',
  500000, 0, 0, 0, 0, 0, false, true, now(), 'x');
insert into book_closings (campus, closing_no, closed_until, entered_at, entered_by, figures)
values ('Main', 1, '2026-08-31', now(), 'x', '{"opening": 0}')`

it('an older school keeps its students and vouchers after the migration, and can add opening vouchers', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'before-imports-'))
  try {
    const database = await openDatabase({ dataDir, durable: false })
    const { kysely: db } = database
    await migrate(db, allMigrations.slice(0, migrationIndex))
    await sql.raw(books).execute(db)
    await migrate(db)
    const students = await db.selectFrom('students').selectAll().execute()
    expect(students).toMatchObject([{ search_names: ' ayesha imran', old_number: '', import_no: null }])
    const counters = await db.selectFrom('counters').selectAll().where('counter', '=', 'import').execute()
    expect(counters).toHaveLength(2)
    await sql`
      insert into vouchers (campus, voucher_no, roll_no, chain_no, kind, student_class, section, year, month, issue_date,
        due_date, period_from, period_to, monthly_fee, discount, registration_fee, admission_fee, examination_fee, arrears,
        fee_paid, posted, generated_at, generated_by)
      select campus, '5Red1open', roll_no, 2, 'opening', student_class, section, year, 10, '2026-10-31', '2026-10-31',
        '2026-10-01', '2026-10-31', 0, 0, 0, 0, 0, 750000, false, true, generated_at, generated_by from vouchers`.execute(
      db,
    )
    const kinds = await db
      .selectFrom('vouchers')
      .select(['kind', 'net_balance'])
      .orderBy('chain_no')
      .execute()
    expect(kinds).toEqual([
      { kind: 'admission', net_balance: 500_000 },
      { kind: 'opening', net_balance: 750_000 },
    ])
    await database.close()
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}, 60_000)

it('the migration keeps an import that has all its rows, and expires imports with missing rows', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'before-whole-imports-'))
  try {
    const database = await openDatabase({ dataDir, durable: false })
    const { kysely: db } = database
    const wholeImportsIndex = allMigrations.findIndex(({ name }) => name === 'whole-imports')
    await migrate(db, allMigrations.slice(0, wholeImportsIndex))
    await sql
      .raw(
        `
      insert into campuses values ('Main');
      insert into imports (campus, import_no, what, file_name, file_hash, headings, row_count, started_at, started_by)
      select 'Main', import_no, 'students', 'a.csv', '', '["Name"]', 2, now(), 'x' from generate_series(1, 3) import_no;
      insert into import_rows (campus, import_no, row_no, cells)
      values ('Main', 1, 2, '["Ali"]'), ('Main', 1, 3, '["Bilal"]'), ('Main', 2, 2, '["Ali"]')`,
      )
      .execute(db)
    await migrate(db)
    const imports = await db.selectFrom('imports').select('state').orderBy('import_no').execute()
    expect(imports.map(({ state }) => state)).toEqual(['stored', 'expired', 'expired'])
    await database.close()
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}, 60_000)
