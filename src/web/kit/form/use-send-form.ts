import type { Endpoint } from '#contract/endpoint.ts'
import { fillAllFields } from '#contract/refusals.ts'
import { CallFailed, type Reply, type Sent } from '#web/api/call.ts'
import { draftOf, dropDraft, keepDraft } from '#web/api/drafts.ts'
import { useChange } from '#web/api/use-change.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { useFirstWrong } from '#web/ui/first-wrong.ts'
import { useForm } from '@mantine/form'
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ChangeEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
import { contractErrors, errorsByField, type FormErrors } from './field-errors.ts'

export interface SendFormOptions<E extends Endpoint, Values extends object> {
  readonly endpoint: E
  /**
   * The name under which what is typed is kept until it is sent; without one it is forgotten with the screen, as a password
   * must be. Another name is another form: that of the next student shows nothing of the one before.
   */
  readonly draft?: string
  /** What is sent has a password, although nothing that is typed is one. */
  readonly isSecret?: boolean
  readonly initial: () => Values
  /** The names of all fields, where the initial values do not have them all. */
  readonly names?: readonly string[]
  /** What is wrong before the server is asked. */
  readonly check: (values: Values) => FormErrors<Values>
  /** Whether these errors are also alerted as fields to fill in (spec 8). */
  readonly isIncomplete?: (errors: FormErrors<Values>) => boolean
  /** Runs before fields are marked, such as to show the part of the form that has them. */
  readonly onErrors?: (errors: FormErrors<Values>) => void
  /** Asks before it is sent; false keeps the form as it is. */
  readonly confirm?: (values: Values) => Promise<boolean>
  /** The call; null where it cannot be made, which `sent` has said. */
  readonly sent: (values: Values) => Sent<E> | null | Promise<Sent<E> | null>
  /** What tells one act from another, where that is not the whole body. */
  readonly identity?: (values: Values) => unknown
  /** The form's names of fields that the call names differently. */
  readonly renamed?: Readonly<Record<string, string>>
  /** Runs after the form was emptied. */
  readonly done: (reply: Reply<E>, values: Values) => void | Promise<void>
  /** Handles a refusal that no field shows, or marks one with it; false leaves it to the usual alert. */
  readonly refused?: (
    failure: CallFailed,
    mark: (errors: FormErrors<Values>) => boolean,
  ) => boolean | Promise<boolean>
}

/** What screens use of a form; `useSendForm` returns it. */
export interface SendForm<Values> {
  readonly values: Values
  readonly errors: FormErrors<Values>
  readonly change: (changes: Partial<Values>) => void
  readonly field: <Name extends keyof Values & string>(name: Name) => FieldProps<Values[Name]>
}

/** What an input takes; `onChange` takes its event or the value itself. */
interface FieldProps<Value> {
  readonly name: string
  readonly value: Value
  readonly onChange: (given: ChangeEvent | Value) => void
  readonly error: ReactNode
}

/**
 * One form from the first key to the reply: values, errors of its own, of the contract and of the server at their fields, one
 * sending at a time, a draft that outlives the screen and a lost session, and the cursor on the first field that is wrong.
 */
export function useSendForm<E extends Endpoint, Values extends object>(options: SendFormOptions<E, Values>) {
  const { endpoint, draft, initial } = options
  const alert = useAlert()
  const tellFailure = useTellFailure()
  const { form: frame, focusFirstWrong } = useFirstWrong()
  const { send, sending } = useChange(endpoint, {
    secret: options.isSecret ?? draft === undefined,
  })
  const pressed = useRef(false)
  const start = (): Values => keptIn<Values>(draft) ?? initial()
  const [first] = useState(start)
  const form = useForm<Values>({
    initialValues: first,
    onValuesChange: (typed) => draft !== undefined && keepDraft(draft, typed),
  })
  const [openDraft, setOpenDraft] = useState(draft)
  const isOpen = openDraft === draft
  const values = isOpen ? form.values : start()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `mark` sets texts only
  const errors = (isOpen ? form.errors : {}) as FormErrors<Values>
  const names = options.names ?? Object.keys(initial())

  const open = useEffectEvent(() => {
    replace(start())
    setOpenDraft(draft)
  })
  useEffect(() => {
    if (!isOpen) open()
  }, [isOpen])

  function replace(next: Values) {
    form.setInitialValues(next)
    form.reset()
  }

  function change(changes: Partial<Values>) {
    for (const [name, value] of Object.entries(changes)) form.setFieldValue(name, value as never)
  }

  /** Empties the form. */
  function reset() {
    replace(initial())
    if (draft !== undefined) dropDraft(draft)
  }

  const set = (wrong: FormErrors<Values>): boolean => {
    form.setErrors(wrong)
    const isWrong = Object.keys(wrong).length > 0
    if (isWrong) options.onErrors?.(wrong)
    return isWrong
  }

  /** Marks what is wrong, where anything is, and puts the cursor on the first of it. */
  function mark(wrong: FormErrors<Values>): boolean {
    const isWrong = set(wrong)
    if (isWrong) focusFirstWrong()
    return isWrong
  }

  /** Marks what the form itself finds wrong and alerts that fields are to be filled in; false where nothing is wrong. */
  async function reject(wrong: FormErrors<Values>): Promise<boolean> {
    if (!set(wrong)) return false
    if (options.isIncomplete?.(wrong)) await alert(fillAllFields, { tone: 'error' })
    focusFirstWrong()
    return true
  }

  async function attempt(typed: Values): Promise<void> {
    if (await reject(options.check(typed))) return
    if (options.confirm && !(await options.confirm(typed))) return
    const call = await options.sent(typed)
    if (call === null) return
    const fields = { names, ...(options.renamed && { renamed: options.renamed }) }
    if (mark(errorsByField(contractErrors(endpoint, call.body), fields))) return
    let reply: Reply<E>
    try {
      reply = await send(call, options.identity?.(typed) ?? call.body)
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      if (failure.code === 'signed-out' || mark(errorsByField(failure.errors, fields))) return
      if (!(await options.refused?.(failure, mark))) await tellFailure(failure)
      return
    }
    reset()
    await options.done(reply, typed)
  }

  /** Sends what is typed; a second press, also while a dialog waits for its answer, does nothing. */
  async function submit(event?: SyntheticEvent): Promise<void> {
    event?.preventDefault()
    if (pressed.current) return
    pressed.current = true
    try {
      await attempt(form.getValues())
    } finally {
      pressed.current = false
    }
  }

  return {
    values,
    errors,
    sending,
    /** Whether anything differs from an empty form. */
    typed: JSON.stringify(values) !== JSON.stringify(initial()),
    change,
    mark,
    reject,
    clearErrors: form.clearErrors,
    reset,
    submit,
    focusFirstWrong,
    /** The properties of the input of one field. */
    field<Name extends keyof Values & string>(name: Name): FieldProps<Values[Name]> {
      const { onChange } = form.getInputProps(name)
      return { name, value: values[name], onChange, error: errors[name] }
    },
    /** The properties of the form element. */
    frame: { ref: frame, noValidate: true, onSubmit: (event: SyntheticEvent) => void submit(event) },
  }
}

const keptIn = <Values>(draft: string | undefined): Values | undefined =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a name is one form's, so it holds what that form kept
  draft === undefined ? undefined : (draftOf(draft) as Values | undefined)
