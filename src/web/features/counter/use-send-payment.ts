import { receiveInAdvance, receivePayment } from '#contract/counter.ts'
import type { VoucherReply } from '#contract/voucher.ts'
import { formatDate } from '#domain/calendar.ts'
import { formatRupees, type Money } from '#domain/money.ts'
import { methodAndReference } from '#domain/payment-method.ts'
import type { Reply } from '#web/api/call.ts'
import { usePreferences } from '#web/api/preferences.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { overpaymentQuestion, printReceipt, restWords } from '#web/kit/receiving/payment-input.ts'
import { useSendOnce, type SendResult } from '#web/kit/receiving/use-receive.ts'
import { useAlertWithNext, useConfirm } from '#web/ui/alert-dialog.tsx'
import { dropTypedKeys, pauseTypeAhead, startTypeAhead } from '#web/ui/type-ahead.ts'
import { isInAdvance, paymentBody, printKey, type Payment } from './payment.ts'

/** `, Cheque 778812 HBL`; '' for cash. */
const otherThanCash = ({ paidBy }: Payment): string =>
  paidBy.method === 'cash' ? '' : `, ${methodAndReference(paidBy)}`

type Receipt = Pick<Reply<typeof receivePayment>, 'receiptNo' | 'balance'>

const receiptWords = (voucher: VoucherReply, payment: Payment, reply: Receipt): string =>
  [
    `Receipt no. ${reply.receiptNo}: ${formatRupees(payment.amount)} received on ${formatDate(payment.receivedDate)}${otherThanCash(payment)}`,
    `${voucher.studentName}, roll no. ${voucher.rollNo}`,
    `Voucher ${voucher.voucherNo}`,
    restWords(reply.balance),
  ].join('\n')

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

/** Sends one payment, asks before an overpayment and shows the receipt; a second press meanwhile does nothing. */
export function useSendPayment(
  onPaid: (paid: { readonly voucherNo: string; readonly balance: Money }) => void,
) {
  const printsEach = usePreferences(({ printsSlips }) => printsSlips) === true
  const { name } = useStaff()
  const receive = useChange(receivePayment)
  const advance = useChange(receiveInAdvance)
  const alertWithNext = useAlertWithNext()
  const confirm = useConfirm()

  async function sendAndReport(voucher: VoucherReply, payment: Payment): Promise<SendResult> {
    const { amount, settlement } = payment
    const inAdvance = isInAdvance(voucher)
    if (
      !inAdvance &&
      settlement.balance < 0 &&
      !(await confirm(overpaymentQuestion(amount, settlement.balance)))
    ) {
      return { kind: 'not sent' }
    }
    const reply = await whileTypingAhead<Receipt & { readonly msg: string }>(
      inAdvance
        ? advance.send({ params: { rollNo: voucher.rollNo }, body: paymentBody(payment, name) })
        : receive.send({
            params: { voucherId: voucher.voucherNo },
            body: paymentBody(payment, name),
          }),
    )
    onPaid({ voucherNo: voucher.voucherNo, balance: reply.balance })
    const answer = await alertWithNext(reply.msg, {
      detail: receiptWords(voucher, payment, reply),
      offerLabel: printReceipt,
      offerKey: printKey.key,
      nextLabel: 'Next payment',
    })
    // OK leaves the counter, so keys typed for the next payment are dropped.
    if (answer === 'confirmed') dropTypedKeys()
    return {
      kind: 'received',
      receiptToPrint: answer === 'taken up' || printsEach ? reply.receiptNo : null,
      next: answer === 'confirmed' ? 'go back' : 'stay',
    }
  }

  return { ...useSendOnce(sendAndReport), sending: receive.sending || advance.sending }
}
