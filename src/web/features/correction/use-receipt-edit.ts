import { useEffect, useEffectEvent, useState } from 'react'
import { receiptsOfVoucher } from '#contract/correction.ts'
import { receivePayment, type FoundVoucher } from '#contract/counter.ts'
import type { VoucherReply } from '#contract/voucher.ts'
import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import { agree } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import type { Reply } from '#web/api/call.ts'
import { keepDraft, useDraft } from '#web/api/drafts.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useApprovableChange } from '#web/kit/approval/use-approvable-change.ts'
import { useKeptForm } from '#web/kit/form/use-draft-form.ts'
import { overpaymentQuestion, printReceipt, restWords } from '#web/kit/receiving/payment-input.ts'
import { useReceive } from '#web/kit/receiving/use-receive.ts'
import { useVoucherSearch } from '#web/kit/receiving/voucher-search-field.tsx'
import { useConfirm, useOffer } from '#web/ui/alert-dialog.tsx'
import {
  asReceived,
  checkCorrection,
  correctableOf,
  correctionBody,
  effectOf,
  receiptListWords,
  type Correctable,
  type Correction,
  type TypedCorrection,
} from './correction.ts'

function correctionReport(
  voucher: VoucherReply,
  { amount, receivedDate, effect: { reversals } }: Correction,
  { receiptNo, balance }: Reply<typeof receivePayment>,
): string {
  const newReceipt = `Receipt no. ${receiptNo}: ${formatRupees(amount)} received on ${formatDate(receivedDate)}`
  return [
    `${receiptListWords(reversals)} ${agree(reversals.length, 'was', 'were')} cancelled`,
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

/** The edit of a receipt: one voucher, the received amount and the correct amount. */
export function useReceiptEdit(today: CalendarDate, saved: Saved) {
  const draft = useCorrectionDraft(today)
  const till = useReceive(words)
  const found = useVoucherWithReceipts(draft.number, till)
  const { voucher, base, open } = found
  // Empties the form before the alert: the old figures are of no use beside the new receipt.
  const { send, sending } = useSendCorrection(draft.clear, saved, till.toAmount)
  const typed = base && draft.typedFor(base)

  const type = (number: string) => {
    till.clearNotice()
    draft.start({ number })
  }
  function submit() {
    if (!voucher || !base || !typed || !open || till.busy) return
    const checked = checkCorrection(base, typed, today)
    if (!checked.ok) return till.markWrong(checked.errors)
    const { correction } = checked
    const save = () => send(voucher, correction)
    void till.receive(correction.expectedBalance, save, () => void found.reload())
  }
  return {
    ...found,
    number: draft.number,
    student: draft.student,
    typed,
    till,
    sending,
    type,
    find: (number: string) => {
      if (number !== draft.number) type(number)
      found.ask(number)
    },
    openStudent: (student: number) => draft.start({ student }),
    change: (next: TypedCorrection) => {
      till.clearErrors()
      if (base) draft.keep(base, next)
    },
    submit,
  }
}
export type ReceiptEdit = ReturnType<typeof useReceiptEdit>

type Saved = (receiptToPrint: number | null) => void

/** Sends one correction, asks before an overpayment and reports the receipts; returns the step that follows. */
function useSendCorrection(sent: () => void, saved: Saved, notSent: () => void) {
  const { name } = useStaff()
  const { send, sending } = useApprovableChange(receivePayment, 'receivePayment')
  const offer = useOffer()
  const confirm = useConfirm()

  async function sendAndReport(voucher: VoucherReply, correction: Correction) {
    const { amount, expectedBalance, effect } = correction
    const isTooMuch = amount !== 0 && effect.balance < 0 && effect.balance !== expectedBalance
    if (isTooMuch && !(await confirm(overpaymentQuestion(amount, effect.balance)))) return notSent
    const body = correctionBody(correction, name)
    const result = await send({ params: { voucherId: voucher.voucherNo }, body })
    if (result.kind === 'not requested') return notSent
    sent()
    if (result.kind === 'requested') return () => saved(null)
    const { receiptNo, msg } = result.reply
    const isNew = receiptNo !== null
    // If no amount remains received, neither message of the specification applies.
    const print = await offer(isNew ? msg : 'Receipt cancelled', isNew ? printReceipt : null, {
      detail: correctionReport(voucher, correction, result.reply),
    })
    return () => saved(print ? receiptNo : null)
  }

  return { send: sendAndReport, sending }
}

/**
 * Finds the voucher of a number with its receipts. Once both are loaded, the cursor moves to the correction, or to the
 * search if nothing is found or the voucher cannot be corrected.
 */
function useVoucherWithReceipts(number: string, till: ReturnType<typeof useReceive>) {
  const [awaited, setAwaited] = useState<string | null>(null)
  const goOn = (found: FoundVoucher | null) => (found ? setAwaited(found.voucherNo) : till.toSearch())
  const { answer, ask, reload } = useVoucherSearch(number, goOn, 'Voucher Not Found')
  const voucher = answer.state === 'found' ? answer.voucher : null
  const { base, refetch, ...receipts } = useCorrectable(voucher)
  const open = base !== null && base.validReceipts.length > 0 && effectOf(base, base.voucher.received).ok

  const arrive = useEffectEvent(() => {
    setAwaited(null)
    if (open) till.toAmount()
    else till.toSearch()
  })
  const arrived = awaited !== null && base?.voucher.voucherNo === awaited
  useEffect(() => {
    if (arrived) arrive()
  }, [arrived])

  return {
    answer,
    ask,
    voucher,
    base,
    ...receipts,
    retry: () => void refetch(),
    /** True if a shown receipt may be corrected. */
    open,
    async reload() {
      const [again] = await Promise.all([reload(), refetch()])
      goOn(again)
    },
  }
}

/** Looks up the receipts of the found voucher. */
function useCorrectable(voucher: FoundVoucher | null) {
  const { data, error, isFetching, refetch } = useCall(
    receiptsOfVoucher,
    { params: { voucherId: voucher?.voucherNo ?? '' } },
    // Data of an earlier voucher is never shown again.
    { enabled: voucher !== null, gcTime: 0 },
  )
  const receipts = error ? undefined : data?.receipts
  return {
    receipts: receipts ?? [],
    base: voucher && receipts ? correctableOf(voucher, receipts) : null,
    failure: error,
    loading: voucher !== null && !receipts && !error,
    refreshing: isFetching,
    refetch,
  }
}

interface Search {
  readonly number: string
  /** The roll number of the child whose last receipts are offered. */
  readonly student: number | null
}

const blank: Search = { number: '', student: null }

const correctionDraft = 'edit receipt: correction'

/** The search and the typed correction; they survive a lost session and a visit to another screen. */
function useCorrectionDraft(today: CalendarDate) {
  const [search, setSearch, clearSearch] = useDraft('edit receipt', () => blank)
  // Null while the fields show the received values.
  const [typed, , clearTyped] = useDraft<(TypedCorrection & { readonly voucherNo: string }) | null>(
    correctionDraft,
    () => null,
  )
  useKeptForm('edit receipt')
  return {
    ...search,
    /** Another search starts an empty form: a correction typed for one voucher is never offered for the next. */
    start: (next: Partial<Search>) => {
      clearTyped()
      setSearch({ ...blank, ...next })
    },
    clear: () => {
      clearTyped()
      clearSearch()
    },
    typedFor: (base: Correctable): TypedCorrection =>
      typed?.voucherNo === base.voucher.voucherNo ? typed : asReceived(base, today),
    keep: ({ voucher: { voucherNo } }: Correctable, next: TypedCorrection) =>
      keepDraft(correctionDraft, { ...next, voucherNo }),
  }
}
