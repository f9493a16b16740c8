import type { ReceiptRow } from './receipt-row.ts'

/** Somebody who took money in. */
export interface Receiver {
  readonly userId: string
  /** The name; with the user id behind it where two bear the same. */
  readonly label: string
}

/** Who received what is listed, by name. */
export function receiversIn(rows: readonly ReceiptRow[]): readonly Receiver[] {
  const names = new Map(rows.map(({ receivedBy, receivedByName }) => [receivedBy, receivedByName]))
  const bearersOf = (sought: string): number => [...names.values()].filter((name) => name === sought).length
  return [...names]
    .map(([userId, name]) => ({ userId, label: bearersOf(name) === 1 ? name : `${name} (${userId})` }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
}
