import { Text } from '@mantine/core'
import { transferAdvance } from '#contract/adjustments.ts'
import { formatRupees, type Money } from '#domain/money.ts'
import { useStaff } from '#web/api/session.ts'
import { FormDialog, ReasonInput } from '#web/kit/form/form-dialog.tsx'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
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

interface Typed {
  readonly amount: string
  readonly reason: string
  readonly toRollNo: OtherStudent
}

/** Moves all or part of a student's advance to another student. */
export function TransferDialog({ rollNo, advance, balance, family, close }: TransferDialogProps) {
  const { campus } = useStaff()
  const alert = useAlert()
  const form = useSendForm<typeof transferAdvance, Typed>({
    endpoint: transferAdvance,
    act: 'transferAdvance',
    requested: close,
    initial: () => ({ amount: formatRupees(advance), reason: '', toRollNo: noOtherStudent }),
    check: (typed) => ({
      ...amountAndReasonErrors(typed),
      ...(typed.toRollNo.rollNo === null && { toRollNo: 'Find the other student' }),
    }),
    sent: ({ amount, reason, toRollNo }) => ({
      params: { campus, rollNo },
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
