import { receiveInAdvance, receivePayment } from '#contract/counter.ts'
import type { VoucherReply } from '#contract/voucher.ts'
import { formatDate } from '#domain/calendar.ts'
import { formatRupees, type Money } from '#domain/money.ts'
import { methodAndReference } from '#domain/payment-method.ts'
import { usePreferences } from '#web/api/preferences.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import {
  overpaymentQuestion,
  paymentBody,
  printReceipt,
  restWords,
} from '#web/kit/receiving/payment-input.ts'
import { useAlertWithNext, useConfirm } from '#web/ui/alert-dialog.tsx'
import { dropTypedKeys, pauseTypeAhead, startTypeAhead } from '#web/ui/type-ahead.ts'
import { isInAdvance, printKey, type Payment } from './payment.ts'

/** The balance of a voucher after the payment just received. */
export interface PaidBalance {
  readonly voucherNo: string
  readonly balance: Money
}

export interface Received {
  readonly receiptToPrint: number | null
  /** True if the clerk leaves the counter. */
  readonly leaves: boolean
}

interface Receipt {
  readonly msg: string
  readonly receiptNo: number | null
  readonly balance: Money
}

function receiptWords(
  voucher: VoucherReply,
  { amount, receivedDate, paidBy }: Payment,
  reply: Receipt,
): string {
  const method = paidBy.method === 'cash' ? '' : `, ${methodAndReference(paidBy)}`
  return [
    `Receipt no. ${reply.receiptNo}: ${formatRupees(amount)} received on ${formatDate(receivedDate)}${method}`,
    `${voucher.studentName}, roll no. ${voucher.rollNo}`,
    `Voucher ${voucher.voucherNo}`,
    restWords(reply.balance),
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

/** Sends one payment, asks before an overpayment and shows the receipt; null if nothing was sent. */
export function useSendPayment(onPaid: (paid: PaidBalance) => void) {
  const printsEach = usePreferences(({ printsSlips }) => printsSlips) === true
  const { name } = useStaff()
  const receive = useChange(receivePayment)
  const advance = useChange(receiveInAdvance)
  const alertWithNext = useAlertWithNext()
  const confirm = useConfirm()

  async function send(voucher: VoucherReply, payment: Payment): Promise<Received | null> {
    const { amount, settlement } = payment
    const { voucherNo, rollNo } = voucher
    const inAdvance = isInAdvance(voucher)
    const isTooMuch = !inAdvance && settlement.balance < 0
    if (isTooMuch && !(await confirm(overpaymentQuestion(amount, settlement.balance)))) return null
    const body = paymentBody(payment, name)
    const reply = await whileTypingAhead<Receipt>(
      inAdvance
        ? advance.send({ params: { rollNo }, body })
        : receive.send({ params: { voucherId: voucherNo }, body }),
    )
    onPaid({ voucherNo, balance: reply.balance })
    const answer = await alertWithNext(reply.msg, {
      detail: receiptWords(voucher, payment, reply),
      offerLabel: printReceipt,
      offerKey: printKey.key,
      nextLabel: 'Next payment',
    })
    const leaves = answer === 'confirmed'
    // OK leaves the counter, so keys typed for the next payment are dropped.
    if (leaves) dropTypedKeys()
    return { receiptToPrint: answer === 'taken up' || printsEach ? reply.receiptNo : null, leaves }
  }

  return { send, sending: receive.sending || advance.sending }
}
