import type { Endpoint } from '#contract/endpoint.ts'
import { formatRupees, nothing, parseRupees, type Money } from '#domain/money.ts'
import type { Reply } from '#web/api/call.ts'
import { reasonErrors, type FormErrors } from '#web/kit/form/field-errors.ts'
import { useSendForm, type SendFormOptions } from '#web/kit/form/use-send-form.ts'
import { anyAmountError, type TypedPaidBy } from '#web/kit/receiving/payment-input.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'

interface WithReason {
  readonly reason: string
}

interface ReasonFormOptions<E extends Endpoint, Values extends WithReason> extends Pick<
  SendFormOptions<E, Values>,
  'endpoint' | 'act' | 'initial' | 'renamed' | 'sent' | 'refused'
> {
  readonly close: () => void
  /** Returns the errors of the fields other than the reason. */
  readonly check?: (typed: Values) => FormErrors<Values>
  /** Returns the title and the detail of the alert after the act. */
  readonly alertWords: (reply: Reply<E>, typed: Values) => readonly [title: string, detail: string]
}

export const noReason = (): WithReason => ({ reason: '' })

/** Runs the form of a dialog whose act needs a reason: sends it, closes the dialog and alerts the result. */
export function useReasonForm<E extends Endpoint, Values extends WithReason>({
  close,
  check,
  alertWords,
  ...form
}: ReasonFormOptions<E, Values>) {
  const alert = useAlert()
  return useSendForm<E, Values>({
    ...form,
    isSecret: false,
    requested: close,
    check: (typed) => ({ ...reasonErrors(typed), ...check?.(typed) }),
    async done(reply, typed) {
      close()
      const [title, detail] = alertWords(reply, typed)
      await alert(title, { detail })
    },
  })
}

/** The values of a form that has a method besides the amount. */
export const paymentOf = (amount: Money, paidBy: TypedPaidBy) => ({
  amount: formatRupees(amount),
  reason: '',
  paidBy,
  reference: '',
  chequeDate: '',
})

/** Parses an amount that was already validated. */
export const amountIn = (typed: string): Money => parseRupees(typed) ?? nothing

export function amountErrors({ amount }: { readonly amount: string }): { readonly amount?: string } {
  const wrong = anyAmountError(parseRupees(amount))
  return wrong === undefined ? {} : { amount: wrong }
}
