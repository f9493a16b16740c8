// How long a file of 60,000 vouchers takes to its last byte, beside COPY of the same rows in the same run, and how far
// the server's memory grows. `npm run bench`; on PostgreSQL where DATABASE_URL names a database, else on the embedded one.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileFormats } from '#contract/exports.ts'
import { buildApp } from '#server/app.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { newToken } from '#server/http/session-cookie.ts'
import { manyVouchers } from '#test/many-vouchers.ts'
import { sql } from 'kysely'

const runs = 7
const now = new Date()
const campus = 'Exports Campus'

const folder = mkdtempSync(join(tmpdir(), 'bench-'))
const database = await openDatabase({ url: process.env['DATABASE_URL'], dataDir: folder })
const db = database.kysely
await migrate(db)
await db.insertInto('campuses').values({ campus }).execute()
await manyVouchers(db, { campus, students: 5000, months: 12 }, now)
await sql`vacuum analyze students, vouchers`.execute(db)

const { token, tokenHash } = newToken()
const clerk = { campus, user_id: 'bench@exports' }
await db
  .insertInto('staff')
  .values({ ...clerk, name: 'Bench', role: 'read', password_hash: '' })
  .execute()
await db
  .insertInto('sessions')
  .values({ ...clerk, token_hash: tokenHash, started_at: now, seen_at: now })
  .execute()
const app = await buildApp({ database, clock: () => now, pageFolder: null })

async function file(format: string): Promise<number> {
  const answer = await app.inject({
    method: 'POST',
    url: `/finances/exportVouchers/fee-record/${format}/all/${encodeURIComponent(campus)}/all`,
    headers: { cookie: `session=${token}` },
    payload: {},
    payloadAsStream: true,
  })
  let bytes = 0
  for await (const part of answer.stream()) bytes += Buffer.byteLength(part)
  if (answer.statusCode !== 200) throw new Error(`Not made: ${answer.statusCode}`)
  return bytes
}

async function copy(): Promise<number> {
  await sql`copy (select v.voucher_no, v.issue_date, v.monthly_fee, v.examination_fee, v.registration_fee,
      v.admission_fee, v.fine, v.discount, v.roll_no, s.student_name, s.state, v.arrears, v.amount,
      v.arrears + v.amount, v.received, v.net_balance
    from vouchers v join students s on s.campus = v.campus and s.roll_no = v.roll_no
    where v.campus = ${sql.lit(campus)} and v.replaced_by is null
    order by v.student_class, v.section, v.roll_no, v.chain_no) to stdout with (format csv, header)`.execute(
    db,
  )
  return 0
}

/** The longest that nothing else had its turn, and the most memory, in megabytes beyond what was there before. */
function watch() {
  const before = process.memoryUsage.rss()
  let [most, gap, last] = [before, 0, performance.now()]
  const timer = setInterval(() => {
    const at = performance.now()
    gap = Math.max(gap, at - last)
    last = at
    most = Math.max(most, process.memoryUsage.rss())
  }, 2)
  return () => {
    clearInterval(timer)
    return { grown: (most - before) / 1e6, gap }
  }
}

async function measure(work: () => Promise<number>) {
  const taken: number[] = []
  let bytes = await work()
  const watched = watch()
  for (let run = 0; run < runs; run += 1) {
    const begun = performance.now()
    bytes = await work()
    taken.push(performance.now() - begun)
  }
  const median = taken.toSorted((one, other) => one - other)[Math.floor(runs / 2)] ?? 0
  return { median, bytes, ...watched() }
}

console.log(`${database.engine}, 60,000 vouchers of 16 columns; median of ${runs}`)
const reference = await measure(copy)
console.log(`COPY  ${reference.median.toFixed(0)} ms`)
for (const format of fileFormats) {
  const { median, bytes, grown, gap } = await measure(() => file(format))
  const ratio = (median / reference.median).toFixed(1)
  console.log(
    `${format.padEnd(5)} ${median.toFixed(0)} ms, ${ratio} x COPY; ${(bytes / 1e6).toFixed(1)} MB; ` +
      `memory +${grown.toFixed(0)} MB; others waited at most ${gap.toFixed(0)} ms`,
  )
}
await app.close()
await database.close()
rmSync(folder, { recursive: true, force: true })
