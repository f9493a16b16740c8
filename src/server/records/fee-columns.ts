import type { FeeColumn, FeeHeadKey } from '#domain/fee-heads.ts'

interface Head {
  readonly key: FeeHeadKey
  readonly column: FeeColumn
}

type TextOf = (column: string, key: string) => string

/** SQL: by default the column of each head, with the separator between them. */
export const eachColumn = (
  heads: readonly Head[],
  textOf: TextOf = (column) => column,
  separator = ', ',
): string => heads.map(({ key, column }) => textOf(column, key)).join(separator)

/** SQL: each under the name of its head, so that a row has their amounts. */
export const feesAs = (heads: readonly Head[], table: string): string =>
  eachColumn(heads, (column, key) => `${table}.${column} as "${key}"`)

/** SQL, with signs: `0 + monthly_fee - discount`. */
export const sumOfColumns = (
  heads: readonly (Head & { readonly sign: 1 | -1 })[],
  textOf: TextOf = (column) => column,
): string =>
  heads.reduce((sum, { sign, column, key }) => `${sum} ${sign > 0 ? '+' : '-'} ${textOf(column, key)}`, '0')
