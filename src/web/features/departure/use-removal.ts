import { useEffect, useEffectEvent, useState, type SyntheticEvent } from 'react'
import { checkRemoval, removeStudent } from '#contract/departure.ts'
import type { StudentReply } from '#contract/student.ts'
import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import { formatRupees, nothing, opposite, type Money } from '#domain/money.ts'
import { defaultTicks, departureDateError, mayGraduate } from '#domain/removal.ts'
import { call, factsOf, isRefusal, type CallFailed, type Reply } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import {
  noOutcome,
  outcomeBody,
  outcomeConsequence,
  outcomeErrors,
  outcomeFor,
  type TypedOutcome,
} from '#web/kit/leaving/leaving.ts'
import { useStudentLookup } from '#web/kit/use-student-lookup.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'

type RemovalCheck = Reply<typeof checkRemoval>['data']

interface RemovalForm {
  readonly leave: boolean
  readonly graduated: boolean
  readonly removalDate: CalendarDate | ''
  readonly outcome: TypedOutcome
}

const pronouns: Readonly<Partial<Record<StudentReply['gender'], string>>> = { male: 'He', female: 'She' }

/** `She leaves on 26 Nov 2026 (not graduated)`; a student leaves even if nothing is ticked (decisions 6.removal). */
export function consequence(
  { studentName, gender, studentClass }: StudentReply,
  { leave, graduated, removalDate }: RemovalForm,
): string {
  const what = `${pronouns[gender] ?? studentName} ${graduated ? 'graduates' : 'leaves'}`
  const onDay = removalDate === '' ? '' : ` on ${formatDate(removalDate)}`
  const isPlain = graduated || (leave && !mayGraduate(studentClass))
  return `${what}${onDay}${isPlain ? '' : ' (not graduated)'}`
}

/** The advance that must be refunded; '' if there is none. */
export const giveBack = (arrears: Money): string =>
  arrears < 0 ? `Rs ${formatRupees(opposite(arrears))} was paid in advance and must be refunded.` : ''

/** Asks once more before a student leaves, by name. */
function removalQuestion({ studentData, arrears, voucher }: RemovalCheck, form: RemovalForm) {
  const { studentName, fatherName, rollNo, studentClass, section } = studentData
  const { outcome } = form
  const kind = outcomeFor(arrears, outcome)
  const unposted = voucher?.posted === false ? ` Voucher ${voucher.voucherNo} will also be posted.` : ''
  return {
    title: `Remove ${studentName}?`,
    message: [
      `Roll no. ${rollNo}, class ${studentClass} ${section}, father ${fatherName}.`,
      `${consequence(studentData, form)}.`,
      kind === null
        ? giveBack(arrears)
        : `${outcomeConsequence(kind, arrears, outcome)}: ${outcome.reason.trim()}.${unposted}`,
    ]
      .filter(Boolean)
      .join('\n'),
    confirmLabel: `Yes, remove ${studentName}`,
    tone: 'danger',
  } as const
}

/**
 * The check on the typed day, because earlier days have more vouchers of later months. The look-up has today's check,
 * which is kept while another loads and for a day on which the student may not leave.
 */
function useCheckOnDay(
  ofToday: RemovalCheck | null,
  reload: () => Promise<unknown>,
  typed: CalendarDate | '',
) {
  const { today } = useStaff()
  const student = ofToday?.studentData
  const isGood = student && typed !== '' && departureDateError(typed, student.admissionDate, today) === null
  const removalDate = isGood ? typed : today
  const isToday = removalDate === today
  const { data, error, refetch } = useCall(
    checkRemoval,
    { params: { rollNo: student?.rollNo ?? 0 }, query: { removalDate } },
    { enabled: !isToday, gcTime: 0 },
  )
  return {
    removalDate,
    found: data?.data ?? ofToday,
    isKnown: (isToday ? ofToday : data) != null,
    failure: error,
    reload: () => Promise.all([reload(), !isToday && refetch()]),
  }
}

/** Delays a press of Remove until the check of the day has loaded; another student or day drops the press. */
function useDelayedSubmit(
  { isKnown, failure, found, removalDate }: ReturnType<typeof useCheckOnDay>,
  submit: () => unknown,
) {
  const selectionKey = `${found?.studentData.rollNo} ${removalDate}`
  const [awaited, setAwaited] = useState('')
  const settle = useEffectEvent(() => {
    setAwaited('')
    if (awaited === selectionKey && isKnown) void submit()
  })
  useEffect(() => {
    if (isKnown || failure) settle()
  }, [isKnown, failure])
  return (event: SyntheticEvent) => {
    event.preventDefault()
    if (isKnown) void submit()
    else setAwaited(selectionKey)
  }
}

function removalErrors({ removalDate, outcome }: RemovalForm, balance: Money, today: CalendarDate) {
  const kind = outcomeFor(balance, outcome)
  return {
    ...(removalDate === '' && { removalDate: 'Please enter a date from the admission up to today' }),
    ...(kind !== null && outcomeErrors(kind, outcome, today)),
  }
}

/** Sends the outcome with the balance to which it applies. */
function removalBody({ outcome, ...how }: RemovalForm, balance: Money) {
  const kind = outcomeFor(balance, outcome)
  return kind === null ? how : { ...how, outcome: outcomeBody(kind, outcome), expectedBalance: balance }
}

/** States that the student was not removed, with the current balance if it has changed. */
function notRemoved(failure: CallFailed): string {
  const changed = factsOf(failure, 'balance-changed')
  const now = changed ? `The balance is ${formatRupees(changed.balance)} now. ` : ''
  return `${now}The student was not removed.`
}

/** The removal of a student, from the look-up on (spec 4.student.removed, spec 5.removal). */
export function useRemoval() {
  const { today } = useStaff()
  const alert = useAlert()
  const confirm = useConfirm()
  const leave = useGoBack()
  const lookup = useStudentLookup({
    draft: 'student removal',
    find: (params, signal) => call(checkRemoval, { params, signal }),
  })
  const student = lookup.found?.data.studentData ?? null

  const form = useSendForm<typeof removeStudent, RemovalForm>({
    endpoint: removeStudent,
    act: 'removeStudent',
    requested() {
      lookup.clear()
      leave()
    },
    // Another student starts with the defaults of that class.
    draft: `student removal: ${student?.rollNo ?? ''}`,
    initial: () => ({
      ...defaultTicks(student?.studentClass ?? '1'),
      removalDate: today,
      outcome: noOutcome,
    }),
    names: ['leave', 'graduated', 'removalDate', 'reason', 'reference'],
    check: (typed) => removalErrors(typed, balance(), today),
    isIncomplete: () => true,
    confirm: async (how): Promise<boolean> =>
      check.found !== null && confirm(removalQuestion(check.found, how)),
    sent: (typed) => student && { params: { rollNo: student.rollNo }, body: removalBody(typed, balance()) },
    async done({ msg, state, adjustmentNo }) {
      if (!student) return
      // Clears before the shown data is read again: a student who has left must not be looked up.
      lookup.clear()
      const { studentName, rollNo } = student
      const how = state === 'graduated' ? 'graduated' : 'left'
      const adjusted = adjustmentNo === undefined ? '' : ` Adjustment no. ${adjustmentNo}.`
      await alert(msg, { detail: `${studentName}, roll no. ${rollNo}: ${how}.${adjusted}` })
      leave()
    },
    async refused(failure) {
      const { code, msg } = failure
      const detail = isRefusal(failure) && { detail: notRemoved(failure) }
      // The look-up itself reports a student who has left.
      if (code !== 'student-left' && code !== 'student-graduated')
        await alert(msg, { tone: 'error', ...detail })
      if (isRefusal(failure)) await check.reload()
      return true
    },
  })

  const check = useCheckOnDay(lookup.found?.data ?? null, () => lookup.reload(), form.values.removalDate)
  /** The balance without the vouchers to be voided. */
  const balance = (): Money => check.found?.arrears ?? nothing
  const kind = outcomeFor(balance(), form.values.outcome)
  const isReady = check.found !== null && (check.found.feesCleared || kind !== null)
  const onSubmit = useDelayedSubmit(check, () => isReady && form.submit())
  const frame = { ...form.frame, onSubmit }
  return { form: { ...form, frame, leave }, lookup, student, check, kind, isReady }
}

export type Removal = ReturnType<typeof useRemoval>
