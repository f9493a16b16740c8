import { useEffect, useEffectEvent, useRef, type SyntheticEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { admitStudent, lastRollNumber, usualFees } from '#contract/admission.ts'
import { byHead, studentHeads } from '#domain/fee-heads.ts'
import { usualAmounts } from '#domain/fee-plan.ts'
import { recordLabels } from '#domain/field-label.ts'
import { formatRupees, less } from '#domain/money.ts'
import { methodAndReference } from '#domain/payment-method.ts'
import { fillAllFields } from '#domain/refusals.ts'
import type { Reply } from '#web/api/call.ts'
import { useDraft } from '#web/api/drafts.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useSendForm, type SendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { printReceipt, readPaidBy, restWords } from '#web/kit/receiving/payment-input.ts'
import { useSlipPrint } from '#web/kit/slips/use-slip-print.tsx'
import { rupeesText } from '#web/kit/student-account.ts'
import {
  feeNames,
  feesForm,
  isIncomplete,
  recordErrors,
  type FeesForm,
} from '#web/kit/student-form/student-form.ts'
import { studentPath } from '#web/kit/student-link.tsx'
import { useAlert, useChoice } from '#web/ui/alert-dialog.tsx'
import {
  admissionErrors,
  admissionPayload,
  blankAdmission,
  receivedNowOf,
  totalOf,
  type AdmissionForm,
} from './admission-form.ts'

/** The likely number of the next admission; the server assigns the real one (decisions 4.roll-numbers.forecast). */
function useForecast() {
  const { data, error, refetch } = useCall(lastRollNumber)
  const nextAfter = (answer: typeof data) => (answer ? answer.lastRollNumber + 1 : null)
  return {
    next: nextAfter(data),
    failed: error !== null,
    retry: () => void refetch(),
    /** Waits for the number, or requests it again after a failure; null if it cannot be loaded. */
    settled: async () => nextAfter(data ?? (await refetch({ cancelRefetch: false })).data),
  }
}

/** Runs the admission form, up to the assigned numbers (spec 4.success.admission, spec 5.new-admission). */
export function useAdmission() {
  const staff = useStaff()
  const { today } = staff
  const [step, setStep, clearStep] = useDraft<'student' | 'fees'>('new-admission: step', () => 'student')
  const forecast = useForecast()
  const alert = useAlert()
  const { print, showAdmitted, goBack } = useAdmittedAlert()

  const form = useSendForm<typeof admitStudent, AdmissionForm>({
    endpoint: admitStudent,
    draft: 'new-admission',
    initial: () => blankAdmission(today),
    renamed: { feePeriod: 'fromDate' },
    check: (values) => admissionErrors(values, today),
    isIncomplete,
    onErrors: (errors) =>
      setStep(Object.keys(errors).some((name) => Object.hasOwn(recordLabels, name)) ? 'student' : 'fees'),
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
    async refused({ msg }) {
      await alert('Admission failed, please try again', { tone: 'error', detail: msg })
      return true
    },
  })
  const usual = useUsualFees(form, step === 'fees')
  const { focusFirstInvalid } = form
  useEffect(focusFirstInvalid, [focusFirstInvalid])

  function open(other: typeof step) {
    form.clearErrors()
    setStep(other)
    focusFirstInvalid()
  }

  /** Goes on to the fees, or sends the form. */
  async function advance(event: SyntheticEvent) {
    event.preventDefault()
    if (step === 'fees') await form.submit()
    else if (!(await form.reject(recordErrors(form.values, today)))) open('fees')
  }

  return { form, step, forecast, usual, print, open, advance, goBack }
}

/** The fees as text, '' if unknown; a discount is agreed for each child, so it starts at 0. */
function typedFees(read: Reply<typeof usualFees> | undefined): FeesForm {
  const amounts = read ? usualAmounts(read.plan, read.usual) : null
  if (amounts === null) return feesForm(null)
  return byHead(studentHeads, ({ key }) => {
    if (key === 'discount') return '0'
    return amounts[key] === null ? '' : formatRupees(amounts[key])
  })
}

/**
 * Fills in the class's fees (by its plan, or the most common fees) once they are loaded and shown; typed fees are kept.
 * Choosing another class removes the filled-in fees at once.
 */
function useUsualFees({ values, change }: SendForm<AdmissionForm>, isShown: boolean) {
  const { studentClass } = values
  const filled = useRef<FeesForm>(feesForm(null))
  const { data } = useCall(
    usualFees,
    { params: { studentClass: studentClass || '1' } },
    { enabled: studentClass !== '' },
  )
  const fill = useEffectEvent((read: Reply<typeof usualFees> | undefined) => {
    const fees = typedFees(read)
    const isBlank = feeNames.every((name) => values[name].trim() === '')
    const isFilledIn = feeNames.every((name) => values[name] === filled.current[name])
    if (!(isBlank || isFilledIn) || feeNames.every((name) => values[name] === fees[name])) return
    filled.current = fees
    change(fees)
    selectIn(document.activeElement)
  })
  useEffect(() => {
    if (isShown) fill(data)
  }, [isShown, data])
  return data ?? null
}

/** Selects a filled-in amount, so that typing replaces it instead of adding digits. */
function selectIn(field: Element | null): void {
  if (field instanceof HTMLInputElement && feeNames.some((name) => name === field.name))
    requestAnimationFrame(() => field.select())
}

const openStudent = 'Open student'

/** Shows the admitted child's numbers, then prints the receipt or opens the student, as the clerk chooses. */
function useAdmittedAlert() {
  const choose = useChoice()
  const navigate = useNavigate()
  const goBack = useGoBack()
  const print = useSlipPrint()
  const { key } = useLocation()
  async function showAdmitted(form: AdmissionForm, reply: Reply<typeof admitStudent>): Promise<void> {
    const { receiptNo, rollNo, admissionNo, registrationNo, voucherNo } = reply
    const offers = [...(receiptNo === null ? [] : [printReceipt]), openStudent]
    const detail = [
      `${form.studentName}, class ${form.studentClass} ${form.section}`,
      `Roll No. ${rollNo}`,
      `Admission No. ${admissionNo}`,
      `Registration No. ${registrationNo}`,
      `Voucher ${voucherNo}`,
      ...(receiptNo === null ? [] : [receivedWords(form, receiptNo)]),
    ].join('\n')
    const chosen = await choose('Admission added successfully', offers, { detail })
    const next = chosen === null ? null : offers[chosen]
    // Replaces this entry, so that Back returns to the previous screen; the first entry of a visit has none.
    if (next === openStudent) return void navigate(studentPath(rollNo), { replace: key !== 'default' })
    if (next === printReceipt && receiptNo !== null && (await print.receipt(receiptNo, 'original'))) return
    goBack()
  }
  return { print, showAdmitted, goBack }
}

/** `Rs 15,100 received in cash, receipt no. 765`, and what is left. */
function receivedWords(form: AdmissionForm, receiptNo: number): string {
  const total = totalOf(form)
  const received = receivedNowOf(form) ?? total
  const paidBy = readPaidBy(form)
  const how = paidBy.method === 'cash' ? ' in cash' : `, ${methodAndReference(paidBy)}`
  const left = less(total, received)
  const rest = left > 0 ? `. ${restWords(left)}` : ''
  return `${rupeesText(received)} received${how}, receipt no. ${receiptNo}${rest}`
}
