// @module-tag gate

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { allMigrations } from '#server/database/migrations.ts'
import { openDatabase } from '#server/database/open.ts'

const migrationIndex = allMigrations.findIndex(({ name }) => name === 'voucher runs')

const books = `
insert into campuses values ('Main'), ('City');
insert into counters (campus, counter) select campus, unnest(array['roll number', 'receipt']) from campuses;
insert into students (campus, roll_no, admission_no, registration_no, admission_date, student_name, father_name,
  date_of_birth, place_of_birth, gender, religion, father_home_phone, student_class, section, admission_class, admitted_at,
  admitted_by)
select 'Main', n, n, n, '2026-01-01', 'Ayesha', 'Imran', '2016-01-01', 'Lahore', 'female', 'Islam', '1', '5', 'Red', '5',
  now(), 'x' from generate_series(1, 3) n;
insert into vouchers (campus, voucher_no, roll_no, chain_no, kind, student_class, section, year, month, issue_date, due_date,
  period_from, period_to, monthly_fee, discount, registration_fee, admission_fee, examination_fee, arrears, fee_paid,
  generated_at, generated_by)
select 'Main', v.no, v.roll, v.chain, v.kind::voucher_kind, '5', 'Red', 2026, v.month, '2026-10-01', '2026-10-11',
  make_date(2026, v.month, 1), make_date(2026, v.month, 28), 500000, 0, 0, 0, 0, 0, false, v.at::timestamptz, 'x'
from (values ('a', 1, 1, 'admission', 9, '2026-09-01'), ('b', 1, 2, 'monthly', 10, '2026-10-01'),
  ('c', 2, 1, 'monthly', 10, '2026-10-01'), ('d', 3, 1, 'monthly', 10, '2026-10-01'),
  ('e', 3, 2, 'monthly', 11, '2026-11-01')) v (no, roll, chain, kind, month, at);
insert into changes (campus, changed_at, changed_by, what, roll_no, voucher_no) values
  ('Main', '2026-10-01', 'x', 'voucher generated', 3, 'd')`

it('the migration adds the runs of an older school in the order of time, and their counters', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'before-runs-'))
  try {
    const database = await openDatabase({ dataDir, durable: false })
    await migrate(database.kysely, allMigrations.slice(0, migrationIndex))
    await sql.raw(books).execute(database.kysely)
    await migrate(database.kysely)
    const { kysely: db } = database
    const runs = await db
      .selectFrom('voucher_runs')
      .select(['campus', 'run_no', 'month', 'roll_no', 'voided_at'])
      .orderBy('run_no')
      .execute()
    expect(runs).toEqual([
      { campus: 'Main', run_no: 1, month: 10, roll_no: null, voided_at: null },
      { campus: 'Main', run_no: 2, month: 10, roll_no: 3, voided_at: null },
      { campus: 'Main', run_no: 3, month: 11, roll_no: null, voided_at: null },
    ])
    const vouchers = await db
      .selectFrom('vouchers')
      .select(['voucher_no', 'run_no'])
      .orderBy('voucher_no')
      .execute()
    expect(vouchers.map((voucher) => [voucher.voucher_no, voucher.run_no])).toEqual([
      ['a', null],
      ['b', 1],
      ['c', 1],
      ['d', 2],
      ['e', 3],
    ])
    const counters = await db
      .selectFrom('counters')
      .selectAll()
      .where('counter', '=', 'run')
      .orderBy('campus')
      .execute()
    expect(counters.map(({ campus, last }) => [campus, last])).toEqual([
      ['City', 0],
      ['Main', 3],
    ])
    await database.close()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
