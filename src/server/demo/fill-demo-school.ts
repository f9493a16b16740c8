import type { CalendarDate } from '#domain/calendar.ts'
import type { Schema } from '#server/database/schema.ts'
import { sql, type Kysely, type Transaction } from 'kysely'
import { numberReceipts } from './book.ts'
import { demoCampuses, demoPassword, demoSchool, type DemoCampus } from './campuses.ts'
import { newDice } from './dice.ts'
import { enrol } from './enrolment.ts'
import { history } from './history.ts'
import { insertRows } from './insert-rows.ts'
import { changeRow, feeRow, receiptRow, staffRow, studentRow, voucherRows } from './rows.ts'
import { schoolYear, type SchoolYear } from './school-year.ts'
import { tell } from './story.ts'

interface DemoSettings {
  /** In each campus. */
  readonly students: number
  /** Three months end in the month of this day. */
  readonly today: CalendarDate
  readonly hashPassword: (password: string) => Promise<string>
}

/**
 * Fills an empty database with the demo school, whole or not at all; false where a school has been set up (decisions 1.demo).
 * The caller lets the database gather its statistics afterwards.
 */
export function fillDemoSchool(db: Kysely<Schema>, settings: DemoSettings): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // Two servers that start at once fill it once.
    await sql`lock table campuses in exclusive mode`.execute(trx)
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

/** A school's name is enough: somebody has begun to set up a real one. */
async function hasSchool(trx: Transaction<Schema>): Promise<boolean> {
  const school = await trx.selectFrom('school').select('name').executeTakeFirst()
  const campus = await trx.selectFrom('campuses').select('campus').limit(1).executeTakeFirst()
  return school !== undefined || campus !== undefined
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
  const money = newDice(campus.seed + 2)
  const ledgers = enrol(campus, count, year).map((student) => tell({ campus, year, dice: money }, student))
  const receipts = numberReceipts(ledgers)
  const students = ledgers.map((ledger) => studentRow(campus, ledger))
  const fees = ledgers.map((ledger) => feeRow(campus, ledger))
  // A student's latest first: a voucher names the one that took it over.
  const vouchers = ledgers.flatMap((ledger) => voucherRows(campus, ledger).toReversed())
  const told = history(campus, year, ledgers, receipts)

  await insertRows(trx, 'counters', [
    { campus: campus.name, counter: 'roll number', last: students.at(-1)?.roll_no ?? 0 },
    { campus: campus.name, counter: 'receipt', last: receipts.length },
  ])
  await insertRows(trx, 'students', students)
  await insertRows(trx, 'fees', fees)
  await insertRows(trx, 'vouchers', vouchers)
  const receiptRows = receipts.map((receipt) => receiptRow(campus, receipt))
  await withoutCounting(trx, () => insertRows(trx, 'receipts', receiptRows))
  await tellReceivers(trx, campus.name)
  const changes = told.map((change) => changeRow(campus, change))
  await insertRows(trx, 'changes', changes)
}

/** Who received last of what stands, and who corrected, as the trigger would have told row by row. */
async function tellReceivers(trx: Transaction<Schema>, campus: string) {
  await sql`
    with standing as (
      select distinct on (r.voucher_no) r.voucher_no, r.received_on, r.received_by from receipts r
      where r.campus = ${campus} and r.kind = 'receipt'
        and not exists (select from receipts x where x.campus = r.campus and x.reverses = r.receipt_no)
      order by r.voucher_no, r.receipt_no desc
    ), corrected as (
      select distinct on (r.voucher_no) r.voucher_no, r.received_by as edited_by from receipts r
      where r.campus = ${campus} and r.kind = 'reversal' order by r.voucher_no, r.receipt_no desc
    )
    update vouchers v set received_on = t.received_on, received_by = t.received_by, edited_by = t.edited_by
    from (select * from standing full join corrected using (voucher_no)) t
    where v.campus = ${campus} and v.voucher_no = t.voucher_no`.execute(trx)
}

/** The vouchers are written as the rules have settled them: their receipts are not to be counted a second time. */
async function withoutCounting(trx: Transaction<Schema>, work: () => Promise<void>) {
  await sql`alter table receipts disable trigger count_receipt`.execute(trx)
  await work()
  await sql`alter table receipts enable trigger count_receipt`.execute(trx)
}
