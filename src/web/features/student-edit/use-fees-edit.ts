import { editFees, type studentInfo } from '#contract/student-edit.ts'
import type { VoucherReply } from '#contract/voucher.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { byHead, studentHeads } from '#domain/fee-heads.ts'
import type { Fees } from '#domain/fee.ts'
import type { Money } from '#domain/money.ts'
import { netBalance, netMonthlyFee, netReceivable, thisMonth, type Account } from '#domain/voucher-amounts.ts'
import { repriceVoucher } from '#domain/voucher.ts'
import type { BodyOf, CallFailed, Reply, Sent } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { reasonError } from '#web/kit/approval/reason-field.tsx'
import { balanceText } from '#web/kit/balance-text.ts'
import type { FormErrors } from '#web/kit/form/field-errors.ts'
import { localDateTime } from '#web/kit/local-date-time.ts'
import type { Changed } from '#web/kit/student-form/edit-parts.tsx'
import { feeChanges, feesForm } from '#web/kit/student-form/fee-changes.ts'
import { errorsIn, feeNames, feesOf, type StudentForm } from '#web/kit/student-form/student-form.ts'
import { useStudentEdit, type SavedWords } from '#web/kit/student-form/use-student-edit.ts'
import { useNeedsReason } from '#web/kit/use-campus-rules.ts'

interface FeesEditForm extends StudentForm {
  /** Required if the edit may need approval. */
  readonly reason: string
}

/** An edit of fees and its effect on the open voucher (spec 4.edit-voucher, decisions 3.fees.edit). */
export function useFeesEdit() {
  const { today, name } = useStaff()
  const needsReason = useNeedsReason()
  const edit = useStudentEdit<typeof editFees, FeesEditForm>({
    endpoint: editFees,
    act: 'editFees',
    draft: 'edit voucher',
    names: [...feeNames, 'reason'],
    failedWords: 'Editing voucher failed',
    alertsEveryFailure: true,
    // Without a change no reason is required: the answer is that nothing has changed.
    check: (): FormErrors<FeesEditForm> => ({ ...errors, ...reasonError(reason, needsReason && isChanged()) }),
    isChanged,
    sent: (): Sent<typeof editFees> | null =>
      info
        ? {
            body: {
              ...withEditor(payload(info.studentData.rollNo), form, name),
              ...(reason !== '' && { reason }),
            },
          }
        : null,
    // Leaves out editor and time, which do not identify an edit.
    identity: (): unknown => info && payload(info.studentData.rollNo),
    saved: ({ msg, voucher }): SavedWords => [
      msg,
      `${student?.studentName}, Roll No. ${student?.rollNo}. ${voucherWords(voucher)}`,
    ],
    explain: async (failure) => (failure.code === 'balance-changed' ? describeChange(failure) : null),
  })
  const { info } = edit
  const student = info?.studentData
  const { reason = '' } = edit.form.values
  const { open, form, errors, changes, effect } = outcomeOf(info, edit.form.values, today)
  const payload = (rollNo: number) => feesPayload(form, rollNo, open)

  function isChanged(): boolean {
    return changes.length > 0 || effect?.differs === true
  }

  /** States the amount to be paid now, after another user has received or changed something. */
  async function describeChange({ msg }: CallFailed): Promise<string> {
    const now = await edit.lookup.reload()
    if (!now) return msg
    const { openVoucher } = now.data
    const words = openVoucher
      ? `It is ${balanceText(openVoucher.netBalance)} now.`
      : 'There is no unpaid voucher now.'
    return `${msg}. ${words} Please check the sums again.`
  }

  return { ...edit, needsReason, fields: edit.withValues({ ...form, reason }), open, changes, effect }
}

/** The typed fees and their effect on the open voucher. */
function outcomeOf(
  info: Reply<typeof studentInfo>['data'] | null,
  typed: Partial<StudentForm>,
  today: CalendarDate,
) {
  const open = info?.openVoucher ?? null
  const before = feesForm(info?.monthlyFeeData ?? null, today)
  const form: StudentForm = info ? { ...before, ...typed } : before
  const errors = errorsIn('fees', form, today)
  const effect = open && Object.keys(errors).length === 0 ? repriced(open, feesOf(form)) : null
  return { open, form, errors, changes: feeChanges(before, form), effect }
}

type Payload = BodyOf<typeof editFees>

/** Every field of spec 7.admissions.edit-fee; our server sets fee, editor and time itself (decisions 6.payloads). */
const withEditor = (payload: Payload, form: StudentForm, editedBy: string): Payload => ({
  ...payload,
  newFee: {
    ...payload.newFee,
    netMonthlyFee: netMonthlyFee(feesOf(form)),
    editedBy,
    editedOn: localDateTime(new Date()),
  },
})

const voucherWords = (voucher: Reply<typeof editFees>['voucher']): string =>
  voucher
    ? `Voucher ${voucher.voucherNo}: ${balanceText(voucher.netBalance)} to be paid.`
    : 'The fees will be on the next voucher.'

interface Repriced {
  readonly changes: readonly Changed[]
  /** True if any sum of the voucher will change. */
  readonly differs: boolean
  readonly balance: Money
}

const sumsOf = ({ adjusted }: Account): readonly { label: string; of: (account: Account) => Money }[] => [
  { label: 'This month', of: thisMonth },
  { label: 'With arrears', of: netReceivable },
  { label: 'Received so far', of: ({ received }) => received },
  ...(adjusted === 0 ? [] : [{ label: 'Adjusted', of: () => adjusted }]),
  { label: 'Left to pay', of: netBalance },
]

/** The effect of the fees on the open voucher; null if the rules would not re-price it. */
export function repriced(before: VoucherReply, fees: Fees): Repriced | null {
  const outcome = repriceVoucher(before, before.voucherNo, fees)
  if (!outcome.ok) return null
  const after = { ...before, ...outcome.value }
  return {
    changes: sumsOf(before).map(({ label, of }) => ({
      label,
      before: balanceText(of(before)),
      after: balanceText(of(after)),
    })),
    differs: feeNames.some((name) => before[name] !== after[name]),
    balance: netBalance(after),
  }
}

/** The payload of spec 7.admissions.edit-fee, with the balance that the clerk saw if a voucher is open. */
function feesPayload(form: StudentForm, rollNo: number, open: VoucherReply | null): BodyOf<typeof editFees> {
  const fees = feesOf(form)
  return {
    rollNo,
    newFee: byHead(studentHeads, ({ key }) => fees[key]),
    ...(open && { expectedBalance: open.netBalance }),
  }
}
