import { formatRupees, rupees, type Money } from '#domain/money.ts'
import type { CallFailed } from '#web/api/call.ts'
import type { PaymentErrors } from './payment.ts'

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
  'voucher-not-posted',
  'no-vouchers',
])

/** Whether the voucher is no longer what the clerk saw, so that it must be looked up again. */
export const isOvertaken = ({ code }: CallFailed): boolean => overtaken.has(code)

const passes = ({ status }: CallFailed): boolean => status === 0 || status === 429 || status >= 500

function words(failure: CallFailed, seen: Money): string {
  const now = failure.facts['balance']
  if (failure.code === 'balance-changed' && typeof now === 'number') {
    return `It was ${formatRupees(seen)} when you looked it up and is ${formatRupees(rupees(now))} now. Nothing was received: check the amount and press Receive again.`
  }
  return passes(failure) ? 'Press Receive again: the payment is taken only once.' : 'Nothing was received.'
}

/** What a refused payment is told; `seen` is the balance that the clerk saw. */
export function troubleOf(failure: CallFailed, seen: Money): Trouble {
  const said = new Map(failure.errors.map(({ field, message }) => [field, message]))
  const receivedAmount = said.get('receivedAmount')
  const receivedDate = said.get('receivedDate')
  if (receivedAmount !== undefined || receivedDate !== undefined) {
    return {
      errors: {
        ...(receivedAmount !== undefined && { receivedAmount }),
        ...(receivedDate !== undefined && { receivedDate }),
      },
      notice: null,
    }
  }
  return { errors: {}, notice: { title: failure.msg, words: words(failure, seen) } }
}
