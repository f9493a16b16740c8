import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { securityList } from '#reports/security-log.ts'
import { getRows } from '#test/report-rows.ts'
import { openSchool } from '#test/school.ts'

const campus = 'Main%20Campus'
const school = await openSchool()
const admin = await school.as('admin@main.test')
afterAll(() => school[Symbol.asyncDispose]())

it('the security log returns 500 events at a time, each once, and all of them in a file', async () => {
  // Every third event is recorded an hour late; five in a row have the same time.
  await sql`
    insert into security_events (at, campus, address, device, request_id, kind, what, details)
    select ${school.now}::timestamptz + (n / 5 - case n % 3 when 0 then 3600 else 0 end) * interval '1 second',
      case n % 10 when 0 then 'City Campus' else 'Main Campus' end, '10.1.0.7', '', '', 'refused', 'no. ' || n, '{}'
    from generate_series(1, 1150) n`.execute(school.db)
  const body = { fromDate: '', events: 'refused' }
  const readPage = async (before?: number) => {
    const answer = await admin.post(`/users/getSecurityLog/${campus}`, { ...body, before })
    return answer.body as { events: { eventNo: number; at: string }[]; more: boolean }
  }
  const first = await readPage()
  const second = await readPage(first.events.at(-1)?.eventNo)
  const third = await readPage(second.events.at(-1)?.eventNo)
  const pages = [first, second, third]
  expect(pages.map(({ events: { length }, more }) => [length, more])).toEqual([
    [500, true],
    [500, true],
    [35, false],
  ])
  const all = pages.flatMap((one) => one.events)
  expect(new Set(all.map(({ eventNo }) => eventNo)).size).toBe(1035)
  const order = all.map(({ at, eventNo }) => `${at} ${String(eventNo).padStart(9, '0')}`)
  expect(order).toEqual(order.toSorted().toReversed())
  const rows = await getRows(school, admin, securityList, { events: 'refused' })
  expect(rows).toMatchObject({ totals: { count: 500 } })
  expect(rows.rows.map(({ eventNo }) => eventNo)).toEqual(first.events.map(({ eventNo }) => eventNo))
  const url = `/users/exportSecurityLog/csv/${campus}`
  const headers = { cookie: admin.cookie }
  const file = await school.app.inject({ method: 'POST', url, headers, payload: body })
  expect(file.body.match(/no\. \d+/g)).toHaveLength(1035)
  expect(await readPage(0)).toMatchObject({ errors: [{ field: 'before' }] })
})
