import { useState } from 'react'
import type { TypedPayment } from '#web/kit/receiving/payment-input.ts'
import type { FoundVoucher } from '#contract/counter.ts'
import type { VoucherReply } from '#contract/voucher.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { formatRupees, type Money } from '#domain/money.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import { useDraft } from '#web/api/drafts.ts'
import { useVoucherSearch } from '#web/kit/use-voucher-search.ts'
import { dropTypedKeys, startTypeAhead } from '#web/ui/type-ahead.ts'
import { checkPayment, consequence, scannedInto } from './payment.ts'
import type { Received } from '#web/kit/receiving/use-receive.ts'
import { receiving } from '#web/kit/receiving/use-receive.ts'
import { useReceiptFocus } from '#web/kit/receiving/use-receipt-focus.ts'
import { useReceive } from '#web/kit/receiving/use-receive.ts'
import { useSendPayment } from './use-send-payment.ts'
import { whyNotReceivable } from './payment.ts'

const isOpen = (voucher: FoundVoucher): boolean => whyNotReceivable(voucher) === null

interface AfterReceipt {
  /** Prints the slip of a receipt that was just entered; `onDone` follows, also where nothing could be printed. */
  readonly print: (receiptNo: number, onDone: () => void) => void
  readonly goBack: () => void
}

/** The counter: one number, its voucher, one payment, its slip if it is wanted, and then the next in the queue. */
export function useCounter(today: CalendarDate, { print, goBack }: AfterReceipt) {
  const draft = useCounterDraft(today)
  const { searchField, form, toSearch, toAmount, toWrong } = useReceiptFocus()
  const goOn = (found: FoundVoucher | null) => (found && isOpen(found) ? toAmount() : toSearch())
  const search = useVoucherSearch(draft.number, goOn)
  const [paid, setPaid] = useState<{ readonly voucherNo: string; readonly balance: Money } | null>(null)
  const showPaid = (voucherNo: string, balance: Money) => setPaid({ voucherNo, balance })
  const received = ({ toPrint, next }: Received) => {
    draft.clear()
    setPaid(null)
    // Where the counter was left while the payment was sent, nothing leads away from the screen that came after it.
    if (!searchField.current) return dropTypedKeys()
    const goOnAfterwards = next === 'go back' ? goBack : toSearch
    if (toPrint === null) return goOnAfterwards()
    // What is typed while the slip is printed is for the next search.
    if (next === 'stay') startTypeAhead()
    print(toPrint, goOnAfterwards)
  }
  const outdated = async () => goOn(await search.reload())
  const steps = { received, notSent: toAmount, outdated, wrong: toWrong }
  const till = useReceive(useSendPayment(showPaid), receiving, steps)

  const { answer } = search
  const voucher = answer.state === 'found' ? answer.voucher : null
  const typed = voucher && draft.typedFor(voucher)
  const open = voucher !== null && isOpen(voucher)
  const isPaid = voucher !== null && paid?.voucherNo === voucher.voucherNo

  const type = (number: string) => {
    till.clearNotice()
    draft.start(number)
    if (number === '') toSearch()
  }
  const find = (number: string) => {
    if (number !== draft.number) type(number)
    search.ask(number)
  }
  const change = (changed: Partial<TypedPayment>) => {
    till.clearErrors()
    if (voucher) draft.keep(voucher, changed)
  }
  const takeAmount = (amount: Money) => {
    change({ amount: formatRupees(amount) })
    toAmount()
  }
  const submit = () => {
    if (!voucher || !typed || !open || isPaid || till.busy) return
    if (scannedInto(typed.amount)) {
      type(typed.amount.trim())
      return search.ask(typed.amount)
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
    /** What the typed amount will do to the voucher. */
    outcome: voucher && typed && open && !isPaid ? consequence(voucher, typed.amount) : '',
    /** Whether money can be received on the voucher in sight. */
    open,
    reloading: answer.state === 'found' && answer.reloading,
    till,
    /** The balance after the payment whose message is open; null before. */
    paid: isPaid ? paid : null,
    searchField,
    form,
    type,
    find,
    change,
    takeAmount,
    submit,
    forget: draft.clear,
    toSearch,
  }
}

export type Counter = ReturnType<typeof useCounter>

interface Draft {
  readonly number: string
  /** What was typed for one voucher; null while its balance is the preset. */
  readonly amount: { readonly voucherNo: string; readonly text: string } | null
  /** Null while it is today. */
  readonly receivedDate: CalendarDate | '' | null
}

const blank = (number = ''): Draft => ({ number, amount: null, receivedDate: null })

/** What is typed at the counter; it outlives a lost session and a look at another screen. */
function useCounterDraft(today: CalendarDate) {
  const [draft, setDraft, clear] = useDraft('receive payment', () => blank())
  return {
    number: draft.number,
    clear,
    /** Another number starts anew: no amount of one voucher is ever offered for the next. */
    start: (number: string) => setDraft(blank(number)),
    typedFor: (voucher: VoucherReply): TypedPayment => ({
      amount:
        draft.amount?.voucherNo === voucher.voucherNo ? draft.amount.text : formatRupees(netBalance(voucher)),
      receivedDate: draft.receivedDate ?? today,
    }),
    /** Only what the clerk changed: an amount that is left alone follows the balance. */
    keep: ({ voucherNo }: VoucherReply, { amount, receivedDate }: Partial<TypedPayment>) =>
      setDraft((before) => ({
        ...before,
        ...(amount !== undefined && { amount: { voucherNo, text: amount } }),
        ...(receivedDate !== undefined && { receivedDate: receivedDate === today ? null : receivedDate }),
      })),
  }
}
