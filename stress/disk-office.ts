// The work of an office on a recorded disk, and its books afterwards.

import { existsSync, statSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { sql, type Kysely } from 'kysely'
import { openDatabase, type OpenDatabase } from '#server/database/open.ts'
import type { Schema } from '#server/database/schema.ts'
import { brokenLaws, sumBooks } from '#server/records/laws/book-laws.ts'
import { buildApp } from '#server/start/app.ts'
import { anAdmission } from '#test/builders.ts'
import { readAllRows } from '#test/every-row.ts'
import { admit, callerOf, fillSchool, generateAndPost, password, type Answer } from '#test/school.ts'
import type { SeededRandom } from '#test/seeded.ts'

const clock = () => new Date('2026-11-21T09:00:00+05:00')
const campus = 'Main%20Campus'
const students = 6

/** A changing call, its reply (null if the database sent none), and the size of the disk's log at the reply. */
export interface Call {
  readonly key: string
  readonly path: string
  readonly payload: object
  answer: Answer | null
  place: number
}

export interface Office {
  readonly database: OpenDatabase
  readonly send: (call: Call) => Promise<void>
  readonly close: () => Promise<void>
}

/** Opens the folder's database, with `worker` as the thread of a recorded disk if it is given. */
export async function openOffice(
  dataDir: string,
  cookie: string,
  { worker, log }: { worker?: URL; log?: string } = {},
): Promise<Office> {
  const database = await openDatabase({ dataDir, durable: worker !== undefined, ...(worker && { worker }) })
  const app = await buildApp({ database, clock, pageFolder: null })
  const clerk = callerOf(app, cookie)
  return {
    database,
    async send(call) {
      const answer = await clerk.post(call.path, call.payload, { 'idempotency-key': call.key })
      call.answer = answer.status < 500 ? answer : null
      call.place = log !== undefined && existsSync(log) ? statSync(log).size : 0
    },
    async close() {
      await app.close()
      await database.close()
    },
  }
}

/** Fills a migrated database with a school whose students have a posted voucher. Returns a clerk's cookie. */
export async function createOffice(dataDir: string): Promise<string> {
  const database = await openDatabase({ dataDir, durable: false })
  await fillSchool(database.kysely)
  const app = await buildApp({ database, clock, pageFolder: null })
  const signedIn = await callerOf(app, '').post('/users/signin', { userId: 'office@main.test', password })
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
  const clerk = callerOf(app, cookie)
  for (let number = 1; number <= students; number += 1) await admit(clerk)
  await generateAndPost(clerk, 'Main Campus', '2026-12-01')
  await app.close()
  await database.close()
  return cookie
}

/** Returns a random call: an admission, a receipt, a correction, or the generation of a month. */
function aCall(random: SeededRandom, number: number): Call {
  const voucherNo = `5Red${1 + random.integerBelow(students)}-202612`
  const receive = `/finances/markIndividualVoucherAsPaid/${campus}/${voucherNo}`
  const studentData = { studentName: `Child ${number}`, address: 'x'.repeat(random.integerBelow(200)) }
  const [path, payload] = random.pick<readonly [string, object]>([
    ['/admissions/newAdmission', anAdmission({ studentData })],
    ['/admissions/newAdmission', anAdmission({ studentData })],
    [receive, { receivedAmount: 1 + random.integerBelow(20) }],
    [receive, { receivedAmount: 1 + random.integerBelow(20) }],
    [receive, { receivedAmount: 1 + random.integerBelow(20) }],
    [receive, { receivedAmount: random.integerBelow(50), editedBy: 'office', reason: 'Miscounted' }],
    [`/finances/generateVoucher/campus/${campus}`, { fromDate: '2027-01-01' }],
  ])
  return { key: `disk ${number}`, path, payload, answer: null, place: 0 }
}

/** Makes random calls, two at a time, with checkpoints between them; each is in `calls` before it is sent. */
export async function work(office: Office, random: SeededRandom, calls: Call[], goal: number): Promise<void> {
  while (calls.length < goal) {
    const pair = [aCall(random, calls.length), aCall(random, calls.length + 1)]
    calls.push(...pair)
    await Promise.all(pair.map(office.send))
    if (random.chance(0.1)) await sql`checkpoint`.execute(office.database.kysely).catch(() => {})
  }
}

/** The tables whose rows are never changed or deleted. */
const appended = ['receipts', 'changes', 'book_hashes'] as const

export type Books = Awaited<ReturnType<typeof readAllRows>>
export const readBooks = (database: OpenDatabase): Promise<Books> => readAllRows(database.kysely)

const rowsOf = (books: Books, table: string): string[] => {
  const rows = books[table]
  return Array.isArray(rows) ? rows.map((row) => JSON.stringify(row)) : []
}

/** Returns true if books are of an earlier moment: all their rows of these tables are also in the last books. */
export function areEarlier(books: Books, last: Books): boolean {
  return appended.every((table) => {
    const known = new Set(rowsOf(last, table))
    return rowsOf(books, table).every((row) => known.has(row))
  })
}

/** Returns the faults of the books, which must contain everything acknowledged up to `place` of the log. */
export async function faultsOf(office: Office, calls: readonly Call[], place: number): Promise<string[]> {
  const db = office.database.kysely
  const faults = (await brokenLaws(db)).map(({ law }) => `broken law: ${law}`)
  const acknowledgedCalls = calls.filter((call) => call.answer?.status === 200 && call.place <= place)
  const before = await sumBooks(db)
  for (const call of acknowledgedCalls) {
    faults.push(...(await lostOf(db, call)))
    const { answer: acknowledged } = call
    const repeated = { ...call }
    await office.send(repeated)
    if (!isDeepStrictEqual(repeated.answer?.body, acknowledged?.body)) {
      faults.push(
        `${call.key} was acknowledged, but now gets: ${JSON.stringify([acknowledged?.body, repeated.answer?.body])}`,
      )
    }
  }
  if (JSON.stringify(await sumBooks(db)) !== JSON.stringify(before)) {
    faults.push('an acknowledged call took effect again')
  }
  for (const call of calls.filter((one) => !acknowledgedCalls.includes(one))) {
    const repeated = { ...call }
    await office.send(repeated)
    if (repeated.answer === null) faults.push(`${call.key} cannot be repeated`)
  }
  const doubled = await sql<{ name: string }>`
    select student_name as name from students where student_name like 'Child %' group by 1 having count(*) > 1`.execute(
    db,
  )
  faults.push(...doubled.rows.map(({ name }) => `${name} was admitted twice`))
  faults.push(...(await brokenLaws(db)).map(({ law }) => `broken law after repeats: ${law}`))
  return faults
}

/** Returns a fault if the row of an acknowledged call is missing. */
async function lostOf(db: Kysely<Schema>, { key, payload, answer }: Call): Promise<string[]> {
  const { receiptNo, rollNo } = answer?.body ?? {}
  if (typeof rollNo === 'number' && 'studentData' in payload) {
    const { studentName } = Object(payload.studentData)
    return (await nameOf(db, rollNo)) === studentName ? [] : [`${key}: student ${rollNo} is lost`]
  }
  if (typeof receiptNo !== 'number' || 'editedBy' in payload) return []
  const { receivedAmount } = Object(payload)
  return (await amountOf(db, receiptNo)) === receivedAmount * 100
    ? []
    : [`${key}: receipt ${receiptNo} is lost`]
}

async function nameOf(db: Kysely<Schema>, rollNo: number): Promise<string | undefined> {
  const active = db.selectFrom('students').select('student_name').where('campus', '=', 'Main Campus')
  return (await active.where('roll_no', '=', rollNo).executeTakeFirst())?.student_name
}

async function amountOf(db: Kysely<Schema>, receiptNo: number): Promise<number> {
  const receipts = db.selectFrom('receipts').select('amount').where('campus', '=', 'Main Campus')
  return Number((await receipts.where('receipt_no', '=', receiptNo).executeTakeFirst())?.amount)
}
