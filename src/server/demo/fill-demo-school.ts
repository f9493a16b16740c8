import type { Kysely, Transaction } from 'kysely'
import { noRules } from '#domain/campus-rules.ts'
import type { Passwords } from '#server/auth/password.ts'
import type { Schema } from '#server/database/schema.ts'
import { hashRowsOf } from '#server/records/books/book-hashes.ts'
import {
  checkConstraints,
  insertRows,
  setReceivers,
  updateRows,
  withoutTriggers,
  type JsonRow,
} from '#server/records/bulk-rows.ts'
import { findRules } from '#server/records/campus-rules.ts'
import { addCampus, hasSchool, lockSchoolSetup, saveSchool } from '#server/records/campus/school.ts'
import type { Counter } from '#server/records/counters.ts'
import { createScope, type Scope } from '#server/records/scope.ts'
import { insertRun } from '#server/records/vouchers/voucher-runs.ts'
import { actsOf, type DemoAct } from './acts.ts'
import { demoCampuses, demoPassword, demoSchool, type DemoCampus, type DemoStaff } from './campuses.ts'
import { enrol } from './enrolment.ts'
import { makeLedger } from './make-ledger.ts'
import { newRandom } from './random.ts'
import { changeRows, feeRow, receiptRows, runsOf, studentRow, voucherRows } from './rows.ts'
import { compareText, schoolYear, type SchoolYear } from './school-year.ts'

interface DemoSettings {
  /** The number in each campus. */
  readonly students: number
  /** No event is later than this instant, which is in the last of the three months. */
  readonly now: Date
  readonly passwords: Passwords
}

/** Fills an empty database in one transaction (decisions 1.demo). Returns false, and writes nothing, if there is a school. */
export function fillDemoSchool(db: Kysely<Schema>, settings: DemoSettings): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // If two servers start at the same time, the second finds the school of the first.
    await lockSchoolSetup(trx)
    if (await hasSchool(trx)) return false

    const year = schoolYear(settings.now)
    await saveSchool(trx, demoSchool)
    const passwordHash = await settings.passwords.hash(demoPassword)
    for (const campus of demoCampuses) {
      await insertStaff(trx, campus, passwordHash)
      await insertBooks(trx, campus, year, settings.students)
    }
    return true
  })
}

async function insertStaff(trx: Transaction<Schema>, campus: DemoCampus, passwordHash: string) {
  await addCampus(trx, campus.name)
  const staff = [campus.admin, campus.office, campus.desk, campus.viewer]
  await insertRows(
    trx,
    'staff',
    staff.map(({ userId, name, role }) => ({
      campus: campus.name,
      user_id: userId,
      name,
      role,
      password_hash: passwordHash,
    })),
  )
}

const scopeOf = (
  trx: Transaction<Schema>,
  campus: DemoCampus,
  by: DemoStaff,
  at: string,
  rules = noRules,
): Scope => createScope(trx, { ...by, campus: campus.name }, new Date(at), { rules })

async function insertBooks(trx: Transaction<Schema>, campus: DemoCampus, year: SchoolYear, count: number) {
  const random = newRandom(campus.seed + 2)
  const ledgers = enrol(campus, count, year).map((student) => makeLedger({ campus, year, random }, student))
  const receipts = ledgers
    .flatMap((ledger) => ledger.receipts)
    .toSorted((one, other) => compareText(one.entered.at, other.entered.at))
  const runs = runsOf(ledgers)
  const students = ledgers.map((ledger) => studentRow(campus, ledger))
  await saveCounter(trx, campus, 'roll number', students.at(-1)?.roll_no ?? 0)
  await insertRows(trx, 'students', students)
  await insertRows(
    trx,
    'fees',
    ledgers.map((ledger) => feeRow(campus, ledger)),
  )
  for (const [{ generated, month, ...dates }] of runs)
    await insertRun(scopeOf(trx, campus, campus.office, generated.at), month, dates)
  await insertRows(
    trx,
    'vouchers',
    ledgers.flatMap((ledger) => voucherRows(campus, ledger, runs)),
  )
  await insertInOrder(trx, campus, {
    receipts: receiptRows(campus, receipts),
    changes: changeRows(campus, year, ledgers, runs, receipts),
    acts: actsOf({ campus, year, ledgers, receipts, lastRun: runs.length }),
  })
  await setReceivers(trx, campus.name)
}

async function saveCounter(
  trx: Transaction<Schema>,
  { name }: DemoCampus,
  counter: Counter,
  last: number,
): Promise<void> {
  await updateRows({ trx, campus: name }, 'counters', 'counter', [{ counter, last }])
}

interface InOrder {
  readonly receipts: readonly JsonRow<'receipts'>[]
  readonly changes: readonly JsonRow<'changes'>[]
  readonly acts: readonly DemoAct[]
}

/** Inserts the rows with their hashes, and runs each act at its time. */
async function insertInOrder(
  trx: Transaction<Schema>,
  campus: DemoCampus,
  { receipts, changes, acts }: InOrder,
) {
  let from = ''
  const insertUntil = async (until: string) => {
    const isInStep = (at: string) => at > from && at <= until
    const newReceipts = receipts.filter(({ entered_at }) => isInStep(entered_at))
    const lines = changes.filter(({ changed_at }) => isInStep(changed_at))
    from = until
    if (lines.length === 0) return
    // The vouchers already contain the amounts that the trigger on receipts would add.
    await withoutTriggers(trx, ['receipts', 'changes'], async () => {
      await insertRows(trx, 'receipts', newReceipts)
      await insertRows(trx, 'changes', lines)
    })
    const last = newReceipts.at(-1)
    if (last) await saveCounter(trx, campus, 'receipt', last.receipt_no)
    await hashRowsOf(trx, campus.name)
  }
  for (const { at, by, run } of acts) {
    await insertUntil(at)
    const rules = await findRules(scopeOf(trx, campus, by, at))
    await run(scopeOf(trx, campus, by, at, rules))
    // Checked now instead of at the commit, because the hashes of the next rows follow.
    await checkConstraints(trx)
  }
  await insertUntil('9')
}
