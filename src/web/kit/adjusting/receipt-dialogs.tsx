import { Text } from '@mantine/core'
import { correctReceipt, moveReceipt, returnCheque } from '#contract/correction.ts'
import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import { formatRupees, type Money } from '#domain/money.ts'
import { methodAndReference, type PaidBy } from '#domain/payment-method.ts'
import { reasonErrors } from '#web/kit/form/field-errors.ts'
import { FormDialog, ReasonInput } from '#web/kit/form/form-dialog.tsx'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { MethodFields } from '#web/kit/receiving/method-fields.tsx'
import {
  paidByBody,
  readPaidBy,
  restWords,
  typedPaidBy,
  typedPaidByErrors,
  type TypedPaidBy,
} from '#web/kit/receiving/payment-input.ts'
import { rupeesText, type FamilyMember } from '#web/kit/student-account.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { amountAndReasonErrors, amountIn } from './adjusting-input.ts'
import { noOtherStudent, OtherStudentField, type OtherStudent } from './other-student.tsx'

export interface ReceiptOfAccount extends PaidBy {
  readonly receiptNo: number
  readonly rollNo: number
  readonly amount: Money
  readonly receivedDate: CalendarDate
  readonly balance: Money
}

interface ReceiptDialogProps {
  readonly receipt: ReceiptOfAccount
  readonly close: () => void
}

const receiptWords = ({ amount, receivedDate, ...paidBy }: ReceiptOfAccount): string =>
  `${rupeesText(amount)} of ${formatDate(receivedDate)}, ${methodAndReference(paidBy)}.`

interface TypedCorrection {
  readonly amount: string
  readonly reason: string
  readonly paidBy: TypedPaidBy
  readonly reference: string
  readonly chequeDate: string
}

/** Corrects one receipt of any age. */
export function CorrectReceiptDialog({ receipt, close }: ReceiptDialogProps) {
  const { receiptNo, rollNo, balance, receivedDate } = receipt
  const alert = useAlert()
  const form = useSendForm<typeof correctReceipt, TypedCorrection>({
    endpoint: correctReceipt,
    act: 'correctReceipt',
    requested: close,
    initial: () => ({
      amount: formatRupees(receipt.amount),
      reason: '',
      paidBy: typedPaidBy(receipt),
      reference: '',
      chequeDate: '',
    }),
    renamed: { receivedAmount: 'amount' },
    check: (typed) => ({ ...amountAndReasonErrors(typed), ...typedPaidByErrors(typed.paidBy, receivedDate) }),
    sent: ({ amount, reason, paidBy }) => ({
      params: { receiptNo },
      body: {
        receivedAmount: amountIn(amount),
        reason,
        expectedBalance: balance,
        ...paidByBody(readPaidBy(paidBy)),
      },
    }),
    async done({ msg, receiptNo: newNo, balance: left }) {
      close()
      const newReceipt = newNo === null ? 'No receipt takes its place.' : `New receipt no. ${newNo}.`
      await alert(msg, { detail: `${newReceipt} ${restWords(left)}` })
    },
  })
  return (
    <FormDialog title={`Correct receipt ${receiptNo}`} confirmLabel="Correct" form={form} close={close}>
      <Text>{receiptWords(receipt)} It is reversed, and a new receipt is made of what was received.</Text>
      <AmountField
        label="Received Amount"
        description="0 where nothing was received"
        required
        {...form.field('amount')}
      />
      <MethodFields
        typed={form.values.paidBy}
        onChange={(paidBy) => form.change({ paidBy })}
        errors={form.errors}
        readOnly={form.sending}
        rollNo={rollNo}
        corrected={[receiptNo]}
      />
      <ReasonInput {...form.field('reason')} />
    </FormDialog>
  )
}

interface TypedMove {
  readonly toRollNo: OtherStudent
  readonly reason: string
}

/** Moves a receipt to the student who paid it. */
export function MoveReceiptDialog({
  receipt,
  family,
  close,
}: ReceiptDialogProps & { readonly family: readonly FamilyMember[] }) {
  const { receiptNo, balance } = receipt
  const alert = useAlert()
  const form = useSendForm<typeof moveReceipt, TypedMove>({
    endpoint: moveReceipt,
    act: 'moveReceipt',
    requested: close,
    initial: () => ({ toRollNo: noOtherStudent, reason: '' }),
    check: (typed) => ({
      ...reasonErrors(typed),
      ...(typed.toRollNo.rollNo === null && { toRollNo: 'Find the student who paid' }),
    }),
    sent: ({ toRollNo, reason }) => ({
      params: { receiptNo },
      body: { toRollNo: toRollNo.rollNo ?? 0, reason, expectedBalance: balance },
    }),
    async done({ msg, receiptNo: newNo, balance: left, otherBalance }) {
      close()
      const detail = `New receipt no. ${newNo} of the other student: ${restWords(otherBalance)}\nHere: ${restWords(left)}`
      await alert(msg, { detail })
    },
  })
  return (
    <FormDialog title={`Move receipt ${receiptNo}`} confirmLabel="Move" form={form} close={close}>
      <Text>
        {receiptWords(receipt)} It is reversed here and written for the student who paid it, on the same day.
      </Text>
      <OtherStudentField
        value={form.values.toRollNo}
        onChange={(toRollNo) => form.change({ toRollNo })}
        error={form.errors.toRollNo}
        family={family}
      />
      <ReasonInput {...form.field('reason')} />
    </FormDialog>
  )
}

export function ReturnChequeDialog({ receipt, close }: ReceiptDialogProps) {
  const { receiptNo, balance } = receipt
  const alert = useAlert()
  const form = useSendForm({
    endpoint: returnCheque,
    act: 'returnCheque',
    requested: close,
    isSecret: false,
    initial: () => ({ reason: '' }),
    check: reasonErrors,
    sent: ({ reason }) => ({ params: { receiptNo }, body: { reason, expectedBalance: balance } }),
    async done({ msg, balance: left }) {
      close()
      await alert(msg, { detail: restWords(left) })
    },
  })
  return (
    <FormDialog
      title={`Cheque of receipt ${receiptNo} returned`}
      confirmLabel="Take back"
      form={form}
      close={close}
    >
      <Text>{receiptWords(receipt)} The receipt is reversed today, and the amount is owed again.</Text>
      <ReasonInput data-autofocus {...form.field('reason')} />
    </FormDialog>
  )
}
