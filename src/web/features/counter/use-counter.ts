import { useState } from 'react'
import { receiveInAdvance, receivePayment, type FoundVoucher } from '#contract/counter.ts'
import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import { formatRupees, less, type Money } from '#domain/money.ts'
import { methodAndReference } from '#domain/payment-method.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import { useDraft } from '#web/api/drafts.ts'
import { usePreferences } from '#web/api/preferences.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import {
  overpaymentQuestion,
  paymentBody,
  printReceipt,
  restWords,
  typedCash,
  type ReadPayment,
  type TypedPayment,
} from '#web/kit/receiving/payment-input.ts'
import { useTill } from '#web/kit/receiving/use-till.ts'
import { useSlipPrint } from '#web/kit/slips/use-slip-print.tsx'
import { useStudentAccount } from '#web/kit/student-account.ts'
import { useAlertWithNext, useConfirm } from '#web/ui/alert-dialog.tsx'
import { dropTypedKeys, pauseTypeAhead, startTypeAhead } from '#web/ui/type-ahead.ts'
import { checkPayment, isInAdvance, printKey, scannedInto, whyNotReceivable } from './payment.ts'

const words = {
  unsure: 'Press Receive again: the payment is saved only once.',
  undone: 'Nothing was received.',
  changed: 'Nothing was received: check the amount and press Receive again.',
}

const itself = (voucher: FoundVoucher): FoundVoucher => voucher
const isOpen = (voucher: FoundVoucher): boolean => whyNotReceivable(voucher) === null

/** The number and only what was typed: an amount that was not typed follows the balance, and the date follows today. */
interface Draft extends Partial<TypedPayment> {
  readonly number: string
  /** The voucher of the typed amount, which is never offered for another one. */
  readonly amountOf?: string
  /** The paid voucher on which the clerk chose to receive in advance. */
  readonly inAdvance?: string
}

/** The payment just received. */
interface LastPayment extends Pick<TypedPayment, 'paidBy'> {
  readonly rollNo: number
  readonly voucherNo: string
  /** The balance of the voucher after the payment. */
  readonly balance: Money
}

/** The number, its voucher, and the fields of the payment; they survive a lost session and a visit to another screen. */
function usePaymentForm() {
  const { today } = useStaff()
  const [draft, setDraft, clear] = useDraft<Draft>('receive payment', () => ({ number: '' }))
  // Kept until the next number is typed: the payer's family is offered, often with the same cheque.
  const [last, setLast] = useState<LastPayment | null>(null)
  const till = useTill({
    screen: 'receive payment',
    number: draft.number,
    start(number) {
      setLast(null)
      setDraft({ number })
    },
    complete: itself,
    isOpen,
    unknownStudent: 'Student does not exist',
    words,
  })
  const voucher = till.found
  const payer = till.answer.state === 'nothing typed' ? last : voucher
  const { data: account } = useStudentAccount(payer?.rollNo ?? null)
  const paid = last?.voucherNo === voucher?.voucherNo ? last : null
  return {
    till,
    voucher,
    typed: voucher && typedIn(draft, voucher, today),
    /** True if money can be received on the shown voucher. */
    open: voucher !== null && !paid && mayReceive(draft, voucher),
    /** The payment whose message is open. */
    paid,
    setPaid: ({ rollNo, voucherNo }: FoundVoucher, balance: Money) =>
      setLast({ rollNo, voucherNo, balance, paidBy: draft.paidBy ?? typedCash }),
    /** The account of the shown student, or of the last payer; undefined until it is loaded. */
    account,
    clear,
    findNext: (rollNo: number) => {
      till.find(String(rollNo))
      if (last) setDraft((before) => ({ ...before, paidBy: last.paidBy }))
    },
    receiveInAdvance: () => {
      if (voucher) setDraft((before) => ({ ...before, inAdvance: voucher.voucherNo }))
      till.toAmount()
    },
    change: (changed: Partial<TypedPayment>) => {
      till.clearErrors()
      const typedFor = voucher && changed.amount !== undefined && { amountOf: voucher.voucherNo }
      setDraft((before) => ({ ...before, ...changed, ...typedFor }))
    },
  }
}

function typedIn(draft: Draft, voucher: FoundVoucher, today: CalendarDate): TypedPayment {
  const { amountOf, amount, receivedDate = today, paidBy = typedCash } = draft
  // Only the payer knows the amount of a payment in advance.
  const preset = isInAdvance(voucher) ? '' : formatRupees(netBalance(voucher))
  const typed = amountOf === voucher.voucherNo ? amount : undefined
  return { amount: typed ?? preset, receivedDate, paidBy }
}

const mayReceive = ({ inAdvance }: Draft, voucher: FoundVoucher): boolean =>
  isOpen(voucher) || (inAdvance === voucher.voucherNo && isInAdvance(voucher))

interface Receipt {
  readonly msg: string
  readonly receiptNo: number | null
  readonly balance: Money
}

const nextSteps = { offerLabel: printReceipt, offerKey: printKey.key, nextLabel: 'Next payment' }

function receiptWords(voucher: FoundVoucher, payment: ReadPayment, { receiptNo, balance }: Receipt): string {
  const { amount, receivedDate, paidBy } = payment
  const method = paidBy.method === 'cash' ? '' : `, ${methodAndReference(paidBy)}`
  return [
    `Receipt no. ${receiptNo}: ${formatRupees(amount)} received on ${formatDate(receivedDate)}${method}`,
    `${voucher.studentName}, roll no. ${voucher.rollNo}`,
    `Voucher ${voucher.voucherNo}`,
    restWords(balance),
  ].join('\n')
}

/** Keeps keys typed before the alert for the next search; drops them after a failure, which the clerk has to see. */
async function whileTypingAhead<Answer>(answer: Promise<Answer>): Promise<Answer> {
  startTypeAhead()
  try {
    const given = await answer
    pauseTypeAhead()
    return given
  } catch (error) {
    dropTypedKeys()
    throw error
  }
}

/** The counter: one number, its voucher, one payment, its slip if the clerk wants it, and then the next payment. */
export function useCounter() {
  const form = usePaymentForm()
  const { till, voucher, typed, clear } = form
  const { name, today } = useStaff()
  const printsEach = usePreferences(({ printsSlips }) => printsSlips) === true
  const goBack = useGoBack()
  const print = useSlipPrint(till.toSearch)
  const receive = useChange(receivePayment)
  const advance = useChange(receiveInAdvance)
  const alertWithNext = useAlertWithNext()
  const confirm = useConfirm()

  /** Sends one payment, asks before an overpayment and shows the receipt; returns the step that follows. */
  async function pay(payer: FoundVoucher, payment: ReadPayment): Promise<() => void> {
    const rest = less(netBalance(payer), payment.amount)
    if (rest < 0 && !isInAdvance(payer) && !(await confirm(overpaymentQuestion(payment.amount, rest))))
      return till.toAmount
    const body = paymentBody(payment, netBalance(payer), name)
    const reply = await whileTypingAhead<Receipt>(
      isInAdvance(payer)
        ? advance.send({ params: { rollNo: payer.rollNo }, body })
        : receive.send({ params: { voucherId: payer.voucherNo }, body }),
    )
    form.setPaid(payer, reply.balance)
    return showReceipt(payer, payment, reply)
  }

  async function showReceipt(payer: FoundVoucher, payment: ReadPayment, reply: Receipt) {
    const detail = receiptWords(payer, payment, reply)
    const answer = await alertWithNext(reply.msg, { detail, ...nextSteps })
    const leaves = answer === 'confirmed'
    return () => {
      clear()
      // OK leaves the counter, so keys typed for the next payment are dropped.
      if (leaves) dropTypedKeys()
      // If the clerk left the counter while the payment was being sent, the new screen stays open.
      if (!till.searchField.current) return dropTypedKeys()
      const goOn = leaves ? goBack : till.toSearch
      if (reply.receiptNo === null || !(printsEach || answer === 'taken up')) return goOn()
      // Text typed while the slip prints is for the next search.
      if (!leaves) startTypeAhead()
      void print.receipt(reply.receiptNo, 'original', goOn)
    }
  }

  return {
    ...form,
    sending: receive.sending || advance.sending,
    print,
    leave: () => {
      if (till.busy) return
      clear()
      goBack()
    },
    submit: () => {
      if (!voucher || !typed) return
      const { amount } = typed
      if (scannedInto(amount)) {
        till.type(amount.trim())
        return till.find(amount.trim())
      }
      const checked = checkPayment(typed, today)
      if (!checked.ok) return till.markWrong(checked.errors)
      void till.receive(netBalance(voucher), () => pay(voucher, checked.payment))
    },
  }
}

export type Counter = ReturnType<typeof useCounter>
