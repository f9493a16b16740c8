import { SegmentedControl, Text } from '@mantine/core'
import { lowerDebt, refundAdvance, transferAdvance } from '#contract/adjustments.ts'
import type { DebtKind } from '#domain/adjustment.ts'
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
import { rupeesText, type FamilyMember } from '#web/kit/student-account.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { amountAndReasonErrors, amountIn } from './adjusting-input.ts'
import { noOtherStudent, OtherStudentField, type OtherStudent } from './other-student.tsx'

interface TransferDialogProps {
  readonly rollNo: number
  readonly advance: Money
  readonly balance: Money
  readonly family: readonly FamilyMember[]
  readonly close: () => void
}

interface TypedTransfer {
  readonly amount: string
  readonly reason: string
  readonly toRollNo: OtherStudent
}

/** Moves all or part of a student's advance to another student. */
export function TransferDialog({ rollNo, advance, balance, family, close }: TransferDialogProps) {
  const alert = useAlert()
  const form = useSendForm<typeof transferAdvance, TypedTransfer>({
    endpoint: transferAdvance,
    act: 'transferAdvance',
    requested: close,
    initial: () => ({ amount: formatRupees(advance), reason: '', toRollNo: noOtherStudent }),
    check: (typed) => ({
      ...amountAndReasonErrors(typed),
      ...(typed.toRollNo.rollNo === null && { toRollNo: 'Find the other student' }),
    }),
    sent: ({ amount, reason, toRollNo }) => ({
      params: { rollNo },
      body: { toRollNo: toRollNo.rollNo ?? 0, amount: amountIn(amount), reason, expectedBalance: balance },
    }),
    async done({ msg, adjustmentNo, otherNo }) {
      close()
      await alert(msg, { detail: `Adjustments no. ${adjustmentNo} and ${otherNo}.` })
    },
  })
  return (
    <FormDialog title="Transfer an advance" confirmLabel="Transfer" form={form} close={close}>
      <Text>{rupeesText(advance)} was paid in advance.</Text>
      <OtherStudentField
        value={form.values.toRollNo}
        onChange={(toRollNo) => form.change({ toRollNo })}
        error={form.errors.toRollNo}
        family={family}
      />
      <AmountField label="Amount" required {...form.field('amount')} />
      <ReasonInput {...form.field('reason')} />
    </FormDialog>
  )
}

interface RefundDialogProps {
  readonly rollNo: number
  readonly advance: Money
  readonly balance: Money
  readonly close: () => void
}

interface TypedRefund {
  readonly amount: string
  readonly reason: string
  readonly paidBy: TypedPaidBy
  readonly reference: string
}

/** Pays back all or part of a student's advance. */
export function RefundDialog({ rollNo, advance, balance, close }: RefundDialogProps) {
  const { today } = useStaff()
  const alert = useAlert()
  const form = useSendForm<typeof refundAdvance, TypedRefund>({
    endpoint: refundAdvance,
    act: 'refundAdvance',
    requested: close,
    initial: () => ({ amount: formatRupees(advance), reason: '', paidBy: typedCash, reference: '' }),
    check: (typed) => ({ ...amountAndReasonErrors(typed), ...typedPaidByErrors(typed.paidBy, today) }),
    sent({ amount, reason, paidBy }) {
      const { method, reference } = readPaidBy(paidBy)
      const body = { amount: amountIn(amount), reason, expectedBalance: balance, method, reference }
      return { params: { rollNo }, body }
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

interface TypedDebt {
  readonly kind: DebtKind
  readonly amount: string
  readonly reason: string
}

/** Writes off or waives all or part of a student's debt. */
export function DebtDialog({ rollNo, debt, balance, close }: DebtDialogProps) {
  const alert = useAlert()
  const form = useSendForm<typeof lowerDebt, TypedDebt>({
    endpoint: lowerDebt,
    act: 'lowerDebt',
    requested: close,
    initial: () => ({ kind: 'write-off', amount: formatRupees(debt), reason: '' }),
    check: amountAndReasonErrors,
    sent: ({ kind, amount, reason }) => ({
      params: { rollNo },
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
