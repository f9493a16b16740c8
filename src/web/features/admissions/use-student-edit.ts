import { studentInfo } from '#contract/student-edit.ts'
import { call, CallFailed } from '#web/api/call.ts'
import { keys } from '#web/api/queries.ts'
import { useForgetOnLeave } from '#web/api/use-forget-on-leave.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { useStudentLookup } from '#web/kit/use-student-lookup.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'
import { useState } from 'react'
import { useTypedChanges, type Held, type Wrong } from './use-typed-changes.ts'

interface Edit {
  /** Under which name what is typed is kept. */
  readonly draft: string
  /** The words of spec 8.edit over a failure, where it has some; the form is then emptied after every failure. */
  readonly failedWords?: string
  /** Whether every look-up that fails is alerted (spec 4.edit-voucher.other-message). */
  readonly alertsEveryFailure?: boolean
}

/** The line broke, or the server did: what was typed is worth another try. */
const mayBeTriedAgain = ({ status }: CallFailed): boolean => status === 0 || status >= 500

/** The work on one active student found by roll number, from the search to the way back (spec 4.edit-admission, spec 8.edit). */
export function useStudentEdit<Form extends object>({ draft, failedWords, alertsEveryFailure }: Edit) {
  const lookup = useStudentLookup({
    draft,
    key: keys.studentInfo,
    look: (params, signal) => call(studentInfo, { params, signal }),
    unknown: 'Student not found. Please check the Roll No. and try again.',
    alertsEveryFailure: alertsEveryFailure ?? false,
  })
  const changes = useTypedChanges<Form>(draft, lookup.rollNo)
  /** What a failed edit took out of the form (decisions 6.failures.bring-back). */
  const [removed, setRemoved] = useState<Held<Form> | null>(null)
  const goBack = useGoBack()
  const alert = useAlert()
  const confirm = useConfirm()
  const info = lookup.found?.data ?? null

  function reset() {
    changes.forget()
    lookup.clear()
  }
  useForgetOnLeave(reset)

  async function done(words: string, detail: string) {
    reset()
    await alert(words, { detail })
    goBack()
  }

  /** Alerts a failure that no field can show, and empties the form as spec 4.edit-admission says. */
  async function failed(error: unknown, wrongFields: (failure: CallFailed) => Wrong, explanation?: string) {
    if (!(error instanceof CallFailed)) throw error
    if (error.code === 'signed-out' || (await changes.mark(wrongFields(error)))) return
    const detail = failedWords === undefined ? {} : { detail: explanation ?? error.msg }
    await alert(failedWords ?? error.msg, { tone: 'error', ...detail })
    if (failedWords === undefined && mayBeTriedAgain(error)) return
    setRemoved({ rollNo: lookup.rollNo, typed: changes.typed })
    await empty(error)
    changes.focusFirstWrong()
  }

  /** A student who does not exist is looked up again: the notice beside the number says so (spec 4.edit-admission.unknown). */
  async function empty({ code }: CallFailed) {
    if (code !== 'student-unknown') return reset()
    changes.forget()
    await lookup.reload()
  }

  function bringBack({ rollNo, typed }: Held<Form>) {
    changes.restore({ rollNo, typed })
    if (rollNo !== null) lookup.open(rollNo)
    setRemoved(null)
    changes.focusFirstWrong()
  }

  /** Leaves the screen, after a question where something typed would be lost. */
  async function leave() {
    if (!changes.isTyped || (await confirm(throwAway))) goBack()
  }

  return {
    ...changes,
    lookup,
    info,
    /** Null where nothing was taken out of the form, or another student stands in it now. */
    bringBack: removed && !info && failedWords !== undefined ? () => bringBack(removed) : null,
    alert,
    done,
    failed,
    cancel: leave,
    back: () => void leave(),
  }
}

const throwAway = {
  title: 'Discard changes?',
  message: 'The changes are not saved.',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
  tone: 'caution',
} as const
