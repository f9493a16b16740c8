import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type ChangeEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Act } from '#domain/approval.ts'
import type { FieldError } from '#domain/outcome.ts'
import { fillAllFields } from '#domain/refusals.ts'
import { CallFailed, type Reply, type Sent } from '#web/api/call.ts'
import { formOf } from '#web/api/drafts.ts'
import { useApprovableChange, type ActResult } from '#web/kit/approval/use-approvable-change.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { contractErrors, errorsByField, type FormErrors } from './field-errors.ts'
import { useDraftForm, useKeptForm } from './use-draft-form.ts'

/** Returns a form ref, and a function that focuses the first invalid field, or else the first field to fill in. */
function useFirstInvalid() {
  const form = useRef<HTMLFormElement>(null)
  const [requests, setRequests] = useState(0)
  useEffect(() => {
    if (requests === 0) return
    const field =
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      form.current?.querySelector<HTMLElement>(
        'input:not([readonly], :disabled), select:not(:disabled), textarea:not(:disabled)',
      )
    field?.focus()
  }, [requests])
  // Changes the state, so that the focus moves after the marks are drawn.
  const focusFirstInvalid = useCallback(() => setRequests((count) => count + 1), [])
  return { form, focusFirstInvalid }
}

export interface SendFormOptions<E extends Endpoint, Values extends object> {
  readonly endpoint: E
  /** Set if the change may need approval. */
  readonly act?: Act
  /**
   * The name under which typed values are kept until they are sent; without a name they are dropped with the screen, as
   * a password must be. Another name is another form: the next student's form does not show these values.
   */
  readonly draft?: string
  /** True if the body has a password although no field of the form does. */
  readonly isSecret?: boolean
  readonly initial: () => Values
  /** All field names, if the initial values lack some. */
  readonly names?: readonly string[]
  /** Returns the errors found before the form is sent. */
  readonly check: (values: Values) => FormErrors<Values>
  /** Returns true if these errors also alert that fields are to be filled in (spec 8). */
  readonly isIncomplete?: (errors: FormErrors<Values>) => boolean
  /** Runs before fields are marked, for example to show the part of the form that has them. */
  readonly onErrors?: (errors: FormErrors<Values>) => void
  /** Asks before sending; false keeps the form as it is. */
  readonly confirm?: (values: Values) => Promise<boolean>
  /** Returns the input of the call; null if it cannot be made, after telling the user. */
  readonly sent: (values: Values) => Sent<E> | null | Promise<Sent<E> | null>
  /** Identifies the change, if the whole body does not. */
  readonly identity?: (values: Values) => unknown
  /** The form's names of fields that the call names differently. */
  readonly renamed?: Readonly<Record<string, string>>
  /** Runs after the form is emptied. */
  readonly done: (reply: Reply<E>, values: Values) => void | Promise<void>
  /** Runs instead of `done` if the change was sent for approval. */
  readonly requested?: () => void
  /** Handles a refusal that no field shows, or marks a field with it; false leaves it to the usual alert. */
  readonly refused?: (
    failure: CallFailed,
    mark: (errors: FormErrors<Values>) => boolean,
  ) => boolean | Promise<boolean>
}

export interface SendForm<Values> {
  readonly values: Values
  readonly errors: FormErrors<Values>
  readonly change: (changes: Partial<Values>) => void
  readonly field: <Name extends keyof Values & string>(name: Name) => FieldProps<Values[Name]>
}

/** `onChange` takes an event or the value itself. */
interface FieldProps<Value> {
  readonly name: string
  readonly value: Value
  onChange(input: ChangeEvent | Value): void
  readonly error: ReactNode
}

/**
 * Runs a form from the first key to the reply: values; errors of form, contract and server at their fields; one request
 * at a time; a draft kept after the screen closes or the session is lost; focus on the first invalid field.
 */
export function useSendForm<E extends Endpoint, Values extends object>(options: SendFormOptions<E, Values>) {
  const { draft, initial } = options
  const { values, errors, form, reset } = useDraftForm(draft, initial)
  const setAside = useKeptForm(draft && formOf(draft))
  const { form: frame, focusFirstInvalid } = useFirstInvalid()
  const alert = useAlert()

  const setErrors = (wrong: FormErrors<Values>): boolean => {
    form.setErrors(wrong)
    const isWrong = Object.keys(wrong).length > 0
    if (isWrong) options.onErrors?.(wrong)
    return isWrong
  }

  /** Marks the invalid fields and focuses the first one; false if there are none. */
  function mark(wrong: FormErrors<Values>): boolean {
    const isWrong = setErrors(wrong)
    if (isWrong) focusFirstInvalid()
    return isWrong
  }

  /** Marks the form's own errors and alerts that fields are to be filled in; false if there are none. */
  async function reject(wrong: FormErrors<Values>): Promise<boolean> {
    if (!setErrors(wrong)) return false
    if (options.isIncomplete?.(wrong)) await alert(fillAllFields, { tone: 'error' })
    focusFirstInvalid()
    return true
  }

  const read = () => form.getValues()
  const { submit, sending } = useSubmit(options, { mark, reject, reset, read })

  return {
    values,
    /** Returns the current values, for a task that ends later than it began. */
    read,
    errors,
    sending,
    /** True if anything differs from an empty form. */
    typed: JSON.stringify(values) !== JSON.stringify(initial()),
    // Changes field by field, so that the other fields keep their errors.
    change: (changes: Partial<Values>): void => {
      for (const [name, value] of Object.entries(changes)) form.getInputProps(name).onChange(value)
    },
    mark,
    reject,
    clearErrors: form.clearErrors,
    reset,
    /** Empties the form and offers to bring the typed values back. */
    setAside,
    submit,
    focusFirstInvalid,
    field: <Name extends keyof Values & string>(name: Name): FieldProps<Values[Name]> => {
      const { onChange } = form.getInputProps(name)
      return { name, value: values[name], onChange, error: errors[name] }
    },
    frame: { ref: frame, noValidate: true, onSubmit: (event: SyntheticEvent) => void submit(event) },
  }
}

interface FormSteps<Values> {
  readonly read: () => Values
  readonly mark: (wrong: FormErrors<Values>) => boolean
  readonly reject: (wrong: FormErrors<Values>) => Promise<boolean>
  readonly reset: () => void
}

/** Checks, confirms, sends and reports; a second press does nothing, even while a dialog is open. */
function useSubmit<E extends Endpoint, Values extends object>(
  options: SendFormOptions<E, Values>,
  { read, mark, reject, reset }: FormSteps<Values>,
) {
  const { endpoint, act, draft, initial, confirm, identity } = options
  const tellFailure = useTellFailure()
  const { send, sending } = useApprovableChange(endpoint, act, {
    secret: options.isSecret ?? draft === undefined,
  })
  const pressed = useRef(false)
  const byField = (errors: readonly FieldError[]) =>
    errorsByField<Values>(errors, options.names ?? Object.keys(initial()), options.renamed)

  async function attempt(typed: Values): Promise<void> {
    if (await reject(options.check(typed))) return
    if (confirm && !(await confirm(typed))) return
    const sent = await options.sent(typed)
    if (sent === null || mark(byField(contractErrors(endpoint, sent.body)))) return
    const result = await send(sent, identity?.(typed) ?? sent.body).catch(failed)
    if (result !== null) await finish(result, typed)
  }

  async function finish(result: ActResult<E>, typed: Values): Promise<void> {
    if (result.kind === 'not requested') return
    reset()
    if (result.kind === 'requested') options.requested?.()
    else await options.done(result.reply, typed)
  }

  async function failed(failure: unknown): Promise<null> {
    if (!(failure instanceof CallFailed)) throw failure
    const isShown = failure.code === 'signed-out' || mark(byField(failure.errors))
    if (!isShown && !(await options.refused?.(failure, mark))) await tellFailure(failure)
    return null
  }

  async function submit(event?: SyntheticEvent): Promise<void> {
    event?.preventDefault()
    if (pressed.current) return
    pressed.current = true
    try {
      await attempt(read())
    } finally {
      pressed.current = false
    }
  }

  return { submit, sending }
}
