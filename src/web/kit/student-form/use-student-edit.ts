import { useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { studentInfo } from '#contract/student-edit.ts'
import type { Act } from '#domain/approval.ts'
import { call, type CallFailed, type Reply, type Sent } from '#web/api/call.ts'
import { dropDraftsUnder, keepDraft } from '#web/api/drafts.ts'
import { keys } from '#web/api/queries.ts'
import { useForgetOnLeave } from '#web/api/use-forget-on-leave.ts'
import type { FormErrors } from '#web/kit/form/field-errors.ts'
import { useSendForm, type SendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { useStudentLookup } from '#web/kit/use-student-lookup.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'
import { isIncomplete, type StudentForm } from './student-form.ts'

export type SavedWords = readonly [message: string, detail: string]

interface EditOptions<E extends Endpoint> {
  readonly endpoint: E
  /** Set if the change may need approval. */
  readonly act?: Act
  /** The name under which typed text is kept. */
  readonly draft: string
  readonly names: readonly string[]
  readonly check: () => FormErrors<StudentForm>
  readonly sent: () => Sent<E> | null | Promise<Sent<E> | null>
  readonly identity?: () => unknown
  readonly saved: (reply: Reply<E>) => SavedWords
  /** The message of spec 8.edit for a failure, if there is one; the form is then emptied after every failure. */
  readonly failedWords?: string
  /** Explains a failure in place of the server's message; null if that message suffices. */
  readonly explain?: (failure: CallFailed) => Promise<string | null>
  /** True if every failed look-up is alerted (spec 4.edit-voucher.other-message). */
  readonly alertsEveryFailure?: boolean
}

/** True after a failure of the connection or the server: a retry may succeed. */
const mayBeTriedAgain = ({ status }: CallFailed): boolean => status === 0 || status >= 500

/**
 * Edits one active student, from the search by roll number to leaving the screen (spec 4.edit-admission, spec 8.edit).
 * The form has only the changes, so that untouched fields show the latest record.
 */
export function useStudentEdit<E extends Endpoint, Form extends object>(options: EditOptions<E>) {
  const { draft, failedWords, endpoint, act, names, check, sent, identity } = options
  const lookup = useStudentLookup({
    draft,
    key: keys.studentInfo,
    find: (params, signal) => call(studentInfo, { params, signal }),
    unknown: 'Student not found. Please check the Roll No. and try again.',
    alertsEveryFailure: options.alertsEveryFailure ?? false,
  })
  const goBack = useGoBack()
  const alert = useAlert()
  const confirm = useConfirm()
  const info = lookup.found?.data ?? null
  const draftOf = (rollNo: number | null) => `${draft}: ${rollNo ?? ''}`

  const form = useSendForm<E, Partial<Form>>({
    endpoint,
    ...(act && { act }),
    requested: finish,
    names,
    check,
    sent,
    ...(identity && { identity }),
    draft: draftOf(lookup.rollNo),
    initial: () => ({}),
    isIncomplete,
    async done(reply) {
      const [message, detail] = options.saved(reply)
      lookup.clear()
      await alert(message, { detail })
      goBack()
    },
    refused,
  })

  function finish() {
    lookup.clear()
    goBack()
  }
  const emptied = useEmptied({ lookup, form, draftOf })

  /** Alerts a failure that no field can show, and empties the form as spec 4.edit-admission requires. */
  async function refused(failure: CallFailed): Promise<boolean> {
    const detail = (await options.explain?.(failure)) ?? failure.msg
    await alert(failedWords ?? failure.msg, { tone: 'error', ...(failedWords !== undefined && { detail }) })
    if (failedWords !== undefined || !mayBeTriedAgain(failure)) await emptied.empty(failure)
    return true
  }

  useForgetOnLeave(() => {
    form.reset()
    lookup.clear()
    // Drops the text typed for earlier students too.
    dropDraftsUnder(`${draft}: `)
  })

  /** Leaves the screen; asks first if typed text would be lost. */
  const leave = async () => (!form.typed || (await confirm(discardQuestion))) && goBack()

  return {
    form,
    /** The form's fields, with the typed text over the record. */
    withValues: (values: Form): SendForm<Form> => formOver(form, values),
    lookup,
    info,
    /** Null if the form was not emptied, or shows another student now. */
    bringBack: info === null && failedWords !== undefined ? emptied.bringBack : null,
    leave: () => void leave(),
  }
}

/** Returns a form that shows these values, with the typed text over them. */
const formOver = <Form extends object>(
  { errors, change, field }: SendForm<Partial<Form>>,
  values: Form,
): SendForm<Form> => ({
  values,
  errors,
  change,
  field: (name) => ({ ...field(name), value: values[name] }),
})

interface EmptiedOptions<Form> {
  readonly lookup: Pick<ReturnType<typeof useStudentLookup>, 'rollNo' | 'open' | 'clear' | 'reload'>
  readonly form: {
    readonly values: Partial<Form>
    readonly reset: () => void
    readonly focusFirstInvalid: () => void
  }
  readonly draftOf: (rollNo: number) => string
}

/** Empties the form after a failure, and can restore the typed text (decisions 6.failures.bring-back). */
function useEmptied<Form>({ lookup, form, draftOf }: EmptiedOptions<Form>) {
  const [removed, setRemoved] = useState<{ rollNo: number; typed: Partial<Form> } | null>(null)
  return {
    async empty({ code }: CallFailed): Promise<void> {
      const { rollNo } = lookup
      if (rollNo !== null) setRemoved({ rollNo, typed: form.values })
      form.reset()
      // An unknown student is looked up again: the notice next to the number shows it (spec 4.edit-admission.unknown).
      if (code === 'student-unknown') await lookup.reload()
      else lookup.clear()
      form.focusFirstInvalid()
    },
    bringBack:
      removed &&
      (() => {
        keepDraft(draftOf(removed.rollNo), removed.typed)
        lookup.open(removed.rollNo)
        setRemoved(null)
        form.focusFirstInvalid()
      }),
  }
}

const discardQuestion = {
  title: 'Discard changes?',
  message: 'The changes are not saved.',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
  tone: 'caution',
} as const
