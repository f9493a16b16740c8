import { useRef, useState } from 'react'
import type { FoundVoucher } from '#contract/counter.ts'
import type { VoucherReply } from '#contract/voucher.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { formatRupees } from '#domain/money.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import { useDraft } from '#web/api/drafts.ts'
import { typedCash, type TypedPaidBy, type TypedPayment } from '#web/kit/receiving/payment-input.ts'
import { useReceive } from '#web/kit/receiving/use-receive.ts'
import { useVoucherSearch } from '#web/kit/receiving/voucher-search-field.tsx'
import { useStudentAccount } from '#web/kit/student-account.ts'
import { dropTypedKeys, startTypeAhead } from '#web/ui/type-ahead.ts'
import { checkPayment, isInAdvance, scannedInto, whyNotReceivable } from './payment.ts'
import { useSendPayment, type PaidBalance, type Received } from './use-send-payment.ts'

type Till = ReturnType<typeof useReceive>

const isOpen = (voucher: FoundVoucher): boolean => whyNotReceivable(voucher) === null

const words = {
  unsure: 'Press Receive again: the payment is saved only once.',
  undone: 'Nothing was received.',
  changed: 'Nothing was received: check the amount and press Receive again.',
}

interface AfterReceipt {
  /** Prints the slip of a new receipt, then calls `onDone`, even if nothing could be printed. */
  readonly print: (receiptNo: number, onDone: () => void) => void
  readonly goBack: () => void
}

/** The counter: one number, its voucher, one payment, its slip if the clerk wants it, and then the next payment. */
export function useCounter(today: CalendarDate, { print, goBack }: AfterReceipt) {
  const draft = useCounterDraft(today)
  const till = useReceive(words)
  const { toSearch, toAmount } = till
  const found = useFound(draft.number, till)
  const { voucher } = found
  const [lastPaid, setLastPaid] = useState<PaidBalance | null>(null)
  const { send, sending } = useSendPayment(setLastPaid)
  const paid = lastPaid?.voucherNo === voucher?.voucherNo ? lastPaid : null
  const typed = voucher && draft.typedFor(voucher)
  const takesAdvance = voucher !== null && draft.inAdvance === voucher.voucherNo && isInAdvance(voucher)
  const open = voucher !== null && (isOpen(voucher) || takesAdvance) && !paid

  const { type, ...typing } = typingOf(draft, till, found)
  function received({ receiptToPrint, leaves }: Received) {
    draft.clear()
    setLastPaid(null)
    found.keepAccount()
    // If the clerk left the counter while the payment was being sent, the new screen stays open.
    if (!till.searchField.current) return dropTypedKeys()
    const goOn = leaves ? goBack : toSearch
    if (receiptToPrint === null) return goOn()
    // Text typed while the slip prints is for the next search.
    if (!leaves) startTypeAhead()
    print(receiptToPrint, goOn)
  }
  function submit() {
    if (!voucher || !typed || !open || till.busy) return
    if (scannedInto(typed.amount)) {
      type(typed.amount.trim())
      return found.ask(typed.amount)
    }
    const checked = checkPayment(voucher, typed, today)
    if (!checked.ok) return till.markWrong(checked.errors)
    const { payment } = checked
    const pay = async () => {
      const done = await send(voucher, payment)
      return done ? () => received(done) : toAmount
    }
    void till.receive(payment.expectedBalance, pay, () => void found.reload())
  }

  return {
    ...found,
    number: draft.number,
    typed,
    /** True if money can be received on the shown voucher. */
    open,
    till,
    sending,
    /** The balance after the payment whose message is open; null before. */
    paid,
    type: (number: string) => type(number),
    ...typing,
    submit,
    forget: draft.clear,
  }
}

export type Counter = ReturnType<typeof useCounter>

/** The input of the clerk: a number typed, requested, or that of the family's next child, and the fields of the payment. */
function typingOf(draft: CounterDraft, till: Till, found: ReturnType<typeof useFound>) {
  const { voucher } = found
  function type(number: string, start = draft.start) {
    till.clearNotice()
    start(number)
    found.dropAccount()
    if (number === '') till.toSearch()
  }
  return {
    type,
    find: (number: string) => {
      if (number !== draft.number) type(number)
      found.ask(number)
    },
    findNext: (rollNo: number) => {
      type(String(rollNo), draft.startNext)
      found.ask(String(rollNo))
    },
    receiveInAdvance: () => {
      if (voucher) draft.startAdvance(voucher)
      till.toAmount()
    },
    change: (changed: Partial<TypedPayment>) => {
      till.clearErrors()
      if (voucher) draft.keep(voucher, changed)
    },
  }
}

/** Finds the voucher of the number and its account, and moves the cursor to the next field. */
function useFound(number: string, { toAmount, toSearch }: Pick<Till, 'toAmount' | 'toSearch'>) {
  const goOn = (found: FoundVoucher | null) => (found && isOpen(found) ? toAmount() : toSearch())
  const { answer, ask, reload } = useVoucherSearch(number, goOn)
  const voucher = answer.state === 'found' ? answer.voucher : null
  const inSight = voucher?.rollNo ?? null
  // After a payment the payer's account stays, so that the family is offered until the next number is typed.
  const [kept, setKept] = useState<number | null>(null)
  const { data, refetch } = useStudentAccount(answer.state === 'nothing typed' ? kept : inSight)
  return {
    answer,
    ask,
    voucher,
    /** The account of the shown student, or of the last payer; undefined until it is loaded. */
    account: data,
    keepAccount: () => setKept(inSight),
    dropAccount: () => setKept(null),
    async reload() {
      void refetch()
      goOn(await reload())
    },
  }
}

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
