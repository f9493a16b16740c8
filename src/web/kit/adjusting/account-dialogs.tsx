import { SegmentedControl, Text } from '@mantine/core'
import { lowerDebt, refundAdvance, transferAdvance } from '#contract/adjustments.ts'
import type { AccountVoucherReply } from '#contract/student-account.ts'
import { voidVoucher } from '#contract/voucher-void.ts'
import { debtKinds, type DebtKind } from '#domain/adjustment.ts'
import { formatMonth } from '#domain/calendar.ts'
import { formatRupees, type Money } from '#domain/money.ts'
import type { Reply } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { FormDialog, ReasonInput } from '#web/kit/form/form-dialog.tsx'
import { MethodFields } from '#web/kit/receiving/method-fields.tsx'
import { readPaidBy, restWords, typedCash, typedPaidByErrors } from '#web/kit/receiving/payment-input.ts'
import { rupeesText } from '#web/kit/student-account.ts'
import { AmountField } from '#web/ui/amount-field.tsx'
import { noOtherStudent, OtherStudentField, type OfFamily } from './other-student.tsx'
import { amountErrors, amountIn, noReason, paymentOf, useReasonForm } from './use-reason-form.ts'

interface DialogProps {
  readonly rollNo: number
  /** The balance that the clerk sees. */
  readonly balance: Money
  readonly close: () => void
}

interface AdvanceProps extends DialogProps {
  readonly advance: Money
}

export function TransferDialog({ rollNo, advance, balance, family, close }: AdvanceProps & OfFamily) {
  const form = useReasonForm({
    endpoint: transferAdvance,
    act: 'transferAdvance',
    initial: () => ({ amount: formatRupees(advance), reason: '', toRollNo: noOtherStudent }),
    check: (typed) => ({
      ...amountErrors(typed),
      ...(typed.toRollNo.rollNo === null && { toRollNo: 'Find the other student' }),
    }),
    sent: ({ amount, reason, toRollNo }) => ({
      params: { rollNo },
      body: { toRollNo: toRollNo.rollNo ?? 0, amount: amountIn(amount), reason, expectedBalance: balance },
    }),
    alertWords: ({ msg, adjustmentNo, otherNo }) => [msg, `Adjustments no. ${adjustmentNo} and ${otherNo}.`],
    close,
  })
  return (
    <FormDialog title="Transfer an advance" confirmLabel="Transfer" form={form} close={close}>
      <Text>{rupeesText(advance)} was paid in advance.</Text>
      <OtherStudentField {...form.field('toRollNo')} family={family} />
      <AmountField label="Amount" required {...form.field('amount')} />
      <ReasonInput {...form.field('reason')} />
    </FormDialog>
  )
}

export function RefundDialog({ rollNo, advance, balance, close }: AdvanceProps) {
  const { today } = useStaff()
  const form = useReasonForm({
    endpoint: refundAdvance,
    act: 'refundAdvance',
    initial: () => paymentOf(advance, typedCash),
    check: (typed) => ({ ...amountErrors(typed), ...typedPaidByErrors(typed.paidBy, today) }),
    sent({ amount, reason, paidBy }) {
      const { method, reference } = readPaidBy(paidBy)
      const body = { amount: amountIn(amount), reason, expectedBalance: balance, method, reference }
      return { params: { rollNo }, body }
    },
    alertWords: adjustedWords,
    close,
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

const adjustedWords = ({ msg, adjustmentNo, balance }: Reply<typeof lowerDebt | typeof refundAdvance>) =>
  [msg, `Adjustment no. ${adjustmentNo}. ${restWords(balance)}`] as const

const kinds: Readonly<Record<DebtKind, readonly [label: string, meaning: string]>> = {
  'write-off': ['Write off', 'The money will not come: the debt is taken off the books. No receipt is made.'],
  waiver: ['Waive', 'The school does without it, such as a fine or a concession. No receipt is made.'],
}

interface TypedDebt {
  readonly kind: DebtKind
  readonly amount: string
  readonly reason: string
}

/** Writes off or waives all or part of a student's debt, of which `debt` can be taken off. */
export function DebtDialog({ rollNo, debt, balance, close }: DialogProps & { readonly debt: Money }) {
  const form = useReasonForm({
    endpoint: lowerDebt,
    act: 'lowerDebt',
    initial: (): TypedDebt => ({ kind: 'write-off', amount: formatRupees(debt), reason: '' }),
    check: amountErrors,
    sent: ({ amount, ...typed }) => ({
      params: { rollNo },
      body: { ...typed, amount: amountIn(amount), expectedBalance: balance },
    }),
    alertWords: adjustedWords,
    close,
  })
  const [label, meaning] = kinds[form.values.kind]
  return (
    <FormDialog title="Lower the debt" confirmLabel={label} form={form} close={close}>
      <SegmentedControl
        aria-label="Kind"
        {...form.field('kind')}
        data={debtKinds.map((kind) => ({ value: kind, label: kinds[kind][0] }))}
      />
      <Text>
        {rupeesText(debt)} is owed. {meaning}
      </Text>
      <AmountField label="Amount" required {...form.field('amount')} />
      <ReasonInput {...form.field('reason')} />
    </FormDialog>
  )
}

type VoidedVoucher = Pick<
  AccountVoucherReply,
  'amount' | 'month' | 'netBalance' | 'posted' | 'voucherNo' | 'year'
>

export function VoidVoucherDialog({
  voucher,
  close,
}: {
  readonly voucher: VoidedVoucher
  readonly close: () => void
}) {
  const { voucherNo, amount, posted, netBalance: expectedBalance } = voucher
  const form = useReasonForm({
    endpoint: voidVoucher,
    initial: noReason,
    sent: ({ reason }) => ({ params: { voucherNo }, body: { reason, expectedBalance } }),
    alertWords: ({ msg }) => [msg, `${voucherNo} keeps its number and is left out of every sum.`],
    close,
  })
  return (
    <FormDialog title={`Void voucher ${voucherNo}`} confirmLabel="Void" danger form={form} close={close}>
      <Text>
        The voucher of {formatMonth(voucher)}, {rupeesText(amount)}, keeps its number and leaves every list
        and sum. What it carried is open again, and its one-time fees wait for the next voucher.
        {posted && ' It is posted: the family may have the paper.'}
      </Text>
      <ReasonInput data-autofocus {...form.field('reason')} />
    </FormDialog>
  )
}
