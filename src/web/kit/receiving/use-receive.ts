import { useRef, useState } from 'react'
import type { VoucherReply } from '#contract/voucher.ts'
import { formatRupees, type Money } from '#domain/money.ts'
import { CallFailed, factsOf } from '#web/api/call.ts'
import type { PaymentErrors } from './payment-input.ts'

/** The words for a change whose result is unknown, that was refused, or whose figures have changed. */
export interface ActWords {
  readonly unsure: string
  readonly undone: string
  readonly changed: string
}

export const receiving: ActWords = {
  unsure: 'Press Receive again: the payment is saved only once.',
  undone: 'Nothing was received.',
  changed: 'Nothing was received: check the amount and press Receive again.',
}

export const correcting: ActWords = {
  unsure: 'Press Save correction again: it is saved only once.',
  undone: 'Nothing was changed.',
  changed: 'Nothing was changed: check the figures and press Save correction again.',
}

/** A problem that is shown at a field, or as a notice until the next press. */
export interface ReceiptProblem {
  readonly errors: PaymentErrors
  readonly notice: { readonly title: string; readonly words: string } | null
}

const noProblem: ReceiptProblem = { errors: {}, notice: null }

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

/** True if the voucher has changed since the clerk saw it and must be looked up again. */
const isOutdated = ({ code }: CallFailed): boolean => outdatedCodes.has(code)

const isTemporary = ({ status }: CallFailed): boolean => status === 0 || status === 429 || status >= 500

function noticeWords(failure: CallFailed, seen: Money, act: ActWords): string {
  const changed = factsOf(failure, 'balance-changed')
  if (changed) {
    return `It was ${formatRupees(seen)} when you looked it up and is ${formatRupees(changed.balance)} now. ${act.changed}`
  }
  return isTemporary(failure) ? act.unsure : act.undone
}

const fields = ['receivedAmount', 'receivedDate', 'reference', 'chequeDate', 'reason'] as const

/** Describes a failure; `seen` is the balance that the clerk saw. */
function paymentError(failure: CallFailed, seen: Money, act: ActWords): ReceiptProblem {
  const messages = new Map(failure.errors.map(({ field, message }) => [field, message]))
  const wrong = fields.filter((field) => messages.has(field))
  if (wrong.length > 0) {
    return { errors: Object.fromEntries(wrong.map((field) => [field, messages.get(field)])), notice: null }
  }
  return { errors: {}, notice: { title: failure.msg, words: noticeWords(failure, seen, act) } }
}

export interface Received {
  readonly kind: 'received'
  readonly receiptToPrint: number | null
  /** The next step: leave the screen, or stay for the next payment. */
  readonly next: 'go back' | 'stay'
}

/** The result of a press of the main button. */
export type SendResult =
  Received | { readonly kind: 'not sent' } | { readonly kind: 'refused'; readonly failure: CallFailed }

/** Sends one payment at a time: a second press meanwhile does nothing, even while a dialog is open. */
export function useSendOnce<Payment>(
  sendAndReport: (voucher: VoucherReply, payment: Payment) => Promise<SendResult>,
) {
  const [busy, setBusy] = useState(false)
  const pressed = useRef(false)

  async function sendOnce(voucher: VoucherReply, payment: Payment): Promise<SendResult> {
    if (pressed.current) return { kind: 'not sent' }
    pressed.current = true
    setBusy(true)
    try {
      return await sendAndReport(voucher, payment)
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      return { kind: 'refused', failure }
    } finally {
      pressed.current = false
      setBusy(false)
    }
  }

  return { sendOnce, busy }
}

interface Sender<Payment> {
  readonly sendOnce: (voucher: VoucherReply, payment: Payment) => Promise<SendResult>
  readonly busy: boolean
  readonly sending: boolean
}

interface Steps {
  readonly received: (done: Received) => void
  readonly notSent: () => void
  /** Called if the voucher has changed since the clerk saw it. */
  readonly outdated: () => Promise<void>
  readonly wrong: () => void
}

/** Receives or corrects one payment, shows the problem if it fails, and runs the step that follows. */
export function useReceive<Payment extends { readonly expectedBalance: Money }>(
  { sendOnce, busy, sending }: Sender<Payment>,
  act: ActWords,
  { received, notSent, outdated, wrong }: Steps,
) {
  const [problem, setProblem] = useState(noProblem)

  async function receive(voucher: VoucherReply, payment: Payment): Promise<void> {
    setProblem(noProblem)
    const result = await sendOnce(voucher, payment)
    if (result.kind === 'received') return received(result)
    if (result.kind === 'not sent') return notSent()
    setProblem(paymentError(result.failure, payment.expectedBalance, act))
    return isOutdated(result.failure) ? outdated() : wrong()
  }

  return {
    busy,
    sending,
    problem,
    receive,
    markWrong: (errors: PaymentErrors) => {
      setProblem({ errors, notice: null })
      wrong()
    },
    /** Called if the amount or date changes; another number also clears the notice. */
    clearErrors: () => setProblem((current) => ({ ...current, errors: {} })),
    clearNotice: () => setProblem(noProblem),
  }
}
