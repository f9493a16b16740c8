import { startTransition, useMemo, useOptimistic, useState } from 'react'

export interface Sorting {
  readonly column: string
  readonly direction: 'ascending' | 'descending'
}

export interface SortOptions {
  /** Set if the parent controls the sorting; otherwise the table keeps it. */
  readonly sorting?: Sorting | null
  readonly onSort?: (sorting: Sorting | null) => void
}

/** Sorts the rows of a table by the column whose heading was pressed; `figures` are the known keys of columns. */
export function useSorted<Row>(
  rows: readonly Row[],
  columns: readonly { readonly key: string; readonly sortBy?: (row: Row) => string | number }[],
  options: SortOptions = {},
  figures?: ReadonlyMap<string, Float64Array>,
) {
  const [ownSorting, setOwnSorting] = useState<Sorting | null>(null)
  const { sorting: given = ownSorting, onSort = setOwnSorting } = options
  // The table is sorted at once; the screen around it, which keeps the sorting, follows.
  const [sorting, sortNow] = useOptimistic(given)
  const sorted = useMemo(() => {
    const sortBy = columns.find(({ key }) => key === sorting?.column)?.sortBy
    if (!sorting || !sortBy) return rows
    const keys = figures?.get(sorting.column) ?? rows.map((row) => sortBy(row))
    return sortRows(rows, keys, sorting.direction)
  }, [rows, columns, figures, sorting])
  return {
    sorted,
    directionOf: (column: string) => (sorting?.column === column ? sorting.direction : 'none'),
    sort: (column: string) =>
      startTransition(() => {
        const next = nextSorting(sorting, column)
        sortNow(next)
        onSort(next)
      }),
  }
}

/** A press on a heading sorts ascending, then descending, then restores the original order. */
function nextSorting(now: Sorting | null, column: string): Sorting | null {
  if (now?.column !== column) return { column, direction: 'ascending' }
  return now.direction === 'ascending' ? { column, direction: 'descending' } : null
}

const compare = (one: string | number, other: string | number): number => {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** Sorts rows by their keys; stable in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  keys: Float64Array | readonly (string | number)[],
  direction: Sorting['direction'],
): readonly Row[] {
  const sign = direction === 'ascending' ? 1 : -1
  const places = (keys instanceof Float64Array && placesByFigures(keys, sign)) || placesByKeys(keys, sign)
  const sorted: Row[] = []
  for (const index of places) {
    const row = rows[index]
    if (row !== undefined) sorted.push(row)
  }
  return sorted
}

function placesByKeys(keys: ArrayLike<string | number>, sign: 1 | -1): readonly number[] {
  const places = Array.from(keys, (_, index) => index)
  return places.toSorted((one, other) => sign * compare(keys[one] ?? '', keys[other] ?? '') || one - other)
}

/** Sorts whole numbers packed with their index, in a fifth of the time. Null for fractions and large numbers. */
function placesByFigures(figures: Float64Array, sign: 1 | -1): Float64Array | null {
  const count = figures.length
  const packed = figures.map((figure, index) => sign * figure * count + index)
  const isExact = (each: number, index: number) =>
    Number.isSafeInteger(each) && Number.isInteger(figures[index])
  if (!packed.every(isExact)) return null
  return packed.toSorted().map((each) => ((each % count) + count) % count)
}
