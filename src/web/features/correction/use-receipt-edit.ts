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
import { useReceiptFocus } from '#web/kit/receiving/use-receipt-focus.ts'
import { correcting, useReceive, useSendOnce, type SendResult } from '#web/kit/receiving/use-receive.ts'
import { useVoucherSearch } from '#web/kit/voucher-search-field.tsx'
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
function useSendCorrection(saved: () => void) {
  const { name } = useStaff()
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
      params: { voucherId: voucher.voucherNo },
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

/** The edit of a receipt: one voucher, the received amount and the correct amount. */
export function useReceiptEdit(today: CalendarDate, saved: (receiptToPrint: number | null) => void) {
  const draft = useCorrectionDraft(today)
  const { searchField, form, toSearch, toAmount, toWrong } = useReceiptFocus()
  const found = useVoucherWithReceipts(draft.number, toAmount, toSearch)
  const { voucher, base, open } = found
  // Empties the form before the alert: the old figures are of no use beside the new receipt.
  const till = useReceive(useSendCorrection(draft.clear), correcting, {
    received: ({ receiptToPrint }) => saved(receiptToPrint),
    notSent: toAmount,
    outdated: () => found.reload(),
    wrong: toWrong,
  })
  const typed = base && draft.typedFor(base)

  const type = (number: string) => {
    till.clearNotice()
    draft.openNumber(number)
  }
  const find = (number: string) => {
    if (number !== draft.number) type(number)
    found.ask(number)
  }
  const change = (next: TypedCorrection) => {
    till.clearErrors()
    if (base) draft.keep(base, next)
  }
  const submit = () => {
    if (!voucher || !base || !typed || !open || till.busy) return
    const checked = checkCorrection(base, typed, today)
    if (!checked.ok) return till.markWrong(checked.errors)
    void till.receive(voucher, checked.correction)
  }
  return {
    ...found,
    number: draft.number,
    student: draft.student,
    openStudent: draft.openStudent,
    typed,
    till,
    searchField,
    form,
    type,
    find,
    change,
    submit,
  }
}
export type ReceiptEdit = ReturnType<typeof useReceiptEdit>

/** True if a receipt may be corrected. */
const isOpen = (base: Correctable): boolean =>
  base.validReceipts.length > 0 && effectOf(base, base.voucher.received).ok

/**
 * Finds the voucher of a number with its receipts. Once both are loaded, `toAmount` moves the cursor to the correction;
 * `toSearch` runs if nothing is found or the voucher cannot be corrected.
 */
function useVoucherWithReceipts(number: string, toAmount: () => void, toSearch: () => void) {
  const [awaited, setAwaited] = useState<string | null>(null)
  const goOn = (found: FoundVoucher | null) => (found ? setAwaited(found.voucherNo) : toSearch())
  const { answer, ask, reload } = useVoucherSearch(number, goOn, 'Voucher Not Found')
  const voucher = answer.state === 'found' ? answer.voucher : null
  const known = useCorrectable(voucher)
  const { base } = known
  const open = base !== null && isOpen(base)

  const arrive = useEffectEvent(() => {
    setAwaited(null)
    if (open) toAmount()
    else toSearch()
  })
  const arrived = awaited !== null && base?.voucher.voucherNo === awaited
  useEffect(() => {
    if (arrived) arrive()
  }, [arrived])

  return {
    answer,
    ask,
    voucher,
    known,
    base,
    /** True if a shown receipt may be corrected. */
    open,
    async reload() {
      const [again] = await Promise.all([reload(), known.retry()])
      goOn(again)
    },
  }
}

/** Looks up the receipts of the found voucher. */
function useCorrectable(voucher: FoundVoucher | null) {
  const voucherNo = voucher?.voucherNo ?? ''
  const receipts = useCall(
    receiptsOfVoucher,
    { params: { voucherId: voucherNo } },
    // Data of an earlier voucher is never shown again.
    { enabled: voucher !== null, gcTime: 0 },
  )
  const retry = async () => {
    await receipts.refetch()
  }
  const failure = receipts.error
  const ways = { failure, refreshing: receipts.isFetching, retry }
  if (!voucher || failure || !receipts.data) {
    return { ...ways, receipts: [], base: null, loading: voucher !== null && !failure }
  }
  const base = correctableOf(voucher, voucher.takenOverBy, receipts.data.receipts)
  return { ...ways, receipts: receipts.data.receipts, base, loading: false }
}

interface Search {
  readonly number: string
  /** The roll number of the child whose last receipts are offered. */
  readonly student: number | null
}

const blank: Search = { number: '', student: null }

type DraftCorrection = TypedCorrection & { readonly voucherNo: string }

const correctionDraft = 'edit receipt: correction'

/** The search and the typed correction; they survive a lost session and a visit to another screen. */
function useCorrectionDraft(today: CalendarDate) {
  const [search, setSearch, clearSearch] = useDraft('edit receipt', () => blank)
  // Null while the fields show the received values.
  const [typed, , clearTyped] = useDraft<DraftCorrection | null>(correctionDraft, () => null)
  useKeptForm('edit receipt')
  /** Another search starts an empty form: a correction typed for one voucher is never offered for the next. */
  function start(next: Partial<Search>) {
    clearTyped()
    setSearch({ ...blank, ...next })
  }
  return {
    ...search,
    openStudent: (student: number) => start({ student }),
    openNumber: (number: string) => start({ number }),
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
