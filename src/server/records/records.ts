// The only way to a campus's rows: one transaction, one campus, one role that sees no other. No other database handle is in reach of a feature.

import { dateAt } from '#domain/calendar.ts'
import { Refused } from '#domain/outcome.ts'
import { canSeeContacts } from '#domain/roles.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Kysely, Transaction } from 'kysely'
import { accountRecords } from './account.ts'
import { answerRecords } from './answers.ts'
import { campusRunRecords } from './campus-run.ts'
import { changeRecords } from './changes.ts'
import { chargeRecords } from './charges.ts'
import { counterRecords } from './counters.ts'
import { enter, keepAlive, type Entry, type Staff } from './door.ts'
import { exportRecords } from './export-rows.ts'
import { feeRecords } from './fees.ts'
import { postingRecords } from './posting.ts'
import { promotionRecords } from './promotion.ts'
import { receiptReportRecords } from './receipt-reports.ts'
import { receiptSlipRecords } from './receipt-slips.ts'
import { receiptRecords } from './receipts.ts'
import { schoolRecords } from './school.ts'
import type { Scope } from './scope.ts'
import { studentAtHand } from './student-at-hand.ts'
import { studentListRecords } from './student-lists.ts'
import { studentSearchRecords } from './student-search.ts'
import { studentRecords } from './students.ts'
import { userRecords } from './users.ts'
import { voucherReportRecords } from './voucher-reports.ts'
import { voucherRecords } from './vouchers.ts'

/** All records of a campus; each is made where it is asked for, as a call needs two or three of them. */
export class Records {
  readonly #scope: Scope
  readonly #tokenHash: Buffer

  constructor(scope: Scope, tokenHash: Buffer) {
    this.#scope = scope
    this.#tokenHash = tokenHash
  }

  get school() {
    return schoolRecords(this.#scope.trx)
  }
  get students() {
    return studentRecords(this.#scope)
  }
  get studentAtHand() {
    return studentAtHand(this.#scope)
  }
  get studentLists() {
    return studentListRecords(this.#scope)
  }
  get studentSearch() {
    return studentSearchRecords(this.#scope)
  }
  get account() {
    return accountRecords(this.#scope)
  }
  get fees() {
    return feeRecords(this.#scope)
  }
  get promotion() {
    return promotionRecords(this.#scope)
  }
  get vouchers() {
    return voucherRecords(this.#scope)
  }
  get campusRun() {
    return campusRunRecords(this.#scope)
  }
  get posting() {
    return postingRecords(this.#scope)
  }
  get voucherReports() {
    return voucherReportRecords(this.#scope)
  }
  get charges() {
    return chargeRecords(this.#scope)
  }
  get receipts() {
    return receiptRecords(this.#scope)
  }
  get receiptSlips() {
    return receiptSlipRecords(this.#scope)
  }
  get receiptReports() {
    return receiptReportRecords(this.#scope)
  }
  get exports() {
    return exportRecords(this.#scope)
  }
  get counters() {
    return counterRecords(this.#scope)
  }
  get changes() {
    return changeRecords(this.#scope)
  }
  get users() {
    return userRecords(this.#scope, this.#tokenHash)
  }
  get answers() {
    return answerRecords(this.#scope)
  }
}

/** Everything a verb may work with. */
export interface Inside {
  readonly staff: Staff
  readonly records: Records
  readonly today: Scope['today']
}

/** What a verb may work with once `trx` is bound to the campus of `staff`. */
export function insideOf(trx: Transaction<Schema>, staff: Staff, { tokenHash, now }: Entry): Inside {
  const today = dateAt(now)
  const { campus, userId, role } = staff
  const scope = { trx, campus, userId, seesContacts: canSeeContacts(role), now, today }
  return { staff, records: new Records(scope, tokenHash), today }
}

const serializationFailure = '40001'
const deadlock = '40P01'
const triesInAll = 4

const isLostRace = (problem: unknown): boolean =>
  problem instanceof Error &&
  'code' in problem &&
  (problem.code === serializationFailure || problem.code === deadlock)

/** What only reads sees one state of the books, however many statements it takes, and can change nothing. */
export const reading = (database: Kysely<Schema>) =>
  database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')

const transactionFor = (database: Kysely<Schema>, { hold }: Entry) =>
  hold === 'none' ? reading(database) : database.transaction()

/** Runs `work` in one transaction inside the session's campus; a lost race is run again, nobody sees it. */
export async function inRecords<T>(
  database: Kysely<Schema>,
  entry: Entry,
  work: (inside: Inside) => Promise<T>,
): Promise<T> {
  const { answer, isStale } = await untilWon(() =>
    transactionFor(database, entry).execute(async (trx) => {
      const entered = await enter(trx, entry)
      if (!entered) throw new Refused({ code: 'signed-out' })
      return { answer: await work(insideOf(trx, entered.staff, entry)), isStale: entered.isStale }
    }),
  )
  if (isStale) await keepAlive(database, entry.tokenHash, entry.now)
  return answer
}

async function untilWon<T>(transact: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transact()
    } catch (problem) {
      if (!isLostRace(problem) || tries === triesInAll) throw problem
    }
  }
}
