export interface Sorting {
  readonly column: string
  readonly direction: 'ascending' | 'descending'
}

/** The sorting after a press on a column's heading: ascending, descending, then the order in which the rows came. */
export function nextSorting(now: Sorting | null, column: string): Sorting | null {
  if (now?.column !== column) return { column, direction: 'ascending' }
  return now.direction === 'ascending' ? { column, direction: 'descending' } : null
}

const compare = (one: string | number, other: string | number): number => {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** The rows in order of a key that is read once per row; equal rows keep their order in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number,
  direction: Sorting['direction'],
): readonly Row[] {
  const sign = direction === 'ascending' ? 1 : -1
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }))
  keyed.sort((one, other) => sign * compare(one.key, other.key))
  return keyed.map(({ row }) => row)
}
