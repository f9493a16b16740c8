// The columns of the fee heads: as text of SQL, and as values of the domain.

import { byHead, type FeeColumn, type FeeHead } from '#domain/fee-heads.ts'
import { paisa, type Money } from '#domain/money.ts'

interface Head {
  readonly key: FeeHead
  readonly column: FeeColumn
}

type TextOf = (column: string, key: string) => string

/** The text of SQL for each of these heads, by default its column, with the separator between them. */
export const eachColumn = (
  heads: readonly Head[],
  textOf: TextOf = (column) => column,
  separator = ', ',
): string => heads.map(({ key, column }) => textOf(column, key)).join(separator)

/** The sum of the columns of these heads as text of SQL, each with its sign: `0 + monthly_fee - discount`. */
export const sumOfColumns = (
  heads: readonly (Head & { readonly sign: 1 | -1 })[],
  textOf: (column: string) => string = (column) => column,
): string => heads.reduce((sum, { sign, column }) => `${sum} ${sign > 0 ? '+' : '-'} ${textOf(column)}`, '0')

/** The amounts of these heads from a row with a number of paisa under the key of each. */
export const amountsByKey = <const H extends Head>(
  heads: readonly H[],
  row: Readonly<Record<H['key'], number>>,
): Record<H['key'], Money> =>
  byHead(heads, (head) => {
    const key: H['key'] = head.key
    return paisa(row[key])
  })

/** The amounts of these heads from a row with a number of paisa in the column of each. */
export const amountsByColumn = <const H extends Head>(
  heads: readonly H[],
  row: Readonly<Record<H['column'], number>>,
): Record<H['key'], Money> =>
  byHead(heads, (head) => {
    const column: H['column'] = head.column
    return paisa(row[column])
  })
