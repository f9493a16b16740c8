// @module-tag gate

// A backup that was changed by someone who knows its format and every sum in it: only the hashes show that.

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
import { portal } from '#test/command-line.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { goTo, september } from '#test/dated-payments.ts'
import { admit, generateAndPost, openSchool, type TestSchool } from '#test/school.ts'

type Row = Readonly<Record<string, unknown>>
/** Returns a row as it is to be, or null to remove it; the same object leaves its line as it is. */
type Change = (table: string, row: Row) => Row | null

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const folder = mkdtempSync(join(tmpdir(), 'school-tampered-'))
const file = (name: string): string => join(folder, name)
const unchanged =
  'a row of money or history is what it was when it got its hash, and none before it is missing'

let school: TestSchool
let empty: TestDatabase

/** In October 2,000 are received on voucher 5Red1-202610; the rest is carried to November, and October is closed. */
beforeAll(async () => {
  school = await openSchool()
  empty = await openTestDatabase()
  const { desk, admin, pay } = await goTo(school, '2026-10-20')
  await admit(desk, september)
  await admit(desk, september)
  await generateAndPost(desk, 'Main Campus', '2026-10-01')
  await pay('5Red1-202610', 2000)
  await admin.post('/finances/saveCampusRules/Main%20Campus', { backDays: 3 })
  const later = await goTo(school, '2026-11-02')
  await generateAndPost(later.desk, 'Main Campus', '2026-11-01')
  await later.admin.post('/finances/closeBooks/Main%20Campus', { until: '2026-10-31' })
  const original = {
    kysely: school.db,
    engine: 'embedded',
    afterBulkWork: async () => {},
    close: async () => {},
  } as const
  await portal(original, ['backup', file('true')])
})
beforeEach(() => empty.empty())
afterAll(async () => {
  await school[Symbol.asyncDispose]()
  await empty.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Writes a changed copy of a backup, complete with its counts and its checksum. */
function alterBackup(from: string, to: string, change: Change): void {
  const [header = '', ...lines] = gunzipSync(readFileSync(file(from)))
    .toString()
    .trimEnd()
    .split('\n')
  const written = [header]
  let count = 0
  for (let place = 0; place < lines.length - 1;) {
    const head = JSON.parse(lines[place] ?? '') as { table: string; rows: number }
    const rows = lines.slice(place + 1, place + 1 + head.rows).flatMap((line) => {
      const row = JSON.parse(line) as Row
      const changed = change(head.table, row)
      if (changed === null) return []
      return [changed === row ? line : JSON.stringify(changed)]
    })
    written.push(JSON.stringify({ ...head, rows: rows.length }), ...rows)
    count += rows.length
    place += 1 + head.rows
  }
  const text = written.map((line) => `${line}\n`).join('')
  const end = JSON.stringify({ rows: count, sha256: sha256(text) })
  writeFileSync(file(to), gzipSync(`${text}${end}\n`))
}

/** The faults that `verify` finds in a restored backup: the rows that break each law. */
async function faultsOf(name: string): Promise<Record<string, string[]>> {
  expect(await portal(empty, ['restore', file(name)])).toMatchObject({ code: 0, complained: '' })
  const { code, output } = await portal(empty, ['verify'])
  const faults: Record<string, string[]> = {}
  let law = ''
  for (const line of output.split('\n')) {
    if (line.startsWith('Broken: ')) law = line.slice('Broken: '.length)
    else if (line.startsWith('  ')) (faults[law] ??= []).push(line.trim().replace(/^Main Campus +/, ''))
  }
  expect(code).toBe(Object.keys(faults).length === 0 ? 0 : 1)
  return faults
}

/** A row with an amount added to each of these fields. */
const plus = (row: Row, amounts: Readonly<Record<string, number>>): Row => ({
  ...row,
  ...Object.fromEntries(Object.entries(amounts).map(([name, more]) => [name, Number(row[name]) + more])),
})

const taken = 50_000
const lessReceived = { received: -taken, closing: taken }

/** The figures that a closing filed, with less received in cash and more owed by class 5. */
const refiled = ({ byMethod, byClass, ...figures }: ClosingFigures): Row => ({
  ...plus(figures, lessReceived),
  byMethod: byMethod.map((line) => (line.method === 'cash' ? plus(line, { net: -taken }) : line)),
  byClass: byClass?.map((line) => (line.studentClass === '5' ? plus(line, lessReceived) : line)),
})

const inHistory = (row: Row): Row => ({
  ...row,
  after: plus(row['after'] as Row, { received: -taken, balance: taken }),
})

const takenFrom: Readonly<Record<string, (row: Row) => Row>> = {
  'receipts 5Red1-202610': (row) => plus(row, { amount: -taken }),
  'vouchers 5Red1-202610': (row) => plus(row, { received: -taken }),
  'vouchers 5Red1-202611': (row) => plus(row, { arrears: taken }),
  'book_closings ': (row) => ({ ...row, figures: refiled(row['figures'] as ClosingFigures) }),
  'changes 5Red1-202610': inHistory,
  'changes books closed': inHistory,
}

/** Five hundred rupees of a receipt of 2,000 disappear, with every sum that depends on them. */
const takeFromReceipt: Change = (table, row) => {
  const of = (row['voucher_no'] ?? row['what'] ?? '') as string
  return takenFrom[`${table} ${of}`]?.(row) ?? row
}

/** The debt of student 1, in paisa. */
const owed = async (db: OpenDatabase['kysely']): Promise<number> =>
  (
    await db
      .selectFrom('latest_vouchers')
      .select('net_balance')
      .where('roll_no', '=', 1)
      .executeTakeFirstOrThrow()
  ).net_balance

/** A line of the history: its number, and its name as `verify` prints it. */
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
  it('breaks no law but that of the hashes, which names the receipt and the rows that followed from it', async () => {
    expect(await faultsOf('true')).toEqual({})
    await empty.empty()
    alterBackup('true', 'taken', takeFromReceipt)
    const lines = [await lineOf('payment received', '5Red1-202610'), await lineOf('books closed')]
    const { [unchanged]: rows, ...others } = await faultsOf('taken')
    expect(others).toEqual({})
    expect(rows?.toSorted()).toEqual(['receipt 3', 'closing 1', ...lines.map(({ name }) => name)].toSorted())
    expect(await owed(empty.kysely)).toBe((await owed(school.db)) + taken)
  })

  it('is found in the next row if the hash of the receipt was computed again', async () => {
    alterBackup('true', 'taken', takeFromReceipt)
    await portal(empty, ['restore', file('taken')])
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
      // The row after it is as it was: only the hash before it shows the change.
      return table === 'receipts' ? takeFromReceipt(table, row) : row
    })
    const { [unchanged]: found } = await faultsOf('hashed')
    expect(found).toEqual([computed?.next])
  })
})

describe('a line of history that is removed from a backup', () => {
  it('breaks no law but that of the hashes, which names it', async () => {
    const { number, name } = await lineOf('rules changed')
    alterBackup('true', 'removed', (table, row) =>
      table === 'changes' && row['change_no'] === number ? null : row,
    )
    expect(await faultsOf('removed')).toEqual({ [unchanged]: [name] })
  })

  it('is found by the rows after it if its hash was removed too', async () => {
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
