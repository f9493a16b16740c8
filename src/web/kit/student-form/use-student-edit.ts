import type { Endpoint } from '#contract/endpoint.ts'
import { studentInfo } from '#contract/student-edit.ts'
import { call, type CallFailed, type Reply } from '#web/api/call.ts'
import { useSendForm, type SendForm, type SendFormOptions } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { useStudentLookup } from '#web/kit/use-student-lookup.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { isIncomplete } from './student-form.ts'

/** Looks up an active student with the fees and the open voucher. */
export function useInfoLookup(
  draft: string,
  unknown = 'Student not found. Please check the Roll No. and try again.',
  alertsEveryFailure = false,
) {
  const lookup = useStudentLookup({
    draft,
    find: (params, signal) => call(studentInfo, { params, signal }),
    unknown,
    alertsEveryFailure,
  })
  const info = lookup.found?.data ?? null
  return { ...lookup, draft, info, student: info?.studentData ?? null }
}

interface EditOptions<E extends Endpoint, Form extends object> extends Pick<
  SendFormOptions<E, Form>,
  'endpoint' | 'act' | 'check' | 'sent' | 'identity'
> {
  /** The values without the typed text, which may depend on it. */
  readonly before: (typed: Partial<Form>) => Form
  readonly isChanged: (form: Form) => boolean
  readonly saved: (reply: Reply<E>, form: Form) => readonly [message: string, detail: string]
  /** The message of spec 8.edit for a failure, if there is one; the form is then emptied after every failure. */
  readonly failedWords?: string
  /** Explains a failure in place of the server's message; null if that message suffices. */
  readonly explain?: (failure: CallFailed) => Promise<string | null>
}

/**
 * Edits one active student, from the search by roll number to leaving the screen (spec 4.edit-admission, spec 8.edit).
 * The form keeps only the changes, so that untouched fields show the latest record.
 */
export function useStudentEdit<E extends Endpoint, Form extends object>(
  lookup: ReturnType<typeof useInfoLookup>,
  options: EditOptions<E, Form>,
) {
  const { endpoint, act, before, failedWords } = options
  const { rollNo } = lookup
  const leave = useGoBack()
  const alert = useAlert()
  const formOf = (typed: Partial<Form>): Form => ({ ...before(typed), ...typed })

  const form = useSendForm<E, Partial<Form>>({
    endpoint,
    ...(act && { act }),
    requested() {
      lookup.clear()
      leave()
    },
    names: Object.keys(before({})),
    check: (typed) => options.check(formOf(typed)),
    async sent(typed) {
      if (options.isChanged(formOf(typed))) return options.sent(formOf(typed))
      await alert('No changes made')
      return null
    },
    identity: (typed) => options.identity?.(formOf(typed)),
    draft: `${lookup.draft}: ${rollNo ?? ''}`,
    initial: () => ({}),
    isIncomplete,
    async done(reply, typed) {
      const [message, detail] = options.saved(reply, formOf(typed))
      lookup.clear()
      await alert(message, { detail })
      leave()
    },
    /** Alerts a failure that no field can show, and empties the form as spec 4.edit-admission requires. */
    async refused(failure): Promise<boolean> {
      const detail = (await options.explain?.(failure)) ?? failure.msg
      await alert(failedWords ?? failure.msg, { tone: 'error', ...(failedWords !== undefined && { detail }) })
      // After a failure of the connection or the server, a retry may succeed.
      const mayBeTriedAgain = failure.status === 0 || failure.status >= 500
      if (failedWords === undefined && mayBeTriedAgain) return true
      // The typed text can be brought back (decisions 6.failures.bring-back).
      form.setAside()
      // An unknown student is looked up again: the notice next to the number shows it (spec 4.edit-admission.unknown).
      if (failure.code === 'student-unknown' && rollNo !== null) {
        lookup.open(rollNo)
        await lookup.reload()
      }
      form.focusFirstInvalid()
      return true
    },
  })

  const values = lookup.student ? formOf(form.values) : before({})
  const field: SendForm<Form>['field'] = (name) => ({ ...form.field(name), value: values[name] })
  return { ...form, values, field, leave }
}
