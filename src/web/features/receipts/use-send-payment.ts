import { receivePayment } from '#contract/receipts.ts'
import type { VoucherOnWire } from '#contract/vouchers.ts'
import { formatDate } from '#domain/calendar.ts'
import { formatRupees, opposite, rupees, type Money } from '#domain/money.ts'
import { CallFailed, type Reply } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'
import { useRef, useState } from 'react'
import { paymentBody, type Payment } from './payment.ts'

/** How a press of Receive ended. */
export type Ending =
  | { readonly kind: 'received' }
  | { readonly kind: 'not sent' }
  | { readonly kind: 'refused'; readonly failure: CallFailed }

function overpaymentQuestion({ amount, expectedBalance, settlement }: Payment) {
  const advance = formatRupees(opposite(settlement.balance))
  return {
    title: 'Receive more than is due?',
    message: `${formatRupees(expectedBalance)} is due. ${advance} is paid in advance and counts for the next voucher.`,
    confirmLabel: `Yes, receive ${formatRupees(amount)}`,
    tone: 'caution',
  } as const
}

function restWords(balance: Money): string {
  if (balance > 0) return `${formatRupees(balance)} is still open.`
  return balance < 0 ? `${formatRupees(opposite(balance))} is paid in advance.` : 'Nothing is left to pay.'
}

const receiptWords = (
  voucher: VoucherOnWire,
  payment: Payment,
  reply: Reply<typeof receivePayment>,
): string =>
  [
    `Receipt no. ${reply.receiptNo}: ${formatRupees(payment.amount)} received on ${formatDate(payment.receivedDate)}`,
    `${voucher.studentName}, roll no. ${voucher.rollNo}`,
    `Voucher ${voucher.voucherNo}`,
    restWords(rupees(reply.balance)),
  ].join('\n')

/** Sends one payment, asks before an overpayment and shows the receipt; a second press meanwhile does nothing. */
export function useSendPayment() {
  const { campus, userId } = useStaff()
  const { send, sending } = useChange(receivePayment)
  const showAlert = useAlert()
  const confirm = useConfirm()
  const [busy, setBusy] = useState(false)
  const pressed = useRef(false)

  async function sendAndTell(voucher: VoucherOnWire, payment: Payment): Promise<Ending> {
    if (payment.settlement.balance < 0 && !(await confirm(overpaymentQuestion(payment)))) {
      return { kind: 'not sent' }
    }
    const reply = await send({
      params: { campus, voucherId: voucher.voucherNo },
      body: paymentBody(payment, userId),
    })
    await showAlert(reply.msg, { detail: receiptWords(voucher, payment, reply) })
    return { kind: 'received' }
  }

  async function sendOnce(voucher: VoucherOnWire, payment: Payment): Promise<Ending> {
    if (pressed.current) return { kind: 'not sent' }
    pressed.current = true
    setBusy(true)
    try {
      return await sendAndTell(voucher, payment)
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      return { kind: 'refused', failure }
    } finally {
      pressed.current = false
      setBusy(false)
    }
  }

  // Busy also while a dialog waits for its answer.
  return { sendOnce, busy, sending }
}
