import type { closeDrawer } from '#contract/cashier-close.ts'
import { denominations, sumOfPieces, type Denomination, type Pieces } from '#domain/cashier-close.ts'
import { formatRupees, less, nothing, parseRupees, type Money } from '#domain/money.ts'
import { latinDigits } from '#domain/student-search.ts'
import type { BodyOf } from '#web/api/call.ts'
import type { FormErrors } from '#web/kit/form/field-errors.ts'

export interface TypedCount {
  readonly by: 'notes' | 'sum'
  readonly pieces: Readonly<Partial<Record<Denomination, string>>>
  readonly counted: string
  readonly floatKept: string
  readonly remark: string
}

export const emptyCount = (floatBefore: Money): TypedCount => ({
  by: 'notes',
  pieces: {},
  counted: '',
  floatKept: floatBefore === 0 ? '' : formatRupees(floatBefore),
  remark: '',
})

/** True if the number is readable; an empty text counts as zero. */
export const isPieces = (typed = ''): boolean => /^\d{0,5}$/.test(latinDigits(typed).trim())

export const readPieces = (typed: TypedCount['pieces']): Pieces[] =>
  denominations
    .map((value) => ({
      value,
      pieces: isPieces(typed[value]) ? Number(latinDigits(typed[value] ?? '0')) : 0,
    }))
    .filter(({ pieces }) => pieces > 0)

export const hasNumber = ({ by, pieces, counted }: TypedCount): boolean =>
  by === 'sum' ? counted.trim() !== '' : Object.values(pieces).some((one) => one.trim() !== '')

/** The counted amount; null if nothing was typed or a number is unreadable. */
export function readCounted(typed: TypedCount): Money | null {
  const { by, pieces, counted } = typed
  if (!hasNumber(typed)) return null
  if (by === 'sum') return parseRupees(counted)
  return Object.values(pieces).every((one) => isPieces(one)) ? sumOfPieces(readPieces(pieces)) : null
}

export const amountOrNothing = (typed: string): Money | null =>
  typed.trim() === '' ? nothing : parseRupees(typed)

/** The amount for the safe; null if unreadable. */
export function readToSafe(typed: TypedCount): Money | null {
  const counted = readCounted(typed)
  const kept = amountOrNothing(typed.floatKept)
  return counted === null || kept === null || kept > counted ? null : less(counted, kept)
}

const countError = { notes: 'Enter how many as a whole number', sum: 'Enter what you counted' }

export function countErrors(typed: TypedCount): FormErrors<TypedCount> {
  const counted = readCounted(typed)
  const kept = amountOrNothing(typed.floatKept)
  const isTooMuch = counted !== null && kept !== null && kept > counted
  return {
    ...(counted === null && { [typed.by === 'sum' ? 'counted' : 'pieces']: countError[typed.by] }),
    ...(kept === null && { floatKept: 'Not an amount' }),
    ...(isTooMuch && { floatKept: `Only ${formatRupees(counted)} were counted` }),
  }
}

export function countBody(typed: TypedCount): BodyOf<typeof closeDrawer> {
  const floatKept = amountOrNothing(typed.floatKept) ?? nothing
  const counted = readCounted(typed) ?? nothing
  const pieces = typed.by === 'notes' ? readPieces(typed.pieces) : []
  // An empty list of notes is no count.
  return { counted, ...(pieces.length > 0 && { pieces }), floatKept, remark: typed.remark }
}
