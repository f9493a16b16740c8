// @module-tag gate

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { allMigrations } from '#server/database/migrations.ts'
import { openDatabase } from '#server/database/open.ts'

const migrationIndex = allMigrations.findIndex(({ name }) => name === 'debts')

const student = (
  rollNo: number,
) => `('Main', ${rollNo}, 1, 1, '2026-01-01', 'Ayesha', 'Imran', '2016-01-01', 'Lahore',
  'female', 'Islam', '1', '5', 'Red', '5', now(), 'x')`
const voucher = (rollNo: number, chainNo: number, ending: string, arrears: number, replacedBy = 'null') =>
  `('Main', '5Red${rollNo}${ending}', ${rollNo}, ${chainNo}, 'monthly', '5', 'Red', 2026, 10, '2026-10-01', '2026-10-11',
    '2026-10-01', '2026-10-31', 450000, 0, 0, 0, 0, ${arrears}, false, ${replacedBy !== 'null'}, now(), 'x', ${replacedBy})`

/** Two unposted vouchers that each replaced a voucher; Rs 100 were received on the voucher that the first replaced. */
const books = `
insert into campuses values ('Main');
insert into students (campus, roll_no, admission_no, registration_no, admission_date, student_name, father_name,
  date_of_birth, place_of_birth, gender, religion, father_home_phone, student_class, section, admission_class, admitted_at,
  admitted_by) values ${student(1)}, ${student(2).replace("1, 1, '2026", "2, 2, '2026")};
insert into vouchers (campus, voucher_no, roll_no, chain_no, kind, student_class, section, year, month, issue_date, due_date,
  period_from, period_to, monthly_fee, discount, registration_fee, admission_fee, examination_fee, arrears, fee_paid, posted,
  generated_at, generated_by, replaced_by)
values ${voucher(1, 1, '-202610', 0, "'5Red1-202610-2'")}, ${voucher(1, 2, '-202610-2', -10_000)},
  ${voucher(2, 1, '-202610', 0, "'5Red2-202610-2'")}, ${voucher(2, 2, '-202610-2', 0)};
insert into receipts (campus, receipt_no, roll_no, voucher_no, kind, amount, received_on, received_by, entered_at)
values ('Main', 1, 1, '5Red1-202610', 'receipt', 10000, '2026-10-05', 'x', now())`

it('the migration posts an unposted voucher that replaced a voucher with a receipt, and adds a history entry', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'before-debts-'))
  try {
    const database = await openDatabase({ dataDir, durable: false })
    const { kysely: db } = database
    await migrate(db, allMigrations.slice(0, migrationIndex))
    await sql.raw(books).execute(db)
    await migrate(db)
    const drafts = await db.selectFrom('vouchers').select('voucher_no').where('posted', '=', false).execute()
    expect(drafts).toEqual([{ voucher_no: '5Red2-202610-2' }])
    const lines = await db.selectFrom('changes').select(['what', 'voucher_no']).execute()
    expect(lines).toEqual([{ what: 'vouchers posted', voucher_no: '5Red1-202610-2' }])
    const balances = await db.selectFrom('last_posted_vouchers').select(['roll_no', 'net_balance']).execute()
    expect(balances).toEqual([{ roll_no: 1, net_balance: 440_000 }])
    await database.close()
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}, 60_000)
