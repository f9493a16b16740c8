import { admitStudent } from '#contract/admission.ts'
import { fillAllFields } from '#contract/refusals.ts'
import { CallFailed, type Reply } from '#web/api/call.ts'
import type { Staff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'
import { fromServer, wrongIn } from './admission-checks.ts'
import { admissionPayload } from './admission-payload.ts'
import { useAdmissionForm } from './use-admission-form.ts'
import { useForecast } from './use-forecast.ts'

/** One admission from the first key to the number given (spec 4.success.admission, spec 5.new-admission). */
export function useAdmission(staff: Staff) {
  const { today } = staff
  const typing = useAdmissionForm(today)
  const { form, mark, open, reset } = typing
  const forecast = useForecast()
  const { send, sending } = useChange(admitStudent)
  const goBack = useGoBack()
  const alert = useAlert()
  const confirm = useConfirm()

  async function next() {
    if (!(await mark(wrongIn('student', form, today)))) open('fees')
  }

  async function submit() {
    if (await mark({ ...wrongIn('student', form, today), ...wrongIn('fees', form, today) })) return
    const number = await forecast.settled()
    if (number === null) {
      await alert(fillAllFields, { tone: 'error', detail: 'Roll No. could not be read from the server.' })
      return
    }
    try {
      // The forecast may change between two tries of one admission, which stays the same act.
      await admitted(await send({ body: admissionPayload(form, number, staff) }, form))
    } catch (error) {
      await failed(error)
    }
  }

  async function admitted(given: Reply<typeof admitStudent>) {
    reset()
    await alert('Admission added successfully', { detail: numbersGiven(given) })
    goBack()
  }

  async function failed(error: unknown) {
    if (!(error instanceof CallFailed)) throw error
    if (error.code === 'signed-out') return
    if (await mark(fromServer(error.errors, form))) return
    await alert('Admission failed, please try again', { tone: 'error', detail: error.msg })
  }

  async function cancel() {
    const sure =
      !typing.typed ||
      (await confirm({
        title: 'Leave this admission?',
        message: 'What was typed is thrown away.',
        confirmLabel: 'Leave',
        cancelLabel: 'Keep typing',
        tone: 'caution',
      }))
    if (!sure) return
    reset()
    goBack()
  }

  return { ...typing, forecast, sending, next, submit, cancel, leave: goBack }
}

const numbersGiven = ({
  rollNo,
  admissionNo,
  registrationNo,
  voucherNo,
  receiptNo,
}: Reply<typeof admitStudent>) =>
  [
    `Roll No. ${rollNo}`,
    `Admission No. ${admissionNo}`,
    `Registration No. ${registrationNo}`,
    `Voucher ${voucherNo}`,
    ...(receiptNo === null ? [] : [`Receipt No. ${receiptNo}`]),
  ].join('\n')
