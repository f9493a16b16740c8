import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCommand } from '#test/command-line.ts'
import { admit, openSchool, type TestSchool } from '#test/school.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openSchool()
  await admit(await school.as('desk@main.test'))
})
afterAll(async () => school[Symbol.asyncDispose]())

const verify = () =>
  runCommand(
    { kysely: school.db, engine: 'embedded', afterBulkWork: async () => {}, close: async () => {} },
    ['verify'],
  )

it('prints the digest of each campus and one line of sums, and ends with 0 if the books are sound', async () => {
  const { code, output, errorOutput } = await verify()
  expect({ code, errorOutput }).toEqual({ code: 0, errorOutput: '' })
  expect(output).toMatch(
    /^City Campus {2}no entries +no receipts\nMain Campus {2}digest( [0-9a-f]{4}){4}, up to entry 3 {2}receipt 1\n\d+ laws checked on 2 campuses, 1 student, 1 voucher, 1 receipt and 2 lines of history: nothing is broken$/,
  )
})

it('lists each broken law with at most twenty of its rows and ends with 1', async () => {
  await school.db.updateTable('counters').set({ last: 9 }).where('counter', '=', 'receipt').execute()
  await sql`insert into changes (campus, changed_at, changed_by, what, roll_no)
    select 'City Campus', now(), 'office@city.test', 'record edited', 900 + n from generate_series(1, 1025) n`.execute(
    school.db,
  )

  const { code, output, errorOutput } = await verify()
  const lines = output.split('\n')
  expect({ code, errorOutput }).toEqual({ code: 1, errorOutput: '' })
  expect(lines.slice(0, 4)).toEqual([
    'Broken: the counters are at the last number given out',
    '  City Campus  receipt',
    '  Main Campus  receipt',
    'Broken: students, vouchers and receipts named in the history exist',
  ])
  expect(lines.slice(4, 24)).toEqual(
    Array(20).fill(expect.stringMatching(/^ {2}City Campus {2}history line \d+$/)),
  )
  expect(lines[24]).toBe('  and 1,005 more')
  expect(lines.slice(25, 27)).toEqual([
    expect.stringMatching(/^City Campus {2}digest .+, up to entry 1,025 {2}no receipts$/),
    expect.stringMatching(/^Main Campus {2}digest .+ {2}receipt 1$/),
  ])
  expect(lines[27]).toMatch(/^\d+ laws checked on 2 campuses, .+: 1,027 rows break 2 laws$/)
  expect(lines).toHaveLength(28)
})
