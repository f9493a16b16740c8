import { useEffect, useRef, useState } from 'react'
import { formatRupees, type Money } from '#domain/money.ts'
import { CallFailed, factsOf } from '#web/api/call.ts'
import { deliverTypedKeys } from '#web/ui/type-ahead.ts'
import type { PaymentErrors } from './payment-input.ts'

/** The words for a change whose result is unknown, that was refused, or whose figures have changed. */
interface ActWords {
  readonly unsure: string
  readonly undone: string
  readonly changed: string
}

/** A problem that is shown at a field, or as a notice until the next press. */
interface ReceiptProblem {
  readonly errors: PaymentErrors
  readonly notice: { readonly title: string; readonly words: string } | null
}

const noProblem: ReceiptProblem = { errors: {}, notice: null }

/** The refusals after which the voucher must be looked up again: it has changed since the clerk saw it. */
const outdatedCodes = new Set([
  'balance-changed',
  'voucher-already-paid',
  'pay-the-voucher',
  'voucher-carried',
  'voucher-replaced',
  'voucher-voided',
  'voucher-not-latest',
  'voucher-not-posted',
  'no-vouchers',
])

const fields = new Set(['receivedAmount', 'receivedDate', 'reference', 'chequeDate', 'reason'])

function problemOf(failure: CallFailed, seen: Money, words: ActWords): ReceiptProblem {
  const { status, msg: title } = failure
  const wrong = failure.errors.filter(({ field }) => fields.has(field))
  if (wrong.length > 0)
    return { errors: Object.fromEntries(wrong.map(({ field, message }) => [field, message])), notice: null }
  const changed = factsOf(failure, 'balance-changed')
  const result = status === 0 || status === 429 || status >= 500 ? words.unsure : words.undone
  const balances =
    changed &&
    `It was ${formatRupees(seen)} when you looked it up and is ${formatRupees(changed.balance)} now.`
  return { errors: {}, notice: { title, words: balances ? `${balances} ${words.changed}` : result } }
}

/** Receives or corrects one payment at a time, shows its problem, and focuses the field for the next key. */
export function useReceive(words: ActWords) {
  const [problem, setProblem] = useState(noProblem)
  const [busy, setBusy] = useState(false)
  const pressed = useRef(false)
  const { toWrong, ...focus } = useReceiptFocus()

  /**
   * Runs `send`, which returns the step that follows; `seen` is the balance that the clerk sees, and `reload` looks a
   * changed voucher up again. A second press meanwhile does nothing, even while a dialog is open.
   */
  async function receive(seen: Money, send: () => Promise<() => void>, reload: () => void): Promise<void> {
    if (pressed.current) return
    pressed.current = true
    setProblem(noProblem)
    setBusy(true)
    let next: () => void
    try {
      next = await send()
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      setProblem(problemOf(failure, seen, words))
      next = outdatedCodes.has(failure.code) ? reload : toWrong
    } finally {
      pressed.current = false
      setBusy(false)
    }
    next()
  }

  return {
    ...focus,
    busy,
    problem,
    receive,
    markWrong: (errors: PaymentErrors) => {
      setProblem({ errors, notice: null })
      toWrong()
    },
    /** Called if the amount or date changes; another number also clears the notice. */
    clearErrors: () => setProblem((current) => ({ ...current, errors: {} })),
    clearNotice: () => setProblem(noProblem),
  }
}

/**
 * Focuses the field for the next key: the search field at first and after each payment, the amount once its voucher is
 * found, and after an error the invalid field. Selects the text, so that the next number or amount replaces it.
 */
function useReceiptFocus() {
  const searchField = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const [next, setNext] = useState<{ readonly place: 'search' | 'amount' | 'wrong' }>({ place: 'search' })
  // Runs after the field is rendered and a closing dialog has returned the focus.
  useEffect(() => {
    const find = (selector: string) => form.current?.querySelector<HTMLInputElement>(selector)
    const wrong = next.place === 'wrong' ? find('input[aria-invalid="true"]') : null
    const field = next.place === 'search' ? searchField.current : (wrong ?? find('.amount-field input'))
    field?.focus()
    field?.select()
    if (next.place === 'search' && field) deliverTypedKeys(field)
  }, [next])
  return {
    searchField,
    form,
    toSearch: () => setNext({ place: 'search' }),
    toAmount: () => setNext({ place: 'amount' }),
    toWrong: () => setNext({ place: 'wrong' }),
  }
}
