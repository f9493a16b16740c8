import { receivePayment } from '#contract/counter.ts'
import type { VoucherReply } from '#contract/voucher.ts'
import { formatDate } from '#domain/calendar.ts'
import { agree } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import type { Reply } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { useApprovableChange } from '#web/kit/approval/use-approvable-change.ts'
import { overpaymentQuestion, printReceipt, restWords } from '#web/kit/receiving/payment-input.ts'
import { useSendOnce, type SendResult } from '#web/kit/receiving/use-receive.ts'
import { useConfirm, useOffer } from '#web/ui/alert-dialog.tsx'
import { correctionBody, receiptListWords, type Correction } from './correction.ts'

function correctionReport(
  voucher: VoucherReply,
  { amount, receivedDate, effect: { reversals } }: Correction,
  { receiptNo, balance }: Reply<typeof receivePayment>,
): string {
  const newReceiptLines =
    receiptNo === null
      ? []
      : [`Receipt no. ${receiptNo}: ${formatRupees(amount)} received on ${formatDate(receivedDate)}`]
  return [
    `${receiptListWords(reversals)} ${agree(reversals.length, 'was', 'were')} cancelled`,
    ...newReceiptLines,
    `${voucher.studentName}, roll no. ${voucher.rollNo}`,
    `Voucher ${voucher.voucherNo}`,
    restWords(balance),
  ].join('\n')
}

/** Sends one correction, asks before an overpayment, and reports the cancelled receipts and the new one, if any. */
export function useSendCorrection(saved: () => void) {
  const { campus, name } = useStaff()
  const { send, sending } = useApprovableChange(receivePayment, 'receivePayment')
  const offer = useOffer()
  const confirm = useConfirm()

  async function confirmOverpayment({ amount, expectedBalance, effect }: Correction): Promise<boolean> {
    if (amount === 0 || effect.balance >= 0 || effect.balance === expectedBalance) return true
    return confirm(overpaymentQuestion(amount, effect.balance))
  }

  async function sendAndReport(voucher: VoucherReply, correction: Correction): Promise<SendResult> {
    if (!(await confirmOverpayment(correction))) return { kind: 'not sent' }
    const result = await send({
      params: { campus, voucherId: voucher.voucherNo },
      body: correctionBody(correction, name),
    })
    if (result.kind === 'not requested') return { kind: 'not sent' }
    saved()
    if (result.kind === 'requested') return { kind: 'received', receiptToPrint: null, next: 'go back' }
    const { reply } = result
    const { receiptNo } = reply
    // If no amount remains received, neither message of the specification applies.
    const title = receiptNo === null ? 'Receipt cancelled' : reply.msg
    const print = await offer(title, receiptNo === null ? null : printReceipt, {
      detail: correctionReport(voucher, correction, reply),
    })
    return { kind: 'received', receiptToPrint: print ? receiptNo : null, next: 'go back' }
  }

  return { ...useSendOnce(sendAndReport), sending }
}
