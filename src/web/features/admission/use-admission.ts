import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { admitStudent, lastRollNumber } from '#contract/admission.ts'
import { less } from '#domain/money.ts'
import { methodAndReference } from '#domain/payment-method.ts'
import { fillAllFields } from '#domain/refusals.ts'
import { admissionTotal } from '#domain/voucher-amounts.ts'
import type { CallFailed, Reply } from '#web/api/call.ts'
import { useDraft } from '#web/api/drafts.ts'
import { useCall } from '#web/api/queries.ts'
import { type Staff } from '#web/api/session.ts'
import type { FormErrors } from '#web/kit/form/field-errors.ts'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { printReceipt, readPaidBy, restWords } from '#web/kit/receiving/payment-input.ts'
import { useSlipPrint, type SlipPrint } from '#web/kit/slips/use-slip-print.tsx'
import { rupeesText } from '#web/kit/student-account.ts'
import {
  blankStudentForm,
  errorsIn,
  feesOf,
  isIncomplete,
  receivedNowOf,
  stepOf,
  type Step,
  type StudentForm,
} from '#web/kit/student-form/student-form.ts'
import { studentPath } from '#web/kit/student-link.tsx'
import { useAlert, useChoice } from '#web/ui/alert-dialog.tsx'
import { admissionPayload } from './admission-payload.ts'
import { useUsualFees } from './use-usual-fees.ts'

/** The likely number of the next admission; the server assigns the real one (decisions 4.roll-numbers.forecast). */
function useForecast() {
  const { data, error, refetch } = useCall(lastRollNumber)
  return {
    next: data ? data.lastRollNumber + 1 : null,
    failed: error !== null,
    retry: () => void refetch(),
    /** Waits for the number, or requests it again after a failure; null if it cannot be loaded. */
    async settled(): Promise<number | null> {
      const answer = data ?? (await refetch({ cancelRefetch: false })).data
      return answer ? answer.lastRollNumber + 1 : null
    },
  }
}
export type Forecast = ReturnType<typeof useForecast>

const openStudent = 'Open student'

/** Runs the admission form, up to the assigned numbers (spec 4.success.admission, spec 5.new-admission). */
export function useAdmission(staff: Staff) {
  const { today } = staff
  const [step, setStep, clearStep] = useDraft<Step>('new-admission: step', () => 'student')
  const forecast = useForecast()
  const goBack = useGoBack()
  const alert = useAlert()
  const print = useSlipPrint()
  const showAdmitted = useAdmittedAlert(print)

  const form = useSendForm<typeof admitStudent, StudentForm>({
    endpoint: admitStudent,
    draft: 'new-admission',
    initial: () => blankStudentForm(today),
    renamed: { feePeriod: 'fromDate' },
    check: (values) => ({ ...errorsIn('student', values, today), ...errorsIn('fees', values, today) }),
    isIncomplete,
    onErrors: openStepOf,
    async sent(values) {
      const number = await forecast.settled()
      if (number !== null) return { body: admissionPayload(values, number, staff) }
      await alert(fillAllFields, { tone: 'error', detail: 'Roll No. could not be read from the server.' })
      return null
    },
    // The forecast may change between two attempts of the same admission, so it is not part of the identity.
    identity: (values) => values,
    async done(reply, values) {
      clearStep()
      await showAdmitted(values, reply)
    },
    async refused({ msg }: CallFailed) {
      await alert('Admission failed, please try again', { tone: 'error', detail: msg })
      return true
    },
  })
  const usual = useUsualFees(form, step === 'fees')
  const { focusFirstInvalid } = form
  useEffect(focusFirstInvalid, [focusFirstInvalid])

  function openStepOf(errors: FormErrors<StudentForm>) {
    setStep(Object.keys(errors).some((name) => stepOf(name) === 'student') ? 'student' : 'fees')
  }

  function open(other: Step) {
    form.clearErrors()
    setStep(other)
    focusFirstInvalid()
  }

  async function next() {
    if (await form.reject(errorsIn('student', form.values, today))) return
    open('fees')
  }

  return { form, step, forecast, usual, print, open, next, goBack }
}

/** Shows the admitted child's numbers, then prints the receipt or opens the student, as the clerk chooses. */
function useAdmittedAlert(print: SlipPrint) {
  const choose = useChoice()
  const navigate = useNavigate()
  const goBack = useGoBack()
  const { key } = useLocation()
  return async (form: StudentForm, reply: Reply<typeof admitStudent>): Promise<void> => {
    const { studentName, studentClass, section } = form
    const { receiptNo, rollNo } = reply
    const offers = [...(receiptNo === null ? [] : [printReceipt]), openStudent]
    const detail = `${studentName}, class ${studentClass} ${section}\n${numbersText(reply, form)}`
    const chosen = await choose('Admission added successfully', offers, { detail })
    const next = chosen === null ? null : offers[chosen]
    // Replaces this entry, so that Back returns to the previous screen; the first entry of a visit has none.
    if (next === openStudent) return void navigate(studentPath(rollNo), { replace: key !== 'default' })
    if (next === printReceipt && receiptNo !== null && (await print.receipt(receiptNo, 'original'))) return
    goBack()
  }
}

const numbersText = (
  { rollNo, admissionNo, registrationNo, voucherNo, receiptNo }: Reply<typeof admitStudent>,
  form: StudentForm,
) =>
  [
    `Roll No. ${rollNo}`,
    `Admission No. ${admissionNo}`,
    `Registration No. ${registrationNo}`,
    `Voucher ${voucherNo}`,
    ...(receiptNo === null ? [] : [receivedWords(form, receiptNo)]),
  ].join('\n')

/** `Rs 15,100 received in cash, receipt no. 765`, and what is left. */
function receivedWords(form: StudentForm, receiptNo: number): string {
  const total = admissionTotal(feesOf(form))
  const received = receivedNowOf(form) ?? total
  const paidBy = readPaidBy(form)
  const how = paidBy.method === 'cash' ? ' in cash' : `, ${methodAndReference(paidBy)}`
  const left = less(total, received)
  const rest = left > 0 ? `. ${restWords(left)}` : ''
  return `${rupeesText(received)} received${how}, receipt no. ${receiptNo}${rest}`
}
