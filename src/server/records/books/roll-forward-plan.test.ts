// @module-tag engine

import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { goToDay, septemberFeePeriod } from '#test/dated-payments.ts'
import { admit, generateAndPost, openSchool } from '#test/school.ts'
import { rollForwardByClass } from './roll-forward.ts'

const school = await openSchool({}, async (database) => ({ ...database, afterBulkWork: async () => {} }))
afterAll(() => school[Symbol.asyncDispose]())

interface Plan {
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
}

it('reads at most a few pages per voucher, even with statistics from empty books', async () => {
  await sql`vacuum (analyze)`.execute(school.db)
  const { desk } = await goToDay(school, '2026-10-01')
  const students = 30
  for (let rollNo = 1; rollNo <= students; rollNo += 1) await admit(desk, septemberFeePeriod)
  await generateAndPost(desk, 'Main Campus', '2026-10-01')
  const { rows } = await sql<{ 'QUERY PLAN': readonly [{ readonly Plan: Plan }] }>`
    explain (analyze, buffers, format json)
    select r.* from (select 'Main Campus'::text collate "C" as campus, null::date as opened, '2026-10-31'::date as until,
        'infinity'::timestamptz as written_before offset 0) p
      cross join lateral (${sql.raw(rollForwardByClass)}) r`.execute(school.db)
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  const pages = (plan?.['Shared Hit Blocks'] ?? Infinity) + (plan?.['Shared Read Blocks'] ?? 0)
  const vouchers = 2 * students
  // A plan that reads the vouchers again for each pair of vouchers took half a minute for these students.
  expect(pages).toBeLessThan(20 * vouchers)
})
