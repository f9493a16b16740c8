import { Text } from '@mantine/core'
import { correctReceipt, moveReceipt, returnCheque } from '#contract/correction.ts'
import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import type { Money } from '#domain/money.ts'
import { methodAndReference, type PaidBy } from '#domain/payment-method.ts'
import { FormDialog, ReasonInput } from '#web/kit/form/form-dialog.tsx'
import { MethodFields } from '#web/kit/receiving/method-fields.tsx'
import {
  paidByBody,
  readPaidBy,
  restWords,
  typedPaidBy,
  typedPaidByErrors,
} from '#web/kit/receiving/payment-input.ts'
import { rupeesText } from '#web/kit/student-account.ts'
import { AmountField } from '#web/ui/amount-field.tsx'
import { noOtherStudent, OtherStudentField, type OfFamily } from './other-student.tsx'
import { amountErrors, amountIn, noReason, paymentOf, useReasonForm } from './use-reason-form.ts'

export interface ReceiptOfAccount extends PaidBy {
  readonly receiptNo: number
  readonly rollNo: number
  readonly amount: Money
  readonly receivedDate: CalendarDate
  readonly balance: Money
}

interface ReceiptProps {
  readonly receipt: ReceiptOfAccount
  readonly close: () => void
}

const receiptWords = ({ amount, receivedDate, ...paidBy }: ReceiptOfAccount): string =>
  `${rupeesText(amount)} of ${formatDate(receivedDate)}, ${methodAndReference(paidBy)}.`

/** Corrects one receipt of any age. */
export function CorrectReceiptDialog({ receipt, close }: ReceiptProps) {
  const { receiptNo, rollNo, receivedDate, balance: expectedBalance } = receipt
  const form = useReasonForm({
    endpoint: correctReceipt,
    act: 'correctReceipt',
    initial: () => paymentOf(receipt.amount, typedPaidBy(receipt)),
    renamed: { receivedAmount: 'amount' },
    check: (typed) => ({ ...amountErrors(typed), ...typedPaidByErrors(typed.paidBy, receivedDate) }),
    sent({ amount, reason, paidBy }) {
      const paid = paidByBody(readPaidBy(paidBy))
      return {
        params: { receiptNo },
        body: { receivedAmount: amountIn(amount), reason, expectedBalance, ...paid },
      }
    },
    alertWords({ msg, receiptNo: newNo, balance }) {
      const newReceipt = newNo === null ? 'No receipt takes its place.' : `New receipt no. ${newNo}.`
      return [msg, `${newReceipt} ${restWords(balance)}`]
    },
    close,
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

export function MoveReceiptDialog({ receipt, family, close }: ReceiptProps & OfFamily) {
  const { receiptNo, balance: expectedBalance } = receipt
  const form = useReasonForm({
    endpoint: moveReceipt,
    act: 'moveReceipt',
    initial: () => ({ toRollNo: noOtherStudent, reason: '' }),
    check: ({ toRollNo: { rollNo } }) => (rollNo === null ? { toRollNo: 'Find the student who paid' } : {}),
    sent: ({ toRollNo: { rollNo }, reason }) => ({
      params: { receiptNo },
      body: { toRollNo: rollNo ?? 0, reason, expectedBalance },
    }),
    alertWords: ({ msg, receiptNo: newNo, balance, otherBalance }) => [
      msg,
      `New receipt no. ${newNo} of the other student: ${restWords(otherBalance)}\nHere: ${restWords(balance)}`,
    ],
    close,
  })
  return (
    <FormDialog title={`Move receipt ${receiptNo}`} confirmLabel="Move" form={form} close={close}>
      <Text>
        {receiptWords(receipt)} It is reversed here and written for the student who paid it, on the same day.
      </Text>
      <OtherStudentField {...form.field('toRollNo')} family={family} />
      <ReasonInput {...form.field('reason')} />
    </FormDialog>
  )
}

export function ReturnChequeDialog({ receipt, close }: ReceiptProps) {
  const { receiptNo, balance: expectedBalance } = receipt
  const form = useReasonForm({
    endpoint: returnCheque,
    act: 'returnCheque',
    initial: noReason,
    sent: ({ reason }) => ({ params: { receiptNo }, body: { reason, expectedBalance } }),
    alertWords: ({ msg, balance }) => [msg, restWords(balance)],
    close,
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
