import type { CalendarDate } from '#domain/calendar.ts'
import { useDraft } from '#web/api/drafts.ts'
import { asReceived, type Correctable, type TypedCorrection } from './correction.ts'

interface Draft {
  readonly number: string
  /** What was typed for one voucher; null while the fields stand as it was received. */
  readonly typed: (TypedCorrection & { readonly voucherNo: string }) | null
}

const blank = (number = ''): Draft => ({ number, typed: null })

/** What is typed to correct a receipt; it outlives a lost session and a look at another screen. */
export function useCorrectionDraft(today: CalendarDate) {
  const [draft, setDraft, clear] = useDraft('edit receipt', () => blank())
  return {
    number: draft.number,
    clear,
    /** Another number starts anew: nothing typed for one voucher is ever offered for the next. */
    start: (number: string) => setDraft(blank(number)),
    typedFor: (base: Correctable): TypedCorrection =>
      draft.typed?.voucherNo === base.voucher.voucherNo ? draft.typed : asReceived(base, today),
    keep: ({ voucher: { voucherNo } }: Correctable, typed: TypedCorrection) =>
      setDraft((before) => ({ ...before, typed: { ...typed, voucherNo } })),
  }
}
