import { SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { lowerDebt, refundAdvance, transferAdvance } from '#contract/adjustments.ts'
import type { AccountVoucherReply } from '#contract/student-account.ts'
import { voidVoucher } from '#contract/voucher-void.ts'
import { debtKinds, type DebtKind } from '#domain/adjustment.ts'
import { formatMonth } from '#domain/calendar.ts'
import { formatRupees, type Money } from '#domain/money.ts'
import type { Reply } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { MethodFields } from '#web/kit/receiving/method-fields.tsx'
import { readPaidBy, restWords, typedCash, typedPaidByErrors } from '#web/kit/receiving/payment-input.ts'
import { rupeesText } from '#web/kit/student-account.ts'
import { AmountField } from '#web/ui/amount-field.tsx'
import { noOtherStudent, OtherStudentField, type OfFamily } from './other-student.tsx'
import { amountErrors, amountIn, noReason, paymentOf, ReasonDialog } from './reason-dialog.tsx'

interface DialogProps {
  readonly rollNo: number
  /** The balance that the clerk sees. */
  readonly balance: Money
  readonly close: () => void
}

type AdvanceProps = DialogProps & { readonly advance: Money }

export const TransferDialog = ({ rollNo, advance, balance, family, close }: AdvanceProps & OfFamily) => (
  <ReasonDialog
    title="Transfer an advance"
    confirmLabel="Transfer"
    endpoint={transferAdvance}
    act="transferAdvance"
    initial={() => ({ amount: formatRupees(advance), reason: '', toRollNo: noOtherStudent })}
    check={(typed) => ({
      ...amountErrors(typed),
      ...(typed.toRollNo.rollNo === null && { toRollNo: 'Find the other student' }),
    })}
    sent={({ amount, reason, toRollNo }) => ({
      params: { rollNo },
      body: { toRollNo: toRollNo.rollNo ?? 0, amount: amountIn(amount), reason, expectedBalance: balance },
    })}
    alertWords={({ msg, adjustmentNo, otherNo }) => [msg, `Adjustments no. ${adjustmentNo} and ${otherNo}.`]}
    startsAbove
    close={close}
  >
    {(form) => (
      <>
        <Text>{rupeesText(advance)} was paid in advance.</Text>
        <OtherStudentField {...form.field('toRollNo')} family={family} />
        <AmountField label="Amount" required {...form.field('amount')} />
      </>
    )}
  </ReasonDialog>
)

export function RefundDialog({ rollNo, advance, balance, close }: AdvanceProps) {
  const { today } = useStaff()
  return (
    <ReasonDialog
      title="Pay back an advance"
      confirmLabel="Pay back"
      endpoint={refundAdvance}
      act="refundAdvance"
      initial={() => paymentOf(advance, typedCash)}
      check={(typed) => ({ ...amountErrors(typed), ...typedPaidByErrors(typed.paidBy, today) })}
      sent={({ amount, reason, paidBy }) => {
        const { method, reference } = readPaidBy(paidBy)
        const body = { amount: amountIn(amount), reason, expectedBalance: balance, method, reference }
        return { params: { rollNo }, body }
      }}
      alertWords={adjustedWords}
      startsAbove
      close={close}
    >
      {(form) => (
        <>
          <Text>{rupeesText(advance)} was paid in advance.</Text>
          <AmountField label="Amount" required {...form.field('amount')} />
          <MethodFields
            typed={form.values.paidBy}
            onChange={(paidBy) => form.change({ paidBy })}
            errors={form.errors}
            readOnly={form.sending}
            rollNo={null}
          />
        </>
      )}
    </ReasonDialog>
  )
}

const adjustedWords = ({ msg, adjustmentNo, balance }: Reply<typeof lowerDebt | typeof refundAdvance>) =>
  [msg, `Adjustment no. ${adjustmentNo}. ${restWords(balance)}`] as const

const kinds: Readonly<Record<DebtKind, readonly [label: string, meaning: string]>> = {
  'write-off': ['Write off', 'The money will not come: the debt is taken off the books. No receipt is made.'],
  waiver: ['Waive', 'The school does without it, such as a fine or a concession. No receipt is made.'],
}

/** Writes off or waives all or part of a student's debt, of which `debt` can be taken off. */
export function DebtDialog({ rollNo, debt, balance, close }: DialogProps & { readonly debt: Money }) {
  const [kind, setKind] = useState<DebtKind>('write-off')
  const [label, meaning] = kinds[kind]
  return (
    <ReasonDialog
      title="Lower the debt"
      confirmLabel={label}
      endpoint={lowerDebt}
      act="lowerDebt"
      initial={() => ({ amount: formatRupees(debt), reason: '' })}
      check={amountErrors}
      sent={({ amount, reason }) => ({
        params: { rollNo },
        body: { kind, amount: amountIn(amount), reason, expectedBalance: balance },
      })}
      alertWords={adjustedWords}
      startsAbove
      close={close}
    >
      {(form) => (
        <>
          <SegmentedControl
            aria-label="Kind"
            value={kind}
            onChange={setKind}
            data={debtKinds.map((value) => ({ value, label: kinds[value][0] }))}
          />
          <Text>
            {rupeesText(debt)} is owed. {meaning}
          </Text>
          <AmountField label="Amount" required {...form.field('amount')} />
        </>
      )}
    </ReasonDialog>
  )
}

interface VoidVoucherDialogProps {
  readonly voucher: Pick<
    AccountVoucherReply,
    'amount' | 'month' | 'netBalance' | 'posted' | 'voucherNo' | 'year'
  >
  readonly close: () => void
}

export const VoidVoucherDialog = ({ voucher, close }: VoidVoucherDialogProps) => (
  <ReasonDialog
    title={`Void voucher ${voucher.voucherNo}`}
    confirmLabel="Void"
    danger
    endpoint={voidVoucher}
    initial={noReason}
    sent={({ reason }) => ({
      params: { voucherNo: voucher.voucherNo },
      body: { reason, expectedBalance: voucher.netBalance },
    })}
    alertWords={({ msg }) => [msg, `${voucher.voucherNo} keeps its number and is left out of every sum.`]}
    close={close}
  >
    <Text>
      The voucher of {formatMonth(voucher)}, {rupeesText(voucher.amount)}, keeps its number and leaves every
      list and sum. What it carried is open again, and its one-time fees wait for the next voucher.
      {voucher.posted && ' It is posted: the family may have the paper.'}
    </Text>
  </ReasonDialog>
)
