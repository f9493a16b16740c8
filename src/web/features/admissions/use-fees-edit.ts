import { editFees } from '#contract/student-edit.ts'
import { netMonthlyFee } from '#domain/voucher-amounts.ts'
import { CallFailed, type BodyOf, type Reply } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { localDateTime } from '#web/kit/local-date-time.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { fromServer, wrongIn } from './admission-checks.ts'
import { feesOf, type AdmissionForm } from './admission-form.ts'
import { feeChanges, feesForm, feesPayload, repriced } from './fee-changes.ts'
import { useStudentEdit } from './use-student-edit.ts'

/** The fees of the student in sight, and what is typed over them. */
function useTypedFees() {
  const { today } = useStaff()
  const edit = useStudentEdit<AdmissionForm>({
    draft: 'edit voucher',
    failedWords: 'Editing voucher failed',
    alertsEveryFailure: true,
  })
  const open = edit.info?.openVoucher ?? null
  const before = feesForm(edit.info?.monthlyFeeData ?? null, today)
  const form: AdmissionForm = edit.info ? { ...before, ...edit.typed } : before
  const wrong = wrongIn('fees', form, today)
  return { ...edit, open, form, wrong, changes: feeChanges(before, form) }
}

/** An edit of fees, what it does to the open voucher, and the sending of it (spec 4.edit-voucher, decisions 3.fees.edit). */
export function useFeesEdit() {
  const edit = useTypedFees()
  const { info, open, form, wrong, changes } = edit
  const { name } = useStaff()
  const { send, sending } = useChange(editFees)
  const effect = open && Object.keys(wrong).length === 0 ? repriced(open, feesOf(form)) : null
  const ready = changes.length > 0 || effect?.differs === true

  async function submit() {
    if (!info || !ready || (await edit.mark(wrong))) return
    const { studentName, rollNo } = info.studentData
    try {
      const payload = feesPayload(form, rollNo, open)
      // Who edited and when is no part of what tells one edit from another.
      const { msg, voucher } = await send({ body: withEditor(payload, form, name) }, payload)
      await edit.done(msg, `${studentName}, Roll No. ${rollNo}. ${told(voucher)}`)
    } catch (error) {
      const explanation = isOvertaken(error) ? await describeChange(error) : undefined
      await edit.failed(error, ({ errors }) => fromServer(errors, form), explanation)
    }
  }

  /** Somebody received or changed something meanwhile: the clerk is told what is to be paid now. */
  async function describeChange({ msg }: CallFailed): Promise<string> {
    const now = await edit.lookup.reload()
    if (!now) return msg
    const { openVoucher } = now.data
    const words = openVoucher
      ? `It is ${balanceText(openVoucher.netBalance)} now.`
      : 'No voucher is open now.'
    return `${msg}. ${words} Please check the sums again.`
  }

  return { ...edit, effect, ready, sending, submit }
}

type Payload = BodyOf<typeof editFees>

/** Every field of spec 7.admissions.edit-fee; our server works out the fee, and knows the editor and the time itself (decisions 6.payloads). */
const withEditor = (payload: Payload, form: AdmissionForm, editedBy: string): Payload => ({
  ...payload,
  newFee: {
    ...payload.newFee,
    netMonthlyFee: netMonthlyFee(feesOf(form)),
    editedBy,
    editedOn: localDateTime(new Date()),
  },
})

const isOvertaken = (error: unknown): error is CallFailed =>
  error instanceof CallFailed && error.code === 'balance-changed'

const told = (voucher: Reply<typeof editFees>['voucher']): string =>
  voucher
    ? `Voucher ${voucher.voucherNo}: ${balanceText(voucher.netBalance)} to be paid.`
    : 'The fees wait for the next voucher.'
