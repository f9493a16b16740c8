// @module-tag gate
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asAdmin } from '#test/moving-in.ts'
import { openSchool, type TestSchool } from '#test/school.ts'
import { writeHistoryLines, type Change } from './history.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openSchool()
})
afterAll(async () => school[Symbol.asyncDispose]())

it('numbers rows in the given order, even across several statements', async () => {
  const changes = Array.from({ length: 4100 }, (_, place): Change => ({
    what: 'vouchers posted',
    after: { place },
  }))
  const numbers = await asAdmin(school, 'Main Campus', (scope) => writeHistoryLines(scope, changes))
  const lines = await school.db
    .selectFrom('changes')
    .select(['change_no', 'after'])
    .orderBy('change_no')
    .execute()
  expect(lines.map(({ change_no: number }) => number)).toEqual(numbers)
  expect(lines.map(({ after }) => ({ what: 'vouchers posted', after }))).toEqual(changes)
})

it('writes nothing for an empty list', async () => {
  await school.reset()
  expect(await asAdmin(school, 'Main Campus', (scope) => writeHistoryLines(scope, []))).toEqual([])
  expect(await school.db.selectFrom('changes').selectAll().execute()).toEqual([])
})
