import type { FeeColumn, FeeHeadKey } from '#domain/fee-heads.ts'

interface Head {
  readonly key: FeeHeadKey
  readonly column: FeeColumn
}

type TextOf = (column: string, key: string) => string

/** The text of SQL for each of these heads, by default its column, with the separator between them. */
export const eachColumn = (
  heads: readonly Head[],
  textOf: TextOf = (column) => column,
  separator = ', ',
): string => heads.map(({ key, column }) => textOf(column, key)).join(separator)

/** SQL: each under the name of its head, so that a row has their amounts. */
export const feesAs = (heads: readonly Head[], table: string): string =>
  eachColumn(heads, (column, key) => `${table}.${column} as "${key}"`)

/** The sum of the columns of these heads as text of SQL, each with its sign: `0 + monthly_fee - discount`. */
export const sumOfColumns = (
  heads: readonly (Head & { readonly sign: 1 | -1 })[],
  textOf: TextOf = (column) => column,
): string =>
  heads.reduce((sum, { sign, column, key }) => `${sum} ${sign > 0 ? '+' : '-'} ${textOf(column, key)}`, '0')
