import type { CalendarDate } from '#domain/calendar.ts'
import type { Schema } from '#server/database/schema.ts'
import { insertRows, setReceivers, withoutTriggers } from '#server/records/bulk-rows.ts'
import { hashedTables, hashRowsOf } from '#server/records/book-hashes.ts'
import { hasSchool, lockSchoolSetup } from '#server/records/operator-campuses.ts'
import type { Kysely, Transaction } from 'kysely'
import { drawerClosings } from './drawer-closings.ts'
import { auditedCampus } from './audited.ts'
import { numberReceipts } from './number-receipts.ts'
import { numberRuns } from './number-runs.ts'
import { demoCampuses, demoPassword, demoSchool, type DemoCampus } from './campuses.ts'
import { newRandom } from './random.ts'
import { enrol } from './enrolment.ts'
import { history } from './history.ts'
import { changeRow, feeRow, receiptRow, staffRow, studentRow, voucherRows } from './rows.ts'
import { compareText, schoolYear, type SchoolYear } from './school-year.ts'
import { makeLedger } from './make-ledger.ts'

interface DemoSettings {
  /** The number of students in each campus. */
  readonly students: number
  /** The last of the three months is the one of this day. */
  readonly today: CalendarDate
  readonly hashPassword: (password: string) => Promise<string>
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

    const year = schoolYear(settings.today)
    await insertRows(trx, 'school', [
      { name: demoSchool.name, tax_number: demoSchool.taxNumber, only_one: true },
    ])
    for (const campus of demoCampuses) {
      await insertStaff(trx, campus, settings.hashPassword)
      await insertBooks(trx, campus, year, settings.students)
    }
    return true
  })
}

async function insertStaff(
  trx: Transaction<Schema>,
  campus: DemoCampus,
  hashPassword: DemoSettings['hashPassword'],
) {
  await insertRows(trx, 'campuses', [{ campus: campus.name }])
  const staff = [campus.admin, campus.office, campus.desk, campus.viewer]
  const rows = staff.map(async (person) => staffRow(campus, person, await hashPassword(demoPassword)))
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
  const audited = auditedCampus(campus, year, ledgers)
  const entries = [
    ...history(campus, year, ledgers, receipts),
    ...drawers.entries,
    ...audited.entries,
  ].toSorted((one, other) => compareText(one.at, other.at))

  await insertRows(trx, 'counters', [
    { campus: campus.name, counter: 'roll number', last: students.at(-1)?.roll_no ?? 0 },
    { campus: campus.name, counter: 'receipt', last: receipts.length },
    { campus: campus.name, counter: 'run', last: runs.rows.length },
    { campus: campus.name, counter: 'adjustment', last: 0 },
    { campus: campus.name, counter: 'approval', last: audited.requests.length },
  ])
  await insertRows(trx, 'students', students)
  await insertRows(trx, 'fees', fees)
  await insertRows(trx, 'voucher_runs', runs.rows)
  await insertRows(trx, 'vouchers', vouchers)
  const receiptRows = receipts.map((receipt) => receiptRow(campus, receipt))
  const changes = entries.map((entry) => changeRow(campus, entry))
  // The vouchers contain already what the trigger on receipts would count; the hashes follow at once, in order of entry.
  await withoutTriggers(trx, hashedTables, async () => {
    await insertRows(trx, 'receipts', receiptRows)
    await insertRows(trx, 'cashier_closings', drawers.closings)
    await insertRows(trx, 'deposits', drawers.deposits)
    await insertRows(trx, 'changes', changes)
  })
  await hashRowsOf(trx, campus.name)
  await setReceivers(trx, campus.name)
  await insertRows(trx, 'drawer_counts', drawers.counts)
  await insertRows(trx, 'campus_rules', audited.rules)
  await insertRows(trx, 'approvals', audited.requests)
}
