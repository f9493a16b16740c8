// @module-tag gate
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookLists, expectSameRows, filtersOf, openSchoolWithLists, type Filters } from '#test/list-forms.ts'

// Runs in the gate only, because it reads every list twice for each value of each filter.
describe('a list requested as rows', () => {
  let fixture: Awaited<ReturnType<typeof openSchoolWithLists>>

  beforeAll(async () => {
    fixture = await openSchoolWithLists()
  })
  afterAll(async () => fixture.school[Symbol.asyncDispose]())

  it.each(
    bookLists.flatMap(([name, list]) =>
      filtersOf(list).map(([filter, values]) => [name, filter, list, values] as const),
    ),
  )(
    'equals the list in the specified shape for every value of the filter: %s by %s',
    async (_name, filter, list, values) => {
      const counts: number[] = []
      for (const value of values) counts.push(await expectSameRows(fixture, list, { [filter]: value }))
      expect(Math.max(...counts)).toBeGreaterThan(0)
    },
  )

  it.each(bookLists)('equals the list in the specified shape for any two filters: %s', async (_, list) => {
    const filters = filtersOf(list).map(([filter, [value = '']]): Filters => ({ [filter]: value }))
    let compared = 0
    for (const [index, filter] of filters.entries())
      for (const otherFilter of filters.slice(index + 1)) {
        await expectSameRows(fixture, list, { ...filter, ...otherFilter })
        compared += 1
      }
    expect(compared).toBeGreaterThan(0)
  })
})
