import type { Kysely, Transaction } from 'kysely'
import type { Passwords } from '#server/auth/password.ts'
import type { Schema } from '#server/database/schema.ts'
import { hashedTables, hashRowsOf } from '#server/records/books/book-hashes.ts'
import { checkConstraints, insertRows, setReceivers, withoutTriggers } from '#server/records/bulk-rows.ts'
import { hasSchool, lockSchoolSetup } from '#server/records/campus/operator-campuses.ts'
import { auditedActs, auditedEntries, auditedRows, type DemoAct } from './audited.ts'
import { demoCampuses, demoPassword, demoSchool, type DemoCampus } from './campuses.ts'
import { drawerClosings } from './drawer-closings.ts'
import { enrol } from './enrolment.ts'
import { history, type HistoryEntry } from './history.ts'
import { makeLedger } from './make-ledger.ts'
import { numberReceipts } from './number-receipts.ts'
import { numberRuns } from './number-runs.ts'
import { newRandom } from './random.ts'
import { changeRow, feeRow, receiptRow, staffRow, studentRow, voucherRows } from './rows.ts'
import { compareText, schoolYear, type SchoolYear } from './school-year.ts'

interface DemoSettings {
  /** The number of students in each campus. */
  readonly students: number
  /** The last of the three months is the one of this day; nothing happens after this instant. */
  readonly now: Date
  readonly passwords: Passwords
}

/**
 * Fills an empty database with the demo school in one transaction (decisions 1.demo). Returns false, and writes nothing,
 * where a school has been set up. The caller refreshes the statistics of the database afterwards.
 */
export function fillDemoSchool(db: Kysely<Schema>, settings: DemoSettings): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // Of two servers that start at the same time, the second finds the school of the first.
    await lockSchoolSetup(trx)
    if (await hasSchool(trx)) return false

    const year = schoolYear(settings.now)
    await insertRows(trx, 'school', [
      { name: demoSchool.name, tax_number: demoSchool.taxNumber, only_one: true },
    ])
    for (const campus of demoCampuses) {
      await insertStaff(trx, campus, settings.passwords)
      await insertBooks(trx, campus, year, settings.students)
    }
    return true
  })
}

async function insertStaff(trx: Transaction<Schema>, campus: DemoCampus, passwords: Passwords) {
  await insertRows(trx, 'campuses', [{ campus: campus.name }])
  const staff = [campus.admin, campus.office, campus.desk, campus.viewer]
  const rows = staff.map(async (person) => staffRow(campus, person, await passwords.hash(demoPassword)))
  await insertRows(trx, 'staff', await Promise.all(rows))
}

async function insertBooks(trx: Transaction<Schema>, campus: DemoCampus, year: SchoolYear, count: number) {
  const money = newRandom(campus.seed + 2)
  const ledgers = enrol(campus, count, year).map((student) =>
    makeLedger({ campus, year, random: money }, student),
  )
  const receipts = numberReceipts(ledgers)
  const runs = numberRuns(campus.name, ledgers)
  const students = ledgers.map((ledger) => studentRow(campus, ledger))
  const fees = ledgers.map((ledger) => feeRow(campus, ledger))
  // A student's latest voucher first, as a voucher refers to the one that carries it.
  const vouchers = ledgers.flatMap((ledger) => voucherRows(campus, ledger, runs).toReversed())
  const drawers = drawerClosings(campus, receipts, year.today)
  const entries = [
    ...history(campus, year, ledgers, receipts),
    ...drawers.entries,
    ...auditedEntries(campus, year),
  ].toSorted((one, other) => compareText(one.at, other.at))

  await insertRows(trx, 'counters', [
    { campus: campus.name, counter: 'roll number', last: students.at(-1)?.roll_no ?? 0 },
    { campus: campus.name, counter: 'receipt', last: receipts.length },
    { campus: campus.name, counter: 'run', last: runs.rows.length },
    { campus: campus.name, counter: 'adjustment', last: 0 },
    { campus: campus.name, counter: 'approval', last: 0 },
    { campus: campus.name, counter: 'import', last: 0 },
  ])
  await insertRows(trx, 'students', students)
  await insertRows(trx, 'fees', fees)
  await insertRows(trx, 'voucher_runs', runs.rows)
  await insertRows(trx, 'vouchers', vouchers)
  const receiptRows = receipts.map((receipt) => receiptRow(campus, receipt))
  // The vouchers contain already what the trigger on receipts would count.
  await withoutTriggers(trx, hashedTables, async () => {
    await insertRows(trx, 'receipts', receiptRows)
    await insertRows(trx, 'cashier_closings', drawers.closings)
    await insertRows(trx, 'deposits', drawers.deposits)
  })
  await setReceivers(trx, campus.name)
  await insertRows(trx, 'drawer_counts', drawers.counts)
  await insertRows(trx, 'campus_rules', auditedRows(campus))
  await insertHistory(trx, campus, entries, auditedActs(campus, year, ledgers, runs.rows.length))
}

/** Writes the history in its order, and does each act at its time, which writes its own. All rows get their hashes. */
async function insertHistory(
  trx: Transaction<Schema>,
  campus: DemoCampus,
  entries: readonly HistoryEntry[],
  acts: readonly DemoAct[],
) {
  const rows = entries.map((entry) => changeRow(campus, entry))
  const insertUntil = async (from: number, until: number) => {
    await withoutTriggers(trx, ['changes'], () => insertRows(trx, 'changes', rows.slice(from, until)))
    await hashRowsOf(trx, campus.name)
  }
  // The rows of an act get their hashes at once, not at the commit: those of the next rows follow them.
  await checkConstraints(trx)
  let written = 0
  for (const act of acts) {
    const before = rows.findIndex(({ changed_at }) => changed_at >= act.at)
    const until = before < 0 ? rows.length : before
    await insertUntil(written, until)
    written = until
    await act.run(trx)
  }
  await insertUntil(written, rows.length)
}
