import { formatRupees, type Money } from '#domain/money.ts'
import { factsOf, type CallFailed } from '#web/api/call.ts'
import type { PaymentErrors } from './payment.ts'

/** What is told of an act that was not done: nobody knows, it was refused, or the figures have changed. */
export interface ActWords {
  readonly unsure: string
  readonly undone: string
  readonly changed: string
}

export const receiving: ActWords = {
  unsure: 'Press Receive again: the payment is taken only once.',
  undone: 'Nothing was received.',
  changed: 'Nothing was received: check the amount and press Receive again.',
}

export const correcting: ActWords = {
  unsure: 'Press Save correction again: it is made only once.',
  undone: 'Nothing was changed.',
  changed: 'Nothing was changed: check the figures and press Save correction again.',
}

/** What stands in the way of a payment: at a field, or as a notice that stays until the next press. */
export interface Trouble {
  readonly errors: PaymentErrors
  readonly notice: { readonly title: string; readonly words: string } | null
}

export const noTrouble: Trouble = { errors: {}, notice: null }

const overtaken = new Set([
  'balance-changed',
  'voucher-already-paid',
  'voucher-carried',
  'voucher-replaced',
  'voucher-not-latest',
  'voucher-not-posted',
  'no-vouchers',
])

/** Whether the voucher is no longer what the clerk saw, so that it must be looked up again. */
export const isOvertaken = ({ code }: CallFailed): boolean => overtaken.has(code)

const passes = ({ status }: CallFailed): boolean => status === 0 || status === 429 || status >= 500

function words(failure: CallFailed, seen: Money, act: ActWords): string {
  const changed = factsOf(failure, 'balance-changed')
  if (changed) {
    return `It was ${formatRupees(seen)} when you looked it up and is ${formatRupees(changed.balance)} now. ${act.changed}`
  }
  return passes(failure) ? act.unsure : act.undone
}

const fields = ['receivedAmount', 'receivedDate', 'reason'] as const

/** What a refused payment or correction is told; `seen` is the balance that the clerk saw. */
export function troubleOf(failure: CallFailed, seen: Money, act: ActWords): Trouble {
  const said = new Map(failure.errors.map(({ field, message }) => [field, message]))
  const wrong = fields.filter((field) => said.has(field))
  if (wrong.length > 0) {
    return { errors: Object.fromEntries(wrong.map((field) => [field, said.get(field)])), notice: null }
  }
  return { errors: {}, notice: { title: failure.msg, words: words(failure, seen, act) } }
}
