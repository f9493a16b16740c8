// @module-tag gate

// Backups that were changed by someone who knows the format and every sum: only the hashes reveal the change.

import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ClosingFigures } from '#contract/closed-days.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import type { Schema } from '#server/database/schema.ts'
import { runCommand } from '#test/command-line.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { goToDay, septemberFeePeriod } from '#test/dated-payments.ts'
import { admit, generateAndPost, openSchool, type TestSchool } from '#test/school.ts'

type Row = Readonly<Record<string, unknown>>
/** Returns the changed row, null to remove the row, or the same object to leave its line unchanged. */
type Change = (table: string, row: Row) => Row | null

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const folder = mkdtempSync(join(tmpdir(), 'school-tampered-'))
const file = (name: string): string => join(folder, name)
const unchanged =
  'a row of money or history is what it was when it got its hash, and none before it is missing'

let school: TestSchool
let empty: TestDatabase

/** Receives 2,000 on voucher 5Red1-202610 in October, carries the rest to November and closes October. */
beforeAll(async () => {
  school = await openSchool()
  empty = await openTestDatabase()
  const { desk, admin, pay } = await goToDay(school, '2026-10-20')
  await admit(desk, septemberFeePeriod)
  await admit(desk, septemberFeePeriod)
  await generateAndPost(desk, 'Main Campus', '2026-10-01')
  await pay('5Red1-202610', 2000)
  await admin.post('/finances/saveCampusRules/Main%20Campus', { backDays: 3 })
  const later = await goToDay(school, '2026-11-02')
  await generateAndPost(later.desk, 'Main Campus', '2026-11-01')
  await later.admin.post('/finances/closeBooks/Main%20Campus', { until: '2026-10-31' })
  const original = {
    kysely: school.db,
    engine: 'embedded',
    afterBulkWork: async () => {},
    close: async () => {},
  } as const
  await runCommand(original, ['backup', file('true')])
})
beforeEach(() => empty.empty())
afterAll(async () => {
  await school[Symbol.asyncDispose]()
  await empty.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Writes a changed copy of a backup, with matching counts and checksum. */
function alterBackup(from: string, to: string, change: Change): void {
  const [header = '', ...lines] = gunzipSync(readFileSync(file(from)))
    .toString()
    .trimEnd()
    .split('\n')
  const newLines = [header]
  let count = 0
  for (let index = 0; index < lines.length - 1;) {
    const head = JSON.parse(lines[index] ?? '') as { table: string; rows: number }
    const rows = lines.slice(index + 1, index + 1 + head.rows).flatMap((line) => {
      const row = JSON.parse(line) as Row
      const changed = change(head.table, row)
      if (changed === null) return []
      return [changed === row ? line : JSON.stringify(changed)]
    })
    newLines.push(JSON.stringify({ ...head, rows: rows.length }), ...rows)
    count += rows.length
    index += 1 + head.rows
  }
  const text = newLines.map((line) => `${line}\n`).join('')
  const end = JSON.stringify({ rows: count, sha256: sha256(text) })
  writeFileSync(file(to), gzipSync(`${text}${end}\n`))
}

/** Returns the faults that `verify` finds in a restored backup: the rows that break each law. */
async function faultsOf(name: string): Promise<Record<string, string[]>> {
  expect(await runCommand(empty, ['restore', file(name)])).toMatchObject({ code: 0, errorOutput: '' })
  const { code, output } = await runCommand(empty, ['verify'])
  const faults: Record<string, string[]> = {}
  let law = ''
  for (const line of output.split('\n')) {
    if (line.startsWith('Broken: ')) law = line.slice('Broken: '.length)
    else if (line.startsWith('  ')) (faults[law] ??= []).push(line.trim().replace(/^Main Campus +/, ''))
  }
  expect(code).toBe(Object.keys(faults).length === 0 ? 0 : 1)
  return faults
}

/** Returns a row with an amount added to each of these fields. */
const addAmounts = (row: Row, amounts: Readonly<Record<string, number>>): Row => ({
  ...row,
  ...Object.fromEntries(Object.entries(amounts).map(([name, more]) => [name, Number(row[name]) + more])),
})

const takenPaisa = 50_000
const lessReceived = { received: -takenPaisa, closing: takenPaisa }

/** Returns the figures of a closing, with less received in cash and more owed by class 5. */
const changedFigures = ({ byMethod, byClass, ...figures }: ClosingFigures): Row => ({
  ...addAmounts(figures, lessReceived),
  byMethod: byMethod.map((line) => (line.method === 'cash' ? addAmounts(line, { net: -takenPaisa }) : line)),
  byClass: byClass?.map((line) => (line.studentClass === '5' ? addAmounts(line, lessReceived) : line)),
})

const inHistory = (row: Row): Row => ({
  ...row,
  after: addAmounts(row['after'] as Row, { received: -takenPaisa, balance: takenPaisa }),
})

const changeByRow: Readonly<Record<string, (row: Row) => Row>> = {
  'receipts 5Red1-202610': (row) => addAmounts(row, { amount: -takenPaisa }),
  'vouchers 5Red1-202610': (row) => addAmounts(row, { received: -takenPaisa }),
  'vouchers 5Red1-202611': (row) => addAmounts(row, { arrears: takenPaisa }),
  'book_closings ': (row) => ({ ...row, figures: changedFigures(row['figures'] as ClosingFigures) }),
  'changes 5Red1-202610': inHistory,
  'changes books closed': inHistory,
}

/** Takes 500 rupees from a receipt of 2,000, and changes every sum that depends on it. */
const takeFromReceipt: Change = (table, row) => {
  const key = (row['voucher_no'] ?? row['what'] ?? '') as string
  return changeByRow[`${table} ${key}`]?.(row) ?? row
}

/** Returns the debt of student 1, in paisa. */
const owed = async (db: OpenDatabase['kysely']): Promise<number> =>
  (
    await db
      .selectFrom('latest_vouchers')
      .select('net_balance')
      .where('roll_no', '=', 1)
      .executeTakeFirstOrThrow()
  ).net_balance

/** Returns the number of a history entry, and its name as `verify` prints it. */
async function lineOf(what: Schema['changes']['what'], voucherNo: string | null = null) {
  const { change_no: number } = await school.db
    .selectFrom('changes')
    .select('change_no')
    .where('what', '=', what)
    .where('voucher_no', voucherNo === null ? 'is' : '=', voucherNo)
    .executeTakeFirstOrThrow()
  return { number, name: `history line ${number}` }
}

describe('an amount in a backup that is changed with all sums that depend on it', () => {
  it('breaks only the law of the hashes, which names the receipt and the rows that followed from it', async () => {
    expect(await faultsOf('true')).toEqual({})
    await empty.empty()
    alterBackup('true', 'taken', takeFromReceipt)
    const lines = [await lineOf('payment received', '5Red1-202610'), await lineOf('books closed')]
    const { [unchanged]: rows, ...others } = await faultsOf('taken')
    expect(others).toEqual({})
    expect(rows?.toSorted()).toEqual(['receipt 3', 'closing 1', ...lines.map(({ name }) => name)].toSorted())
    expect(await owed(empty.kysely)).toBe((await owed(school.db)) + takenPaisa)
  })

  it('is found at the next row if the hash of the receipt was computed again', async () => {
    alterBackup('true', 'taken', takeFromReceipt)
    await runCommand(empty, ['restore', file('taken')])
    const { rows } = await sql<{ hash: string; next: string }>`
      select sha256(b.hash || convert_to(r.words, 'UTF8'))::text as hash, n.kind || ' ' || n.number as next
      from book_hashes h join rows_to_hash r using (campus, kind, number)
        join book_hashes b on b.campus = h.campus and b.place = h.place - 1
        join book_hashes n on n.campus = h.campus and n.place = h.place + 1
      where h.campus = 'Main Campus' and h.kind = 'receipt' and h.number = 3`.execute(empty.kysely)
    await empty.empty()
    const [computed] = rows
    alterBackup('true', 'hashed', (table, row) => {
      const isHash = table === 'book_hashes' && row['kind'] === 'receipt' && row['number'] === 3
      if (isHash) return { ...row, hash: computed?.hash }
      // The next row is unchanged: only the hash before it reveals the change.
      return table === 'receipts' ? takeFromReceipt(table, row) : row
    })
    const { [unchanged]: found } = await faultsOf('hashed')
    expect(found).toEqual([computed?.next])
  })
})

describe('a history entry that is removed from a backup', () => {
  it('breaks only the law of the hashes, which names it', async () => {
    const { number, name } = await lineOf('rules changed')
    alterBackup('true', 'removed', (table, row) =>
      table === 'changes' && row['change_no'] === number ? null : row,
    )
    expect(await faultsOf('removed')).toEqual({ [unchanged]: [name] })
  })

  it('is found at the next row if its hash was removed too', async () => {
    const { number } = await lineOf('rules changed')
    const { rows } = await sql<{ name: string }>`
      select n.kind || ' ' || n.number as name from book_hashes h
        join book_hashes n on n.campus = h.campus and n.place = h.place + 1
      where h.campus = 'Main Campus' and h.kind = 'history line' and h.number = ${number}`.execute(school.db)
    alterBackup('true', 'both', (table, row) => {
      const isLine = table === 'changes' && row['change_no'] === number
      const isHash = table === 'book_hashes' && row['kind'] === 'history line' && row['number'] === number
      return isLine || isHash ? null : row
    })
    const { [unchanged]: found } = await faultsOf('both')
    expect(found).toContain(rows[0]?.name)
  })
})
