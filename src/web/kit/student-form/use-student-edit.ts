import type { Endpoint } from '#contract/endpoint.ts'
import { studentInfo } from '#contract/student-edit.ts'
import { call, type CallFailed, type Reply, type Sent } from '#web/api/call.ts'
import { keepDraft } from '#web/api/drafts.ts'
import { keys } from '#web/api/queries.ts'
import { useForgetOnLeave } from '#web/api/use-forget-on-leave.ts'
import type { FormErrors } from '#web/kit/form/field-errors.ts'
import { useSendForm, type SendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { useStudentLookup } from '#web/kit/use-student-lookup.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'
import { useState } from 'react'
import { isIncomplete, type StudentForm } from './student-form.ts'

/** What is alerted after an edit. */
export type SavedWords = readonly [message: string, detail: string]

interface EditOptions<E extends Endpoint> {
  readonly endpoint: E
  /** Under which name what is typed is kept. */
  readonly draft: string
  readonly names: readonly string[]
  readonly check: () => FormErrors<StudentForm>
  readonly sent: () => Sent<E> | null | Promise<Sent<E> | null>
  readonly identity?: () => unknown
  readonly saved: (reply: Reply<E>) => SavedWords
  /** The message of spec 8.edit over a failure, where it has one; the form is then emptied after every failure. */
  readonly failedWords?: string
  /** Explains a failure in place of the server's message; null where that says it. */
  readonly explain?: (failure: CallFailed) => Promise<string | null>
  /** Whether every look-up that fails is alerted (spec 4.edit-voucher.other-message). */
  readonly alertsEveryFailure?: boolean
}

/** The connection broke, or the server did: what was typed is worth another try. */
const mayBeTriedAgain = ({ status }: CallFailed): boolean => status === 0 || status >= 500

/**
 * The edit of one active student found by roll number, from the search to the way back (spec 4.edit-admission, spec 8.edit).
 * The form has the changes only, so that a record read again shows through where nothing was typed.
 */
export function useStudentEdit<E extends Endpoint, Form extends object>(options: EditOptions<E>) {
  const { endpoint, draft, names, failedWords } = options
  const lookup = useStudentLookup({
    draft,
    key: keys.studentInfo,
    look: (params, signal) => call(studentInfo, { params, signal }),
    unknown: 'Student not found. Please check the Roll No. and try again.',
    alertsEveryFailure: options.alertsEveryFailure ?? false,
  })
  /** What a failed edit took out of the form (decisions 6.failures.bring-back). */
  const [removed, setRemoved] = useState<{ readonly rollNo: number; readonly typed: Partial<Form> } | null>(
    null,
  )
  const goBack = useGoBack()
  const alert = useAlert()
  const confirm = useConfirm()
  const info = lookup.found?.data ?? null
  const draftOf = (rollNo: number | null) => `${draft}: ${rollNo ?? ''}`

  const form = useSendForm<E, Partial<Form>>({
    endpoint,
    draft: draftOf(lookup.rollNo),
    initial: () => ({}),
    names,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the changes have the names of the whole form
    check: () => options.check() as FormErrors<Partial<Form>>,
    isIncomplete,
    sent: options.sent,
    ...(options.identity && { identity: options.identity }),
    async done(reply) {
      const [message, detail] = options.saved(reply)
      lookup.clear()
      await alert(message, { detail })
      goBack()
    },
    refused,
  })

  function reset() {
    form.reset()
    lookup.clear()
  }
  useForgetOnLeave(reset)

  /** Alerts a failure that no field can show, and empties the form as spec 4.edit-admission says. */
  async function refused(failure: CallFailed): Promise<boolean> {
    const explained = (await options.explain?.(failure)) ?? failure.msg
    await alert(failedWords ?? failure.msg, {
      tone: 'error',
      ...(failedWords !== undefined && { detail: explained }),
    })
    if (failedWords === undefined && mayBeTriedAgain(failure)) return true
    if (lookup.rollNo !== null) setRemoved({ rollNo: lookup.rollNo, typed: form.values })
    if (failure.code === 'student-unknown') {
      // Looked up again: the notice beside the number says so (spec 4.edit-admission.unknown).
      form.reset()
      await lookup.reload()
    } else {
      reset()
    }
    form.focusFirstWrong()
    return true
  }

  function bringBack({ rollNo, typed }: NonNullable<typeof removed>) {
    keepDraft(draftOf(rollNo), typed)
    lookup.open(rollNo)
    setRemoved(null)
    form.focusFirstWrong()
  }

  /** Leaves the screen, after a question where something typed would be lost. */
  async function leave() {
    if (!form.typed || (await confirm(discardQuestion))) goBack()
  }

  return {
    form,
    /** The fields of the form with what is typed over the record. */
    over: (values: Form): SendForm<Form> => ({
      values,
      errors: form.errors,
      change: form.change,
      field: (name) => ({ ...form.field(name), value: values[name] }),
    }),
    lookup,
    info,
    /** Null where nothing was taken out of the form, or another student is in it now. */
    bringBack: removed && !info && failedWords !== undefined ? () => bringBack(removed) : null,
    leave: () => void leave(),
  }
}

const discardQuestion = {
  title: 'Discard changes?',
  message: 'The changes are not saved.',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
  tone: 'caution',
} as const
