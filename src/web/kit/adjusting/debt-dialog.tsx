import { SegmentedControl, Text } from '@mantine/core'
import { lowerDebt } from '#contract/adjustments.ts'
import type { DebtKind } from '#domain/adjustment.ts'
import { formatRupees, type Money } from '#domain/money.ts'
import { useStaff } from '#web/api/session.ts'
import { FormDialog, ReasonInput } from '#web/kit/form/form-dialog.tsx'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { restWords } from '#web/kit/receiving/payment-input.ts'
import { rupeesText } from '#web/kit/student-account.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { amountAndReasonErrors, amountIn } from './adjusting-input.ts'

interface DebtDialogProps {
  readonly rollNo: number
  /** The amount that can be written off. */
  readonly debt: Money
  readonly balance: Money
  readonly close: () => void
}

const kinds = [
  { value: 'write-off', label: 'Write off' },
  { value: 'waiver', label: 'Waive' },
] as const satisfies readonly { readonly value: DebtKind; readonly label: string }[]

const meaning: Readonly<Record<DebtKind, string>> = {
  'write-off': 'The money will not come: the debt is taken off the books. No receipt is made.',
  waiver: 'The school does without it, such as a fine or a concession. No receipt is made.',
}

interface Typed {
  readonly kind: DebtKind
  readonly amount: string
  readonly reason: string
}

/** Writes off or waives all or part of a student's debt. */
export function DebtDialog({ rollNo, debt, balance, close }: DebtDialogProps) {
  const { campus } = useStaff()
  const alert = useAlert()
  const form = useSendForm<typeof lowerDebt, Typed>({
    endpoint: lowerDebt,
    act: 'lowerDebt',
    requested: close,
    initial: () => ({ kind: 'write-off', amount: formatRupees(debt), reason: '' }),
    check: amountAndReasonErrors,
    sent: ({ kind, amount, reason }) => ({
      params: { campus, rollNo },
      body: { kind, amount: amountIn(amount), reason, expectedBalance: balance },
    }),
    async done({ msg, adjustmentNo, balance: left }) {
      close()
      await alert(msg, { detail: `Adjustment no. ${adjustmentNo}. ${restWords(left)}` })
    },
  })
  const { kind } = form.values
  return (
    <FormDialog
      title="Lower the debt"
      confirmLabel={kind === 'waiver' ? 'Waive' : 'Write off'}
      form={form}
      close={close}
    >
      <SegmentedControl
        aria-label="Kind"
        value={kind}
        onChange={(chosen) => form.change({ kind: chosen })}
        data={[...kinds]}
      />
      <Text>
        {rupeesText(debt)} is owed. {meaning[kind]}
      </Text>
      <AmountField label="Amount" required {...form.field('amount')} />
      <ReasonInput {...form.field('reason')} />
    </FormDialog>
  )
}
