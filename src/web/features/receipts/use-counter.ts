import type { FoundVoucher } from '#contract/counter.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { useVoucherSearch } from '#web/kit/use-voucher-search.ts'
import { dropTypedKeys } from '#web/ui/type-ahead.ts'
import { useCounterDraft } from './counter-draft.ts'
import { checkPayment, scannedInto, type TypedPayment } from './payment.ts'
import type { Received } from './send-once.ts'
import { useCounterFocus } from './use-counter-focus.ts'
import { receiving } from './trouble.ts'
import { useReceive } from './use-receive.ts'
import { useSendPayment } from './use-send-payment.ts'
import { whyNotReceivable } from './why-not-receivable.ts'

const isOpen = (voucher: FoundVoucher): boolean => whyNotReceivable(voucher) === null

interface AfterReceipt {
  readonly print: (receiptNo: number) => void
  readonly goBack: () => void
}

/** The counter: one number, its voucher, one payment, its slip if it is wanted, and then the next in the queue. */
export function useCounter(today: CalendarDate, { print, goBack }: AfterReceipt) {
  const draft = useCounterDraft(today)
  const { searchField, form, toSearch, toAmount, toWrong } = useCounterFocus()
  const goOn = (found: FoundVoucher | null) => (found && isOpen(found) ? toAmount() : toSearch())
  const search = useVoucherSearch(draft.number, goOn)
  const received = ({ toPrint, next }: Received) => {
    draft.clear()
    // Where the counter was left while the payment was sent, nothing leads away from the screen that came after it.
    if (!searchField.current) return dropTypedKeys()
    if (next === 'go back') return goBack()
    toSearch()
    if (toPrint !== null) print(toPrint)
  }
  const overtaken = async () => goOn(await search.reload())
  const steps = { received, notSent: toAmount, overtaken, wrong: toWrong }
  const till = useReceive(useSendPayment(), receiving, steps)

  const { answer } = search
  const voucher = answer.state === 'found' ? answer.voucher : null
  const typed = voucher && draft.typedFor(voucher)
  const open = voucher !== null && isOpen(voucher)

  const type = (number: string) => {
    till.calm()
    draft.start(number)
    if (number === '') toSearch()
  }
  const find = (number: string) => {
    if (number !== draft.number) type(number)
    search.ask(number)
  }
  const change = (changed: Partial<TypedPayment>) => {
    till.unmark()
    if (voucher) draft.keep(voucher, changed)
  }
  const submit = () => {
    if (!voucher || !typed || !open || till.busy) return
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
    /** Whether money can be received on the voucher in sight. */
    open,
    reloading: answer.state === 'found' && answer.reloading,
    till,
    searchField,
    form,
    type,
    find,
    change,
    submit,
    forget: draft.clear,
    toSearch,
  }
}
