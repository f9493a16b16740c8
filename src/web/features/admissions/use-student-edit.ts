import { studentInfo } from '#contract/admissions.ts'
import { call, CallFailed } from '#web/api/call.ts'
import { keys } from '#web/api/queries.ts'
import { useGoBack } from '#web/parts/go-back.ts'
import { useStudentLookup } from '#web/parts/use-student-lookup.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'
import { useTypedChanges, type Wrong } from './use-typed-changes.ts'

interface Edit {
  /** Under which name what is typed is kept. */
  readonly draft: string
  /** The words of spec §8 over a failure, where it has some. */
  readonly failedWords?: string
}

/** The line broke, or the server did: what was typed is worth another try. */
const mayBeTriedAgain = ({ status }: CallFailed): boolean => status === 0 || status >= 500

/** The work on one active student found by roll number, from the search to the way back (spec §4, §8 Edit). */
export function useStudentEdit<Form extends object>({ draft, failedWords }: Edit) {
  const lookup = useStudentLookup({
    draft,
    key: keys.studentInfo,
    look: (params, signal) => call(studentInfo, { params, signal }),
    unknown: 'Student not found. Please check the Roll No. and try again.',
  })
  const changes = useTypedChanges<Form>(draft, lookup.rollNo)
  const goBack = useGoBack()
  const alert = useAlert()
  const confirm = useConfirm()

  function reset() {
    changes.forget()
    lookup.clear()
  }

  async function done(words: string, detail: string) {
    reset()
    await alert(words, { detail })
    goBack()
  }

  async function failed(error: unknown, wrongFields: (failure: CallFailed) => Wrong) {
    if (!(error instanceof CallFailed)) throw error
    if (error.code === 'signed-out' || (await changes.mark(wrongFields(error)))) return
    const detail = failedWords === undefined ? {} : { detail: error.msg }
    await alert(failedWords ?? error.msg, { tone: 'error', ...detail })
    if (mayBeTriedAgain(error)) return
    reset()
    changes.focusFirstWrong()
  }

  async function cancel() {
    if (changes.isTyped && !(await confirm(throwAway))) return
    reset()
    goBack()
  }

  /** Leaves; unsaved changes are found again. */
  function back() {
    if (!changes.isTyped) reset()
    goBack()
  }

  return { ...changes, lookup, info: lookup.found?.data ?? null, alert, done, failed, cancel, back }
}

const throwAway = {
  title: 'Throw the changes away?',
  message: 'What was typed is not saved.',
  confirmLabel: 'Throw away',
  cancelLabel: 'Keep typing',
  tone: 'caution',
} as const
