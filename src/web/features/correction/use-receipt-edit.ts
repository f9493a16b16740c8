import { receiptsOfVoucher } from '#contract/correction.ts'
import { receivePayment, type FoundVoucher } from '#contract/counter.ts'
import { formatDate } from '#domain/calendar.ts'
import { agree } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import type { Correction } from '#domain/payment.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import { call, type Reply } from '#web/api/call.ts'
import { keepDraft, useDraft } from '#web/api/drafts.ts'
import { useStaff } from '#web/api/session.ts'
import { useApprovableChange } from '#web/kit/approval/use-approvable-change.ts'
import { useKeptForm } from '#web/kit/form/use-draft-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import {
  overpaymentQuestion,
  printReceipt,
  restWords,
  type ReadPayment,
} from '#web/kit/receiving/payment-input.ts'
import { useTill } from '#web/kit/receiving/use-till.ts'
import { useSlipPrint } from '#web/kit/slips/use-slip-print.tsx'
import { useAlert, useConfirm, useOffer } from '#web/ui/alert-dialog.tsx'
import {
  asReceived,
  checkCorrection,
  correctableOf,
  correctionBody,
  effectOf,
  receiptListWords,
  typedEffect,
  type Correctable,
  type TypedCorrection,
} from './correction.ts'

function correctionReport(
  { voucher, validReceipts }: Correctable<FoundVoucher>,
  { amount, receivedDate }: ReadPayment,
  { receiptNo, balance }: Reply<typeof receivePayment>,
): string {
  const newReceipt = `Receipt no. ${receiptNo}: ${formatRupees(amount)} received on ${formatDate(receivedDate)}`
  return [
    `${receiptListWords(validReceipts)} ${agree(validReceipts.length, 'was', 'were')} cancelled`,
    ...(receiptNo === null ? [] : [newReceipt]),
    `${voucher.studentName}, roll no. ${voucher.rollNo}`,
    `Voucher ${voucher.voucherNo}`,
    restWords(balance),
  ].join('\n')
}

const words = {
  unsure: 'Press Save correction again: it is saved only once.',
  undone: 'Nothing was changed.',
  changed: 'Nothing was changed: check the figures and press Save correction again.',
}

const isOpen = (base: Correctable): boolean => base.validReceipts.length > 0 && effectOf(base).ok

async function withReceipts(voucher: FoundVoucher, signal: AbortSignal) {
  const params = { voucherId: voucher.voucherNo }
  return correctableOf(voucher, (await call(receiptsOfVoucher, { params, signal })).receipts)
}

/** `student` is the roll number of the child whose last receipts are offered. */
const blank: { readonly number: string; readonly student: number | null } = { number: '', student: null }

const correctionDraft = 'edit receipt: correction'

/** The search, the voucher and the typed correction; they survive a lost session and a visit to another screen. */
function useCorrectionForm() {
  const { today } = useStaff()
  const [search, setSearch, clearSearch] = useDraft('edit receipt', () => blank)
  // Null while the fields show the received values.
  const [kept, , clearTyped] = useDraft<(TypedCorrection & { readonly voucherNo: string }) | null>(
    correctionDraft,
    () => null,
  )
  useKeptForm('edit receipt')
  /** Another search starts an empty form: a correction typed for one voucher is never offered for the next. */
  const start = (next: Partial<typeof blank>) => {
    clearTyped()
    setSearch({ ...blank, ...next })
  }
  const till = useTill({
    screen: 'edit receipt',
    number: search.number,
    start: (number) => start({ number }),
    complete: withReceipts,
    isOpen,
    unknownStudent: 'Voucher Not Found',
    words,
  })
  const base = till.found
  const typed = base && (kept?.voucherNo === base.voucher.voucherNo ? kept : asReceived(base, today))
  return {
    till,
    base,
    typed,
    student: search.student,
    /** True if a shown receipt may be corrected. */
    open: base !== null && isOpen(base),
    openStudent: (student: number) => start({ student }),
    change: (changed: Partial<TypedCorrection>) => {
      till.clearErrors()
      if (base) keepDraft(correctionDraft, { ...typed, ...changed, voucherNo: base.voucher.voucherNo })
    },
    clear: () => {
      clearTyped()
      clearSearch()
    },
  }
}

/** The edit of a receipt: one voucher, the received amount and the correct amount. */
export function useReceiptEdit() {
  const form = useCorrectionForm()
  const { till, base, typed } = form
  const { today, name } = useStaff()
  const goBack = useGoBack()
  const print = useSlipPrint()
  const { send, sending } = useApprovableChange(receivePayment, 'receivePayment')
  const offer = useOffer()
  const alert = useAlert()
  const confirm = useConfirm()

  /** Asks before an overpayment, saves and reports the receipts; returns the step that follows. */
  async function save(
    found: Correctable<FoundVoucher>,
    payment: ReadPayment,
    { balance }: Correction,
    reason: string,
  ) {
    const { voucher } = found
    const isTooMuch = payment.amount !== 0 && balance < 0 && balance !== netBalance(voucher)
    if (isTooMuch && !(await confirm(overpaymentQuestion(payment.amount, balance)))) return till.toAmount
    const body = correctionBody(found, payment, reason, name)
    const result = await send({ params: { voucherId: voucher.voucherNo }, body })
    if (result.kind === 'not requested') return till.toAmount
    // Empties the form before the alert: the old figures are of no use beside the new receipt.
    form.clear()
    if (result.kind === 'requested') return goBack
    const { receiptNo, msg } = result.reply
    const detail = correctionReport(found, payment, result.reply)
    if (receiptNo !== null) {
      const prints = await offer(msg, printReceipt, { detail })
      return prints ? () => void print.receipt(receiptNo, 'original', goBack) : goBack
    }
    // No amount remains received, so neither message of the specification applies.
    await alert('Receipt cancelled', { detail })
    return goBack
  }

  return {
    ...form,
    sending,
    print,
    goBack,
    submit: () => {
      if (!base || !typed) return
      const checked = checkCorrection(base, typed, today)
      if (!checked.ok) return till.markWrong(checked.errors)
      const effect = typedEffect(base, typed)
      if (!effect) return
      void till.receive(netBalance(base.voucher), () => save(base, checked.payment, effect, typed.reason))
    },
  }
}

export type ReceiptEdit = ReturnType<typeof useReceiptEdit>
