import { Text } from '@mantine/core'
import { refundAdvance } from '#contract/adjustments.ts'
import { formatRupees, type Money } from '#domain/money.ts'
import { useStaff } from '#web/api/session.ts'
import { FormDialog, ReasonInput } from '#web/kit/form/form-dialog.tsx'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { MethodFields } from '#web/kit/receiving/method-fields.tsx'
import {
  readPaidBy,
  restWords,
  typedCash,
  typedPaidByErrors,
  type TypedPaidBy,
} from '#web/kit/receiving/payment-input.ts'
import { rupeesText } from '#web/kit/student-account.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { amountAndReasonErrors, amountIn } from './adjusting-input.ts'

interface RefundDialogProps {
  readonly rollNo: number
  readonly advance: Money
  readonly balance: Money
  readonly close: () => void
}

interface Typed {
  readonly amount: string
  readonly reason: string
  readonly paidBy: TypedPaidBy
  readonly reference: string
}

/** Pays back all or part of a student's advance. */
export function RefundDialog({ rollNo, advance, balance, close }: RefundDialogProps) {
  const { campus, today } = useStaff()
  const alert = useAlert()
  const form = useSendForm<typeof refundAdvance, Typed>({
    endpoint: refundAdvance,
    act: 'refundAdvance',
    requested: close,
    initial: () => ({ amount: formatRupees(advance), reason: '', paidBy: typedCash, reference: '' }),
    check: (typed) => ({ ...amountAndReasonErrors(typed), ...typedPaidByErrors(typed.paidBy, today) }),
    sent({ amount, reason, paidBy }) {
      const { method, reference } = readPaidBy(paidBy)
      const body = { amount: amountIn(amount), reason, expectedBalance: balance, method, reference }
      return { params: { campus, rollNo }, body }
    },
    async done({ msg, adjustmentNo, balance: left }) {
      close()
      await alert(msg, { detail: `Adjustment no. ${adjustmentNo}. ${restWords(left)}` })
    },
  })
  return (
    <FormDialog title="Pay back an advance" confirmLabel="Pay back" form={form} close={close}>
      <Text>{rupeesText(advance)} was paid in advance.</Text>
      <AmountField label="Amount" required {...form.field('amount')} />
      <MethodFields
        typed={form.values.paidBy}
        onChange={(paidBy) => form.change({ paidBy })}
        errors={form.errors}
        readOnly={form.sending}
        rollNo={null}
      />
      <ReasonInput {...form.field('reason')} />
    </FormDialog>
  )
}
