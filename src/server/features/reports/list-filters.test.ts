// @module-tag gate
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookLists, expectSameRows, filtersOf, openSchoolOfLists, type Filters } from '#test/list-forms.ts'

// Runs in the gate only, because it reads every list twice for each value of each filter.
describe('a list as rows', () => {
  let of: Awaited<ReturnType<typeof openSchoolOfLists>>

  beforeAll(async () => {
    of = await openSchoolOfLists()
  })
  afterAll(async () => of.school[Symbol.asyncDispose]())

  it.each(
    bookLists.flatMap(([name, list]) =>
      filtersOf(list).map(([filter, values]) => [name, filter, list, values] as const),
    ),
  )(
    'has the rows of the specified shape for every value of a filter: %s by %s',
    async (_name, filter, list, values) => {
      const counts: number[] = []
      for (const value of values) counts.push(await expectSameRows(of, list, { [filter]: value }))
      expect(Math.max(...counts)).toBeGreaterThan(0)
    },
  )

  it.each(bookLists)('has the rows of the specified shape for two filters at once: %s', async (_, list) => {
    const first = filtersOf(list).map(([filter, [value = '']]): Filters => ({ [filter]: value }))
    let compared = 0
    for (const [at, one] of first.entries())
      for (const other of first.slice(at + 1)) {
        await expectSameRows(of, list, { ...one, ...other })
        compared += 1
      }
    expect(compared).toBeGreaterThan(0)
  })
})
