import type { promotionPreview } from '#contract/promotion.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { DepartureOutcome } from '#domain/departure-outcome.ts'
import type { Reply } from '#web/api/call.ts'
import {
  noOutcome,
  outcomeBody,
  outcomeErrors,
  outcomeFor,
  type TypedOutcome,
} from '#web/kit/leaving/typed-outcome.ts'

export type Preview = Reply<typeof promotionPreview>

/** The graduates who owe or paid in advance. */
export type Balances = NonNullable<Preview['graduation']>['balances']
type GraduateBalance = Balances[number]

/** The outcomes by roll number. */
type Typed = Readonly<Record<string, TypedOutcome>>

export const typedFor = ({ rollNo }: Pick<GraduateBalance, 'rollNo'>, typed: Typed): TypedOutcome =>
  typed[rollNo] ?? noOutcome

/** Null if no outcome is chosen. */
export const chosenFor = (row: GraduateBalance, typed: Typed): DepartureOutcome | null =>
  outcomeFor(row.balance, typedFor(row, typed))

/** The field name of a row's errors. */
export const rowField = (name: 'kind' | 'reason' | 'reference', rollNo: number): string => `${name} ${rollNo}`

/**
 * The errors by row. Each graduate who owes needs a choice, and an outcome if any outcome is given; each outcome needs a
 * reason.
 */
export function balanceErrors(
  balances: Balances,
  typed: Typed,
  today: CalendarDate,
): Readonly<Record<string, string>> {
  const mayStay = balances.every((row) => chosenFor(row, typed) === null)
  return Object.fromEntries(balances.flatMap((row) => rowErrors(row, typed, { mayStay, today })))
}

function rowErrors(
  row: GraduateBalance,
  typed: Typed,
  { mayStay, today }: { readonly mayStay: boolean; readonly today: CalendarDate },
): (readonly [string, string])[] {
  const { rollNo, balance } = row
  const stays = mayStay && typedFor(row, typed).kind === 'none'
  const kind = chosenFor(row, typed)
  if (kind === null) return balance > 0 && !stays ? [[rowField('kind', rollNo), 'Choose an outcome']] : []
  const { reason, reference } = outcomeErrors(kind, typedFor(row, typed), today)
  return [
    ...(reason === undefined ? [] : [[rowField('reason', rollNo), reason] as const]),
    ...(reference === undefined ? [] : [[rowField('reference', rollNo), reference] as const]),
  ]
}

/** The outcomes in the body of the call, each with the balance that the clerk saw. */
export const givenOutcomes = (balances: Balances, typed: Typed) =>
  balances.flatMap((row) => {
    const kind = chosenFor(row, typed)
    if (kind === null) return []
    return [{ rollNo: row.rollNo, ...outcomeBody(kind, typedFor(row, typed)), expectedBalance: row.balance }]
  })

/** Gives the outcome to every graduate whose balance it fits. */
export const outcomeForAll = (balances: Balances, typed: Typed, outcome: TypedOutcome): Typed => ({
  ...typed,
  ...Object.fromEntries(
    balances
      .filter(
        ({ balance }) =>
          outcome.kind === '' ||
          (outcome.kind === 'none' && balance > 0) ||
          outcomeFor(balance, outcome) !== null,
      )
      .map(({ rollNo }) => [rollNo, outcome]),
  ),
})
