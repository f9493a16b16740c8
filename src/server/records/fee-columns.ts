import type { FeeColumn, FeeHeadKey } from '#domain/fee-heads.ts'

interface Head {
  readonly key: FeeHeadKey
  readonly column: FeeColumn
}

type TextOf = (column: string, key: string) => string

/** Joins SQL for each of these heads, by default its column. */
export const eachColumn = (
  heads: readonly Head[],
  textOf: TextOf = (column) => column,
  separator = ', ',
): string => heads.map(({ key, column }) => textOf(column, key)).join(separator)

/** SQL: the column of each head, aliased to its key. */
export const feesAs = (heads: readonly Head[], table: string): string =>
  eachColumn(heads, (column, key) => `${table}.${column} as "${key}"`)

/** SQL: the sum of the columns of these heads, each with its sign: `0 + monthly_fee - discount`. */
export const sumOfColumns = (
  heads: readonly (Head & { readonly sign: 1 | -1 })[],
  textOf: TextOf = (column) => column,
): string =>
  heads.reduce((sum, { sign, column, key }) => `${sum} ${sign > 0 ? '+' : '-'} ${textOf(column, key)}`, '0')
