import { useEffect, useEffectEvent, useRef, type SyntheticEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { admitStudent, lastRollNumber, usualFees } from '#contract/admission.ts'
import { monthOf, type CalendarDate } from '#domain/calendar.ts'
import { byHead, studentHeads, voucherOnlyHeads } from '#domain/fee-heads.ts'
import { usualAmounts } from '#domain/fee-plan.ts'
import { recordLabels } from '#domain/field-label.ts'
import { less, nothing, parseRupees } from '#domain/money.ts'
import { methodAndReference } from '#domain/payment-method.ts'
import { receivedNowErrors } from '#domain/payment.ts'
import { keysOf } from '#domain/record-of.ts'
import { fillAllFields } from '#domain/refusals.ts'
import { admissionTotal, netMonthlyFee } from '#domain/voucher-amounts.ts'
import { admissionVoucherNo } from '#domain/voucher-number.ts'
import type { Reply } from '#web/api/call.ts'
import { useDraft } from '#web/api/drafts.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff, type Staff } from '#web/api/session.ts'
import { useSendForm, type SendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import {
  paidByBody,
  printReceipt,
  readPaidBy,
  restWords,
  typedCash,
  typedPaidByErrors,
  type TypedPaidBy,
} from '#web/kit/receiving/payment-input.ts'
import { useSlipPrint } from '#web/kit/slips/use-slip-print.tsx'
import { rupeesText } from '#web/kit/student-account.ts'
import {
  amountErrors,
  blankRecord,
  errorsByName,
  feeNames,
  feesErrors,
  feesForm,
  feesOf,
  isIncomplete,
  missingIn,
  recordErrors,
  typedAmount,
  type FeesForm,
  type RecordForm,
} from '#web/kit/student-form/student-form.ts'
import { studentPath } from '#web/kit/student-link.tsx'
import { defaultDates, periodOf, type FormDates } from '#web/kit/voucher-date-fields.tsx'
import { useAlert, useChoice } from '#web/ui/alert-dialog.tsx'

export interface AdmissionForm extends RecordForm, FeesForm, FormDates, TypedPaidBy {
  readonly note: string
  /** The amount received at once; '' means all of it. */
  readonly receivedNow: string
}

/** The total, the amount received at once, which is all of it unless an amount is typed, and the rest. */
export function amountsOf(form: AdmissionForm) {
  const total = admissionTotal(feesOf(form))
  const received = parseRupees(form.receivedNow) ?? total
  return { total, received, left: less(total, received) }
}

/** Returns the errors by field (spec 5.new-admission). */
function admissionErrors(form: AdmissionForm, today: CalendarDate) {
  const charged = { ...feesOf(form), ...byHead(voucherOnlyHeads, () => nothing), arrears: nothing }
  return {
    ...recordErrors(form, today),
    ...feesErrors(form),
    ...typedPaidByErrors(form, today),
    ...amountErrors(form, ['receivedNow']),
    ...errorsByName(receivedNowErrors(amountsOf(form).received, charged)),
    ...missingIn(form, keysOf(defaultDates(today))),
  }
}

/**
 * Every field of the entities (spec 3.voucher.financial-data, spec 7.admissions.new); `rollNo` is the forecast for all
 * three numbers. Our server assigns numbers and computes sums itself (decisions 4.roll-numbers, decisions 6.payloads).
 */
function admissionPayload(form: AdmissionForm, rollNo: number, { campus, name, today }: Staff) {
  const { method: _method, reference: _reference, chequeDate: _cheque, receivedNow: _now, ...unpaid } = form
  const { note, issueDate, dueDate, fromDate: _from, toDate: _to, ...rest } = unpaid
  const record: Omit<typeof rest, keyof FeesForm> & Partial<Record<keyof FeesForm, string>> = rest
  for (const fee of feeNames) delete record[fee]
  const { studentName, studentClass, section } = record
  const fees = feesOf(form)
  const { year, month } = monthOf(form.fromDate || today)
  const { total, received } = amountsOf(form)
  const paidBy = readPaidBy(form)
  return {
    studentData: { ...record, admissionNo: rollNo, registrationNo: rollNo, rollNo, campus },
    financialData: {
      ...fees,
      netMonthlyFee: netMonthlyFee(fees),
      ...byHead(voucherOnlyHeads, () => nothing),
      issueDate,
      dueDate,
      feePeriod: periodOf(form),
      monthGenerated: month,
      yearGenerated: year,
      voucherNo: studentClass && section ? admissionVoucherNo({ studentClass, section, rollNo }) : '',
      studentName,
      rollNo,
      studentClass,
      section,
      campus,
      note,
      arrears: nothing,
      // An admission is paid and posted at once (spec 4.voucher.admission), unless only a part is received now.
      receivedAmount: received,
      feePaid: received === total,
      ...(received !== total && { receivedNow: received }),
      ...(paidBy.method !== 'cash' && paidByBody(paidBy)),
      receivedBy: name,
      receivedDate: today,
      editedBy: '',
      posted: true,
      isRemoved: false,
    },
  }
}

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
  const [step, setStep, clearStep] = useDraft<'student' | 'fees'>('new-admission: step', () => 'student')
  const forecast = useForecast()
  const alert = useAlert()
  const { print, showAdmitted, goBack } = useAdmittedAlert()

  const form = useSendForm<typeof admitStudent, AdmissionForm>({
    endpoint: admitStudent,
    draft: 'new-admission',
    // Admitted and issued today, due in ten days, current month (spec 5.new-admission.dates).
    initial: () => ({
      ...blankRecord,
      admissionDate: staff.today,
      ...feesForm(null),
      ...defaultDates(staff.today),
      note: '',
      receivedNow: '',
      ...typedCash,
    }),
    renamed: { feePeriod: 'fromDate' },
    check: (values) => admissionErrors(values, staff.today),
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
    else if (!(await form.reject(recordErrors(form.values, staff.today)))) open('fees')
  }

  return { form, step, forecast, usual, print, open, advance, goBack }
}

/**
 * Fills in the class's fees (by its plan, or the most common fees) once they are loaded and shown; typed fees are kept.
 * Choosing another class removes the filled-in fees at once. A discount is agreed for each child, so it starts at 0.
 */
function useUsualFees({ values, change }: SendForm<AdmissionForm>, isShown: boolean) {
  const { studentClass } = values
  const filled = useRef<FeesForm>(feesForm(null))
  const { data } = useCall(
    usualFees,
    { params: { studentClass: studentClass || '1' } },
    { enabled: studentClass !== '' },
  )
  const fill = useEffectEvent(() => {
    const usual = data ? usualAmounts(data.plan, data.usual) : null
    const fees = byHead(studentHeads, ({ key }) =>
      typedAmount(usual && (key === 'discount' ? nothing : usual[key])),
    )
    const isTyped = (other: FeesForm) => feeNames.every((name) => values[name].trim() === other[name])
    if (isTyped(fees) || !(isTyped(feesForm(null)) || isTyped(filled.current))) return
    filled.current = fees
    change(fees)
    // Selects a filled-in amount, so that typing replaces it instead of adding digits.
    const field = document.activeElement
    if (field instanceof HTMLInputElement && feeNames.some((name) => name === field.name))
      requestAnimationFrame(() => field.select())
  })
  useEffect(() => {
    if (isShown) fill()
  }, [isShown, data])
  return data
}

/** Shows the admitted child's numbers, then prints the receipt or opens the student, as the clerk chooses. */
function useAdmittedAlert() {
  const choose = useChoice()
  const navigate = useNavigate()
  const goBack = useGoBack()
  const print = useSlipPrint()
  const { key } = useLocation()
  async function showAdmitted(form: AdmissionForm, reply: Reply<typeof admitStudent>): Promise<void> {
    const { receiptNo, rollNo, admissionNo, registrationNo, voucherNo } = reply
    const offers = [...(receiptNo === null ? [] : [printReceipt]), 'Open student']
    const detail = [
      `${form.studentName}, class ${form.studentClass} ${form.section}`,
      `Roll No. ${rollNo}`,
      `Admission No. ${admissionNo}`,
      `Registration No. ${registrationNo}`,
      `Voucher ${voucherNo}`,
      ...(receiptNo === null ? [] : [receivedWords(form, receiptNo)]),
    ].join('\n')
    const chosen = await choose('Admission added successfully', offers, { detail })
    if (chosen === null) return goBack()
    // Replaces this entry, so that Back returns to the previous screen; the first entry of a visit has none.
    const replace = key !== 'default'
    if (offers[chosen] !== printReceipt) return void navigate(studentPath(rollNo), { replace })
    if (receiptNo === null || !(await print.receipt(receiptNo, 'original'))) goBack()
  }
  return { print, showAdmitted, goBack }
}

/** `Rs 15,100 received in cash, receipt no. 765`, and what is left. */
function receivedWords(form: AdmissionForm, receiptNo: number): string {
  const { received, left } = amountsOf(form)
  const paidBy = readPaidBy(form)
  const how = paidBy.method === 'cash' ? ' in cash' : `, ${methodAndReference(paidBy)}`
  const rest = left > 0 ? `. ${restWords(left)}` : ''
  return `${rupeesText(received)} received${how}, receipt no. ${receiptNo}${rest}`
}
