import type { ComponentProps, ReactNode } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { formatRupees, nothing, parseRupees, type Money } from '#domain/money.ts'
import type { Reply } from '#web/api/call.ts'
import { reasonErrors, type FormErrors } from '#web/kit/form/field-errors.ts'
import { FormDialog, ReasonInput } from '#web/kit/form/form-dialog.tsx'
import { useSendForm, type SendForm, type SendFormOptions } from '#web/kit/form/use-send-form.ts'
import { anyAmountError, type TypedPaidBy } from '#web/kit/receiving/payment-input.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'

type WithReason = { readonly reason: string }

interface ReasonDialogProps<E extends Endpoint, Values extends WithReason>
  extends
    Pick<SendFormOptions<E, Values>, 'endpoint' | 'act' | 'initial' | 'renamed' | 'sent' | 'refused'>,
    Pick<ComponentProps<typeof FormDialog>, 'title' | 'confirmLabel' | 'danger' | 'ready' | 'close'> {
  /** Returns the errors of the fields other than the reason. */
  readonly check?: (typed: Values) => FormErrors<Values>
  /** Returns the title and the detail of the alert after the act. */
  readonly alertWords: (reply: Reply<E>, typed: Values) => readonly [title: string, detail: string]
  /** True if another field than the reason has the cursor first. */
  readonly startsAbove?: boolean
  readonly children: ReactNode | ((form: SendForm<Values> & { readonly sending: boolean }) => ReactNode)
}

export const noReason = (): WithReason => ({ reason: '' })

/** The dialog of an act that needs a reason: sends it, closes and alerts the result. */
export function ReasonDialog<E extends Endpoint, Values extends WithReason>(
  props: ReasonDialogProps<E, Values>,
) {
  const {
    title,
    confirmLabel,
    danger = false,
    ready = true,
    close,
    startsAbove,
    children,
    ...options
  } = props
  const { check, alertWords, ...sending } = options
  const alert = useAlert()
  const form = useSendForm<E, Values>({
    ...sending,
    isSecret: false,
    requested: close,
    check: (typed) => ({ ...reasonErrors(typed), ...check?.(typed) }),
    async done(reply, typed) {
      close()
      const [words, detail] = alertWords(reply, typed)
      await alert(words, { detail })
    },
  })
  return (
    <FormDialog {...{ title, confirmLabel, danger, ready, form, close }}>
      {typeof children === 'function' ? children(form) : children}
      {ready && <ReasonInput data-autofocus={!startsAbove || undefined} {...form.field('reason')} />}
    </FormDialog>
  )
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
