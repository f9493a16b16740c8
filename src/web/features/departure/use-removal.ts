import { checkRemoval, removeStudent } from '#contract/departure.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { defaultTicks } from '#domain/removal.ts'
import { call, type CallFailed, type Reply } from '#web/api/call.ts'
import { keys } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { isRefusal } from '#web/kit/is-refusal.ts'
import { useStudentLookup } from '#web/kit/use-student-lookup.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'
import { removalQuestion } from './removal-words.ts'

export type RemovalCheck = Reply<typeof checkRemoval>['data']

export interface RemovalForm {
  readonly leave: boolean
  readonly graduated: boolean
  readonly removalDate: CalendarDate | ''
}

/** A student's way out, from the look-up to the removal (spec 4.student.removed, spec 5.removal). */
export function useRemoval() {
  const { today } = useStaff()
  const alert = useAlert()
  const confirm = useConfirm()
  const goBack = useGoBack()
  const lookup = useStudentLookup({
    draft: 'student removal',
    key: keys.removalCheck,
    look: (params, signal) => call(checkRemoval, { params, signal }),
  })
  const found = lookup.found?.data ?? null
  const student = found?.studentData ?? null

  const form = useSendForm<typeof removeStudent, RemovalForm>({
    endpoint: removeStudent,
    // Another student starts with the defaults of that class.
    draft: `student removal ${student?.rollNo ?? ''}`,
    initial: () => ({ ...defaultTicks(student?.studentClass ?? '1'), removalDate: today }),
    check: ({ removalDate }) =>
      removalDate === '' ? { removalDate: 'Please enter a date from the admission up to today' } : {},
    isIncomplete: () => true,
    confirm: async (how) => found !== null && confirm(removalQuestion(found, how)),
    sent: (how) => student && { params: { rollNo: student.rollNo }, body: how },
    async done({ msg, state }) {
      if (!student) return
      // Before what is shown is read again: who has left is not looked up for work.
      lookup.clear()
      const word = state === 'graduated' ? 'graduated' : 'left'
      await alert(msg, { detail: `${student.studentName}, roll no. ${student.rollNo}: ${word}.` })
      goBack()
    },
    refused,
  })

  async function refused(failure: CallFailed): Promise<boolean> {
    const { code, msg } = failure
    // Of a student who has left the look-up tells by itself.
    const isTold = code === 'student-left' || code === 'student-graduated'
    if (!isTold) {
      await alert(msg, {
        tone: 'error',
        ...(isRefusal(failure) && { detail: 'The student was not removed.' }),
      })
    }
    if (isRefusal(failure)) await lookup.reload()
    return true
  }

  function cancel() {
    form.reset()
    lookup.clear()
    goBack()
  }

  return { form, lookup, found, cancel, goBack }
}
