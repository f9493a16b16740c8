import { Text } from '@mantine/core'
import { correctReceipt, moveReceipt, returnCheque } from '#contract/correction.ts'
import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import type { Money } from '#domain/money.ts'
import { methodAndReference, type PaidBy } from '#domain/payment-method.ts'
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
import { amountErrors, amountIn, noReason, paymentOf, ReasonDialog } from './reason-dialog.tsx'

export interface ReceiptOfAccount extends PaidBy {
  readonly receiptNo: number
  readonly rollNo: number
  readonly amount: Money
  readonly receivedDate: CalendarDate
  readonly balance: Money
}

type ReceiptProps = { readonly receipt: ReceiptOfAccount; readonly close: () => void }

const receiptWords = ({ amount, receivedDate, ...paidBy }: ReceiptOfAccount): string =>
  `${rupeesText(amount)} of ${formatDate(receivedDate)}, ${methodAndReference(paidBy)}.`

export const CorrectReceiptDialog = ({ receipt, close }: ReceiptProps) => (
  <ReasonDialog
    title={`Correct receipt ${receipt.receiptNo}`}
    confirmLabel="Correct"
    endpoint={correctReceipt}
    act="correctReceipt"
    initial={() => paymentOf(receipt.amount, typedPaidBy(receipt))}
    renamed={{ receivedAmount: 'amount' }}
    check={(typed) => ({ ...amountErrors(typed), ...typedPaidByErrors(typed.paidBy, receipt.receivedDate) })}
    sent={({ amount, reason, paidBy }) => ({
      params: { receiptNo: receipt.receiptNo },
      body: {
        receivedAmount: amountIn(amount),
        reason,
        expectedBalance: receipt.balance,
        ...paidByBody(readPaidBy(paidBy)),
      },
    })}
    alertWords={({ msg, receiptNo, balance }) => {
      const newReceipt = receiptNo === null ? 'No receipt takes its place.' : `New receipt no. ${receiptNo}.`
      return [msg, `${newReceipt} ${restWords(balance)}`]
    }}
    startsAbove
    close={close}
  >
    {(form) => (
      <>
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
          rollNo={receipt.rollNo}
          corrected={[receipt.receiptNo]}
        />
      </>
    )}
  </ReasonDialog>
)

export const MoveReceiptDialog = ({ receipt, family, close }: ReceiptProps & OfFamily) => (
  <ReasonDialog
    title={`Move receipt ${receipt.receiptNo}`}
    confirmLabel="Move"
    endpoint={moveReceipt}
    act="moveReceipt"
    initial={() => ({ toRollNo: noOtherStudent, reason: '' })}
    check={({ toRollNo: { rollNo } }) => (rollNo === null ? { toRollNo: 'Find the student who paid' } : {})}
    sent={({ toRollNo: { rollNo }, reason }) => ({
      params: { receiptNo: receipt.receiptNo },
      body: { toRollNo: rollNo ?? 0, reason, expectedBalance: receipt.balance },
    })}
    alertWords={({ msg, receiptNo, balance, otherBalance }) => [
      msg,
      `New receipt no. ${receiptNo} of the other student: ${restWords(otherBalance)}\nHere: ${restWords(balance)}`,
    ]}
    startsAbove
    close={close}
  >
    {(form) => (
      <>
        <Text>
          {receiptWords(receipt)} It is reversed here and written for the student who paid it, on the same
          day.
        </Text>
        <OtherStudentField {...form.field('toRollNo')} family={family} />
      </>
    )}
  </ReasonDialog>
)

export const ReturnChequeDialog = ({ receipt, close }: ReceiptProps) => (
  <ReasonDialog
    title={`Cheque of receipt ${receipt.receiptNo} returned`}
    confirmLabel="Take back"
    endpoint={returnCheque}
    act="returnCheque"
    initial={noReason}
    sent={({ reason }) => ({
      params: { receiptNo: receipt.receiptNo },
      body: { reason, expectedBalance: receipt.balance },
    })}
    alertWords={({ msg, balance }) => [msg, restWords(balance)]}
    close={close}
  >
    <Text>{receiptWords(receipt)} The receipt is reversed today, and the amount is owed again.</Text>
  </ReasonDialog>
)
