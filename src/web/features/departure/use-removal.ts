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

export type RemovalCheck = Reply<typeof checkRemoval>['data']

export interface RemovalForm {
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

/** Looks up the student and the vouchers and debts on the day of leaving. */
const useRemovalLookup = () =>
  useStudentLookup({
    draft: 'student removal',
    find: (params, signal) => call(checkRemoval, { params, signal }),
  })

/** The typed day if the student may leave on it, otherwise today. */
function dayOfLeaving(student: StudentReply | undefined, typed: CalendarDate | '', today: CalendarDate) {
  const isGood = student && typed !== '' && departureDateError(typed, student.admissionDate, today) === null
  return isGood ? typed : today
}

/** The check on the typed day, because earlier days have more vouchers of later months; today's check while loading. */
function useCheckOnDay(lookup: ReturnType<typeof useRemovalLookup>, typed: CalendarDate | '') {
  const { today } = useStaff()
  const found = lookup.found?.data ?? null
  const student = found?.studentData
  const removalDate = dayOfLeaving(student, typed, today)
  const { data, error, refetch } = useCall(
    checkRemoval,
    { params: { rollNo: student?.rollNo ?? 0 }, query: { removalDate } },
    { enabled: removalDate !== today, gcTime: 0 },
  )
  const reload = () => lookup.reload()
  if (removalDate === today) return { removalDate, found, isKnown: found !== null, failure: null, reload }
  return {
    removalDate,
    found: data?.data ?? found,
    isKnown: data !== undefined,
    failure: error,
    reload: () => Promise.all([reload(), refetch()]),
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

/** The removal of a student, from the look-up on (spec 4.student.removed, spec 5.removal). */
export function useRemoval() {
  const { today } = useStaff()
  const alert = useAlert()
  const confirm = useConfirm()
  const leave = useGoBack()
  const lookup = useRemovalLookup()
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
    async confirm(how) {
      const answered: RemovalCheck | null = check.found
      return answered !== null && confirm(removalQuestion(answered, how))
    },
    sent: (typed) => student && { params: { rollNo: student.rollNo }, body: removalBody(typed, balance()) },
    async done({ msg, state, adjustmentNo }) {
      if (!student) return
      // Clears before the shown data is read again: a student who has left must not be looked up.
      lookup.clear()
      const { studentName, rollNo } = student
      const removed = `${studentName}, roll no. ${rollNo}: ${state === 'graduated' ? 'graduated' : 'left'}.`
      const adjusted = adjustmentNo === undefined ? '' : ` Adjustment no. ${adjustmentNo}.`
      await alert(msg, { detail: `${removed}${adjusted}` })
      leave()
    },
    async refused(failure) {
      const { code, msg } = failure
      // The look-up itself reports a student who has left.
      const isAlreadyReported = code === 'student-left' || code === 'student-graduated'
      if (!isAlreadyReported)
        await alert(msg, { tone: 'error', ...(isRefusal(failure) && { detail: notRemoved(failure) }) })
      if (isRefusal(failure)) await check.reload()
      return true
    },
  })

  const check = useCheckOnDay(lookup, form.values.removalDate)
  /** The balance without the vouchers to be voided. */
  const balance = (): Money => check.found?.arrears ?? nothing
  const { found } = check
  const isReady =
    found !== null && (found.feesCleared || outcomeFor(found.arrears, form.values.outcome) !== null)
  const onSubmit = useDelayedSubmit(check, () => isReady && form.submit())
  return { form: { ...form, frame: { ...form.frame, onSubmit }, leave }, lookup, student, check, isReady }
}

/** States that the student was not removed, with the current balance if it has changed. */
function notRemoved(failure: CallFailed): string {
  const changed = factsOf(failure, 'balance-changed')
  const now = changed ? `The balance is ${formatRupees(changed.balance)} now. ` : ''
  return `${now}The student was not removed.`
}
