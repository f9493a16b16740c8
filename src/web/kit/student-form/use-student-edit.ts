import type { Endpoint } from '#contract/endpoint.ts'
import { studentInfo } from '#contract/student-edit.ts'
import type { Act } from '#domain/approval.ts'
import { call, type CallFailed, type Reply, type Sent } from '#web/api/call.ts'
import type { FormErrors } from '#web/kit/form/field-errors.ts'
import { useSendForm, type SendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { useStudentLookup } from '#web/kit/use-student-lookup.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
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
  readonly isChanged: () => boolean
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
  const { draft, failedWords, endpoint, act, names, check, identity } = options
  const lookup = useEditLookup(draft, options.alertsEveryFailure)
  const goBack = useGoBack()
  const alert = useAlert()
  const info = lookup.found?.data ?? null

  const form = useSendForm<E, Partial<Form>>({
    endpoint,
    ...(act && { act }),
    requested: finish,
    names,
    check,
    sent,
    ...(identity && { identity }),
    draft: `${draft}: ${lookup.rollNo ?? ''}`,
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

  async function sent(): Promise<Sent<E> | null> {
    if (options.isChanged()) return options.sent()
    await alert('No changes made')
    return null
  }

  /** Alerts a failure that no field can show, and empties the form as spec 4.edit-admission requires. */
  async function refused(failure: CallFailed): Promise<boolean> {
    const detail = (await options.explain?.(failure)) ?? failure.msg
    await alert(failedWords ?? failure.msg, { tone: 'error', ...(failedWords !== undefined && { detail }) })
    if (failedWords !== undefined || !mayBeTriedAgain(failure)) await empty(failure)
    return true
  }

  /** Empties the form; the typed text can be brought back (decisions 6.failures.bring-back). */
  async function empty({ code }: CallFailed): Promise<void> {
    const { rollNo } = lookup
    form.setAside()
    // An unknown student is looked up again: the notice next to the number shows it (spec 4.edit-admission.unknown).
    if (code === 'student-unknown' && rollNo !== null) {
      lookup.open(rollNo)
      await lookup.reload()
    }
    form.focusFirstInvalid()
  }

  return {
    form,
    /** The form's fields, with the typed text over the record. */
    withValues: (values: Form): SendForm<Form> => formOver(form, values),
    lookup,
    info,
    leave: goBack,
  }
}

const useEditLookup = (draft: string, alertsEveryFailure = false) =>
  useStudentLookup({
    draft,
    find: (params, signal) => call(studentInfo, { params, signal }),
    unknown: 'Student not found. Please check the Roll No. and try again.',
    alertsEveryFailure,
  })

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
