import { admitStudent } from '#contract/admission.ts'
import { fillAllFields } from '#contract/refusals.ts'
import { CallFailed, type Reply } from '#web/api/call.ts'
import type { Staff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { studentPath } from '#web/kit/student-link.tsx'
import { useAlert, useConfirm, useOffer } from '#web/ui/alert-dialog.tsx'
import { useLocation, useNavigate } from 'react-router'
import { fromServer, wrongIn } from './admission-checks.ts'
import type { AdmissionForm } from './admission-form.ts'
import { admissionPayload } from './admission-payload.ts'
import { useAdmissionForm } from './use-admission-form.ts'
import { useForecast } from './use-forecast.ts'
import { useUsualFees } from './use-usual-fees.ts'

/** One admission from the first key to the number given (spec 4.success.admission, spec 5.new-admission). */
export function useAdmission(staff: Staff) {
  const { today } = staff
  const typing = useAdmissionForm(today)
  const { form, mark, open, reset } = typing
  const forecast = useForecast()
  const { usual, start } = useUsualFees(form)
  const { send, sending } = useChange(admitStudent)
  const goBack = useGoBack()
  const alert = useAlert()
  const confirm = useConfirm()
  const sayAdmitted = useSayAdmitted()

  async function next() {
    if (await mark(wrongIn('student', form, today))) return
    typing.change(start() ?? {})
    open('fees')
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
    await sayAdmitted(form, given)
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
        title: 'Discard this admission?',
        message: 'What was typed is lost.',
        confirmLabel: 'Discard',
        cancelLabel: 'Keep editing',
        tone: 'caution',
      }))
    if (!sure) return
    reset()
    goBack()
  }

  return { ...typing, forecast, usual, sending, next, submit, cancel, leave: goBack }
}

/** Says which child was admitted under which numbers; then leads to the student where that is chosen, and back otherwise. */
function useSayAdmitted() {
  const offer = useOffer()
  const navigate = useNavigate()
  const goBack = useGoBack()
  const { key } = useLocation()
  return async (
    { studentName, studentClass, section }: AdmissionForm,
    given: Reply<typeof admitStudent>,
  ): Promise<void> => {
    const detail = `${studentName}, class ${studentClass} ${section}\n${numbersGiven(given)}`
    if (!(await offer('Admission added successfully', 'Open student', { detail }))) return goBack()
    // Back leads to where this screen was opened; the first entry of a visit has nothing before it.
    void navigate(studentPath(given.rollNo), { replace: key !== 'default' })
  }
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
