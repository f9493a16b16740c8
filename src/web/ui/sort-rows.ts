import { useMemo, useState } from 'react'

export interface Sorting {
  readonly column: string
  readonly direction: 'ascending' | 'descending'
}

export interface SortOptions {
  /** The sorting at first; the table keeps it, so that sorting draws nothing else. */
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
  const [sorting, setSorting] = useState(options.sorting ?? null)
  const sorted = useMemo(() => {
    const sortBy = columns.find(({ key }) => key === sorting?.column)?.sortBy
    if (!sorting || !sortBy) return rows
    const keys = figures?.get(sorting.column) ?? rows.map((row) => sortBy(row))
    return sortRows(rows, keys, sorting.direction)
  }, [rows, columns, figures, sorting])
  return {
    sorted,
    directionOf: (column: string) => (sorting?.column === column ? sorting.direction : 'none'),
    sort: (column: string) => {
      const next = nextSorting(sorting, column)
      setSorting(next)
      options.onSort?.(next)
    },
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
  const byFigures = keys instanceof Float64Array ? sortByFigures(rows, keys, sign) : null
  return byFigures ?? sortByKeys(rows, keys, sign)
}

function sortByKeys<Row>(rows: readonly Row[], keys: ArrayLike<string | number>, sign: 1 | -1): Row[] {
  const places = Array.from(keys, (_, index) => index)
  places.sort((one, other) => sign * compare(keys[one] ?? '', keys[other] ?? '') || one - other)
  return places.flatMap((place) => {
    const row = rows[place]
    return row === undefined ? [] : [row]
  })
}

/**
 * Sorts whole numbers packed with their index, in a fifth of the time; the first press finds no compiled code, so this
 * loops without functions. Null for fractions and large numbers.
 */
function sortByFigures<Row>(rows: readonly Row[], figures: Float64Array, sign: 1 | -1): Row[] | null {
  const count = figures.length
  const packed = new Float64Array(count)
  for (let index = 0; index < count; index += 1) {
    const figure = figures[index] ?? 0
    const pack = sign * figure * count + index
    if (!Number.isSafeInteger(pack) || !Number.isInteger(figure)) return null
    packed[index] = pack
  }
  packed.sort()
  const sorted = rows.slice()
  for (let index = 0; index < count; index += 1) {
    const pack = packed[index] ?? 0
    const row = rows[pack - Math.floor(pack / count) * count]
    if (row !== undefined) sorted[index] = row
  }
  return sorted
}
