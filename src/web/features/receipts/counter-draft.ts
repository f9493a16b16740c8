import type { VoucherReply } from '#contract/voucher.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { formatRupees } from '#domain/money.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import { useDraft } from '#web/api/drafts.ts'
import type { TypedPayment } from './payment.ts'

interface Draft {
  readonly number: string
  /** What was typed for one voucher; null while its balance is the preset. */
  readonly amount: { readonly voucherNo: string; readonly text: string } | null
  /** Null while it is today. */
  readonly receivedDate: CalendarDate | '' | null
}

const blank = (number = ''): Draft => ({ number, amount: null, receivedDate: null })

/** What is typed at the counter; it outlives a lost session and a look at another screen. */
export function useCounterDraft(today: CalendarDate) {
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
