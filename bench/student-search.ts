// How long a search as one types takes among 50,000 students of ten campuses, beside a look-up by key in the same run.
// `npm run bench`; on PostgreSQL where DATABASE_URL names an empty database, else on the embedded one.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dateAt } from '#domain/calendar.ts'
import { readSearch } from '#domain/student-search.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { studentSearchRecords } from '#server/records/student-search.ts'
import { studentRecords } from '#server/records/students.ts'
import { fiftyThousandStudents } from '#test/fifty-thousand-students.ts'
import { sql } from 'kysely'

const runs = 31
const now = new Date()
const campus = 'Campus 3'
const asked = ['a', 'ayesha', 'ali kh', 'esha', 'zzz', '1023', '0300', '352020000001']

const folder = mkdtempSync(join(tmpdir(), 'bench-'))
const database = await openDatabase({ url: process.env['DATABASE_URL'], dataDir: folder })
await migrate(database.kysely)
await fiftyThousandStudents(database.kysely, now)

/** Median and 95th of a hundred, in milliseconds. */
async function measure(work: () => Promise<unknown>): Promise<{ median: number; p95: number }> {
  const taken: number[] = []
  for (let run = -5; run < runs; run += 1) {
    const begun = performance.now()
    await work()
    if (run >= 0) taken.push(performance.now() - begun)
  }
  const sorted = taken.toSorted((one, other) => one - other)
  return { median: sorted[Math.floor(runs / 2)] ?? 0, p95: sorted[Math.floor(runs * 0.95)] ?? 0 }
}

await database.kysely.transaction().execute(async (trx) => {
  await sql`select set_config('app.campus', ${campus}, true), set_config('role', 'portal_clerk', true)`.execute(
    trx,
  )
  const scope = { trx, campus, userId: 'x', now, today: dateAt(now) }
  const reference = await measure(() => studentRecords(scope).find(1023))
  console.log(`${database.engine}, 50,000 students; milliseconds, median and p95 of ${runs}`)
  console.log(`look-up by key   ${reference.median.toFixed(2)}  ${reference.p95.toFixed(2)}`)
  for (const typed of asked) {
    const search = readSearch(typed)
    if (!search) continue
    const { median, p95 } = await measure(() => studentSearchRecords(scope).find(search))
    const ratio = (median / reference.median).toFixed(1)
    console.log(`${typed.padEnd(16)} ${median.toFixed(2)}  ${p95.toFixed(2)}  ${ratio} x the look-up`)
  }
})
await database.close()
rmSync(folder, { recursive: true, force: true })
