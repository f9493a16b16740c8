import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortRows } from './sort-rows.ts'

const figure = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.maxSafeInteger(),
  fc.constantFrom(-0.5, 0.5, 1.5, -0),
)

test.each(['ascending', 'descending'] as const)(
  'sortRows sorts figures %s like other keys, and keeps the order of equal figures',
  (direction) => {
    fc.assert(
      fc.property(fc.array(figure), (figures) => {
        const places = figures.map((_, index) => index)
        const sign = direction === 'ascending' ? 1 : -1
        const expected = places.toSorted(
          (one, other) => sign * ((figures[one] ?? 0) - (figures[other] ?? 0)) || one - other,
        )
        expect(sortRows(places, Float64Array.from(figures), direction)).toEqual(expected)
        expect(sortRows(places, figures, direction)).toEqual(expected)
      }),
    )
  },
)

test('sortRows sorts by texts', () => {
  expect(sortRows(['c', 'a', 'b'], ['3', '1', '2'], 'ascending')).toEqual(['a', 'b', 'c'])
})
