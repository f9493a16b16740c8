import { adjustmentWords, type AdjustmentKind } from './adjustment.ts'
import { formatIfDate } from './calendar.ts'
import { formatRupees, nothing, opposite, type Money } from './money.ts'
import { methodAndReference, type PaymentMethod } from './payment-method.ts'

export const entryKinds = [
  'billed',
  'opening',
  're-priced',
  'replaced',
  'voided',
  'receipt',
  'reversal',
  'adjusted',
  'moved',
  'fees changed',
] as const
export type EntryKind = (typeof entryKinds)[number]

export const entryWords: Readonly<Record<EntryKind, string>> = {
  billed: 'Voucher generated',
  opening: 'Opening balance',
  're-priced': 'Voucher re-priced',
  replaced: 'Voucher replaced',
  voided: 'Voucher voided',
  receipt: 'Receipt',
  reversal: 'Reversal',
  adjusted: 'Adjustment',
  moved: 'Debt moved',
  'fees changed': 'Fee or discount changed',
}

/** The facts that an entry may have besides its amount; a missing fact is null or ''. */
export interface BookEntry {
  readonly kind: EntryKind
  /** The number of the receipt or adjustment that the entry reverses. */
  readonly reverses: number | null
  /** The amount of a voucher, or the monthly fee, before and after; for a moved debt, `after` is the moved part. */
  readonly before: Money | null
  readonly after: Money | null
  readonly discountBefore: Money | null
  readonly discountAfter: Money | null
  readonly adjustment: AdjustmentKind | null
  readonly method: PaymentMethod | null
  readonly reference: string
  /** The other voucher of a replacement or of a moved debt. */
  readonly other: string
  /** The reason; for changed fees, the day from which they apply. */
  readonly reason: string
}

/** Joins the texts that are not empty with semicolons. */
export const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('; ')

const fromTo = (before: Money | null, after: Money | null): string =>
  before === null || before === after
    ? formatRupees(after ?? nothing)
    : `from ${formatRupees(before)} to ${formatRupees(after ?? nothing)}`

const paidWords = ({ method, reference }: BookEntry): string =>
  method === null || method === 'cash' ? '' : methodAndReference({ method, reference })

function feeWords({ before, after, discountBefore, discountAfter, reason }: BookEntry): string {
  if (after === null) return 'Fees that are charged once'
  const fees = `Monthly fee ${fromTo(before, after)}, discount ${fromTo(discountBefore, discountAfter)}`
  return reason === '' ? fees : `${fees}; from ${formatIfDate(reason)}`
}

const notes: Readonly<Record<EntryKind, (entry: BookEntry) => string>> = {
  billed: ({ reason }) => reason,
  opening: ({ reason }) => reason,
  're-priced': ({ before, after }) =>
    `From ${formatRupees(before ?? nothing)} to ${formatRupees(after ?? nothing)}`,
  replaced: ({ other }) => `Replaced by ${other}`,
  voided: ({ reason }) => reason,
  receipt: (entry) => joined(paidWords(entry), entry.reason),
  reversal: (entry) => joined(`Reversal of no. ${entry.reverses}`, paidWords(entry), entry.reason),
  adjusted: (entry) => joined(adjustedWords(entry), paidWords(entry), entry.reason),
  moved: (entry) =>
    joined(
      `${adjustedWords(entry)}: ${formatRupees(entry.after ?? nothing)} from ${entry.other}`,
      entry.reason,
    ),
  'fees changed': feeWords,
}

const adjustedWords = ({ adjustment, reverses }: BookEntry): string =>
  joined(
    adjustment === null ? '' : adjustmentWords[adjustment],
    reverses === null ? '' : `takes back no. ${reverses}`,
  )

export const entryNote = (entry: BookEntry): string => notes[entry.kind](entry)

/** Returns the sides of an entry in a student's account: a higher debt is a debit, a lower debt a credit. */
export const sidesOf = (owed: Money): { readonly debit: Money; readonly credit: Money } =>
  owed > 0
    ? { debit: owed, credit: nothing }
    : { debit: nothing, credit: owed === 0 ? nothing : opposite(owed) }
