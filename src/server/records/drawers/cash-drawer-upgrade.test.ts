// @module-tag gate

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { allMigrations } from '#server/database/migrations.ts'
import { openDatabase } from '#server/database/open.ts'

const migrationIndex = allMigrations.findIndex(({ name }) => name === 'cash-drawer-rule')

/** Four campuses: with a closing, with a first count, with a deposit and rules, and with rules alone. */
const books = `
insert into campuses values ('Closed'), ('Counted'), ('Deposited'), ('Never');
insert into cashier_closings (campus, closing_no, drawer, place, after_receipt, up_to_receipt, last_receipt,
  after_adjustment, up_to_adjustment, last_adjustment, float_before, cash, counted, float_kept, closed_at)
  values ('Closed', 1, 'desk', 1, 0, 1, 1, 0, 0, 0, 0, 50000, 50000, 0, now());
insert into drawer_counts (campus, drawer, place, up_to_receipt, up_to_adjustment, expected, counted, counted_at)
  values ('Counted', 'desk', 1, 1, 0, 50000, 40000, now());
insert into deposits (campus, deposit_no, deposited_on, account, slip, cash, cheques, emptied, entered_at, entered_by)
  values ('Deposited', 1, '2026-11-20', 'HBL', '1', 50000, '[]', '[]', now(), 'office');
insert into campus_rules (campus, back_days) values ('Deposited', 3), ('Never', 3)`

it('the migration switches the cash drawer on in each campus that has counted, closed or deposited, and in no other', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'before-cash-drawer-'))
  try {
    const database = await openDatabase({ dataDir, durable: false })
    const { kysely: db } = database
    await migrate(db, allMigrations.slice(0, migrationIndex))
    await sql.raw(books).execute(db)
    await migrate(db)
    const rules = await db
      .selectFrom('campus_rules')
      .select(['campus', 'back_days', 'cash_drawer'])
      .orderBy('campus')
      .execute()
    expect(rules).toEqual([
      { campus: 'Closed', back_days: null, cash_drawer: true },
      { campus: 'Counted', back_days: null, cash_drawer: true },
      { campus: 'Deposited', back_days: 3, cash_drawer: true },
      { campus: 'Never', back_days: 3, cash_drawer: false },
    ])
    await database.close()
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}, 60_000)
