import type { CalendarDate } from '#domain/calendar.ts'
import { checkCorrection, type TypedCorrection } from './correction.ts'
import { useCorrectionDraft } from './correction-draft.ts'
import { correcting } from './trouble.ts'
import { useCounterFocus } from './use-counter-focus.ts'
import { useReceive } from './use-receive.ts'
import { useSendCorrection } from './use-send-correction.ts'
import { useVoucherInHand } from './use-voucher-in-hand.ts'

/** Edit receipt: one voucher, what was received on it, and what is right. */
export function useReceiptEdit(today: CalendarDate, saved: (toPrint: number | null) => void) {
  const draft = useCorrectionDraft(today)
  const { searchField, form, toSearch, toAmount, toWrong } = useCounterFocus()
  const inHand = useVoucherInHand(draft.number, toAmount, toSearch)
  const { voucher, base, open } = inHand
  const till = useReceive(useSendCorrection(), correcting, {
    received: ({ toPrint }) => {
      draft.clear()
      saved(toPrint)
    },
    notSent: toAmount,
    overtaken: () => inHand.lookAgain(),
    wrong: toWrong,
  })
  const typed = base && draft.typedFor(base)

  const type = (number: string) => {
    till.calm()
    draft.start(number)
  }
  const find = (number: string) => {
    if (number !== draft.number) type(number)
    inHand.ask(number)
  }
  const change = (next: TypedCorrection) => {
    till.unmark()
    if (base) draft.keep(base, next)
  }
  const submit = () => {
    if (!voucher || !base || !typed || !open || till.busy) return
    const checked = checkCorrection(base, typed, today)
    if (!checked.ok) return till.markWrong(checked.errors)
    void till.receive(voucher, checked.correction)
  }
  return {
    ...inHand,
    number: draft.number,
    typed,
    till,
    searchField,
    form,
    type,
    find,
    change,
    submit,
    forget: draft.clear,
  }
}
export type ReceiptEdit = ReturnType<typeof useReceiptEdit>
