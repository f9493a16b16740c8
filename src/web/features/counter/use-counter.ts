import { useRef, useState } from 'react'
import type { FoundVoucher } from '#contract/counter.ts'
import type { VoucherReply } from '#contract/voucher.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { formatRupees, type Money } from '#domain/money.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import { useDraft } from '#web/api/drafts.ts'
import { typedCash, type TypedPaidBy, type TypedPayment } from '#web/kit/receiving/payment-input.ts'
import { useReceiptFocus } from '#web/kit/receiving/use-receipt-focus.ts'
import { receiving, useReceive, type Received } from '#web/kit/receiving/use-receive.ts'
import { useStudentAccount } from '#web/kit/student-account.ts'
import { useVoucherSearch } from '#web/kit/voucher-search-field.tsx'
import { dropTypedKeys, startTypeAhead } from '#web/ui/type-ahead.ts'
import { checkPayment, isInAdvance, scannedInto, whyNotReceivable } from './payment.ts'
import { useSendPayment } from './use-send-payment.ts'

const isOpen = (voucher: FoundVoucher): boolean => whyNotReceivable(voucher) === null

/** The balance of a voucher after the payment just received. */
interface PaidBalance {
  readonly voucherNo: string
  readonly balance: Money
}

interface AfterReceipt {
  /** Prints the slip of a new receipt, then calls `onDone`, even if nothing could be printed. */
  readonly print: (receiptNo: number, onDone: () => void) => void
  readonly goBack: () => void
}

/** The counter: one number, its voucher, one payment, its slip if the clerk wants it, and then the next payment. */
export function useCounter(today: CalendarDate, exits: AfterReceipt) {
  const draft = useCounterDraft(today)
  const focus = useReceiptFocus()
  const { searchField, toSearch, toAmount, toWrong } = focus
  const found = useFound(draft.number, focus)
  const { answer, voucher, shown } = found
  const [lastPaid, setLastPaid] = useState<PaidBalance | null>(null)
  const received = (done: Received) => {
    draft.clear()
    setLastPaid(null)
    shown.keep()
    // If the clerk left the counter while the payment was being sent, the new screen stays open.
    if (!searchField.current) return dropTypedKeys()
    afterReceipt(done, exits, toSearch)
  }
  const steps = { received, notSent: toAmount, outdated: () => found.reload(), wrong: toWrong }
  const till = useReceive(useSendPayment(setLastPaid), receiving, steps)

  const paid = lastPaid?.voucherNo === voucher?.voucherNo ? lastPaid : null
  const typed = voucher && draft.typedFor(voucher)
  const takesAdvance = voucher !== null && draft.inAdvance === voucher.voucherNo && isInAdvance(voucher)
  const open = voucher !== null && (isOpen(voucher) || takesAdvance) && !paid

  const { type, find, findNext } = useNumber(draft, { till, found, toSearch })
  const receiveInAdvance = () => {
    if (voucher) draft.startAdvance(voucher)
    toAmount()
  }
  const change = (changed: Partial<TypedPayment>) => {
    till.clearErrors()
    if (voucher) draft.keep(voucher, changed)
  }
  const submit = () => {
    if (!voucher || !typed || !open || till.busy) return
    if (scannedInto(typed.amount)) {
      type(typed.amount.trim())
      return found.ask(typed.amount)
    }
    const checked = checkPayment(voucher, typed, today)
    if (!checked.ok) return till.markWrong(checked.errors)
    void till.receive(voucher, checked.payment)
  }

  return {
    number: draft.number,
    answer,
    voucher,
    typed,
    /** True if money can be received on the shown voucher. */
    open,
    till,
    /** The account of the shown student, or of the last payer; undefined until it is loaded. */
    account: shown.account,
    /** The balance after the payment whose message is open; null before. */
    paid,
    ...focus,
    type,
    find,
    findNext,
    receiveInAdvance,
    change,
    submit,
    forget: draft.clear,
  }
}

interface NumberContext {
  readonly till: { readonly clearNotice: () => void }
  readonly found: ReturnType<typeof useFound>
  readonly toSearch: () => void
}

/** The number in the search field: typed, requested, or that of the family's next child. */
function useNumber(draft: CounterDraft, { till, found, toSearch }: NumberContext) {
  const type = (number: string, start = draft.start) => {
    till.clearNotice()
    start(number)
    found.shown.drop()
    if (number === '') toSearch()
  }
  const find = (number: string) => {
    if (number !== draft.number) type(number)
    found.ask(number)
  }
  return {
    type: (number: string) => type(number),
    find,
    findNext: (rollNo: number) => {
      type(String(rollNo), draft.startNext)
      found.ask(String(rollNo))
    },
  }
}

type Focus = ReturnType<typeof useReceiptFocus>

/** Finds the voucher of the number and its account, and moves the cursor to the next field. */
function useFound(number: string, { toAmount, toSearch }: Focus) {
  const goOn = (found: FoundVoucher | null) => (found && isOpen(found) ? toAmount() : toSearch())
  const { answer, ask, reload } = useVoucherSearch(number, goOn)
  const voucher = answer.state === 'found' ? answer.voucher : null
  const shown = useShownAccount(voucher, answer.state === 'nothing typed')
  return {
    answer,
    ask,
    voucher,
    shown,
    async reload() {
      shown.refresh()
      goOn(await reload())
    },
  }
}

/** After a payment the payer's account stays, so that the family is offered until the next number is typed. */
function useShownAccount(voucher: FoundVoucher | null, nothingTyped: boolean) {
  const [kept, setKept] = useState<number | null>(null)
  const inSight = voucher?.rollNo ?? null
  const { data, refetch } = useStudentAccount(nothingTyped ? kept : inSight)
  return {
    account: data,
    keep: () => setKept(inSight),
    drop: () => setKept(null),
    refresh: () => void refetch(),
  }
}

/** Prints the slip if the clerk wants it, then goes back or to the next search. */
function afterReceipt(
  { receiptToPrint, next }: Received,
  { print, goBack }: AfterReceipt,
  toSearch: () => void,
): void {
  const goOn = next === 'go back' ? goBack : toSearch
  if (receiptToPrint === null) return goOn()
  // Text typed while the slip prints is for the next search.
  if (next === 'stay') startTypeAhead()
  print(receiptToPrint, goOn)
}

export type Counter = ReturnType<typeof useCounter>

interface Draft {
  readonly number: string
  /** The amount typed for one voucher; null while the preset applies. */
  readonly amount: { readonly voucherNo: string; readonly text: string } | null
  /** Null while it is today. */
  readonly receivedDate: CalendarDate | '' | null
  readonly paidBy: TypedPaidBy
  /** The paid voucher on which the clerk chose to receive in advance. */
  readonly inAdvance: string | null
}

const blank = (number = ''): Draft => ({
  number,
  amount: null,
  receivedDate: null,
  paidBy: typedCash,
  inAdvance: null,
})

/** The amount due; empty for a payment in advance, whose amount only the payer knows. */
const presetAmount = (voucher: VoucherReply): string =>
  isInAdvance(voucher) ? '' : formatRupees(netBalance(voucher))

type CounterDraft = ReturnType<typeof useCounterDraft>

/** The typed fields; they survive a lost session and a visit to another screen. */
function useCounterDraft(today: CalendarDate) {
  const [draft, setDraft, clear] = useDraft('receive payment', () => blank())
  const lastPaidBy = useRef(typedCash)
  return {
    number: draft.number,
    inAdvance: draft.inAdvance,
    clear: () => {
      lastPaidBy.current = draft.paidBy
      clear()
    },
    /** Another number starts empty: the amount of one voucher is never offered for the next. */
    start: (number: string) => {
      lastPaidBy.current = typedCash
      setDraft(blank(number))
    },
    /** Starts with the next child of the family that paid last, often by the same cheque. */
    startNext: (number: string) => setDraft({ ...blank(number), paidBy: lastPaidBy.current }),
    startAdvance: ({ voucherNo }: VoucherReply) =>
      setDraft((before) => ({ ...before, inAdvance: voucherNo })),
    typedFor: (voucher: VoucherReply): TypedPayment => ({
      amount: draft.amount?.voucherNo === voucher.voucherNo ? draft.amount.text : presetAmount(voucher),
      receivedDate: draft.receivedDate ?? today,
      paidBy: draft.paidBy,
    }),
    /** Keeps only changed fields: an unchanged amount follows the balance. */
    keep: ({ voucherNo }: VoucherReply, { amount, receivedDate, paidBy }: Partial<TypedPayment>) =>
      setDraft((before) => ({
        ...before,
        ...(paidBy && { paidBy }),
        ...(amount !== undefined && { amount: { voucherNo, text: amount } }),
        ...(receivedDate !== undefined && { receivedDate: receivedDate === today ? null : receivedDate }),
      })),
  }
}
