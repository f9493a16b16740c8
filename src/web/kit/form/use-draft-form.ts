import { useForm } from '@mantine/form'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { bringBack, draftOf, dropDraft, formOf, keepDraft, leaveForm, useLeftForms } from '#web/api/drafts.ts'
import { useSession } from '#web/api/session.ts'
import type { FormErrors } from './field-errors.ts'

/** Keeps values and errors under the draft's name. Another name is another form, with its own values and errors. */
export function useDraftForm<Values extends object>(draft: string | undefined, initial: () => Values) {
  const start = (): Values => (draft === undefined ? initial() : draftOf(draft, initial()))
  const [initialValues] = useState(start)
  // The library keeps the first function that it gets, so the function reads the name at each change.
  const draftName = useRef(draft)
  const firstValues = useRef(initial)
  useEffect(() => {
    firstValues.current = initial
  })
  const form = useForm<Values>({
    initialValues,
    onValuesChange(typed) {
      const name = draftName.current
      if (name === undefined) return
      if (JSON.stringify(typed) === JSON.stringify(firstValues.current())) dropDraft(name)
      else keepDraft(name, typed)
    },
  })
  const changes = useLeftForms((forms) => (draft === undefined ? 0 : forms.changes[formOf(draft)]))
  const opened = `${draft} ${changes}`
  const [open, setOpen] = useState(opened)
  const isOpen = open === opened

  function replace(values: Values) {
    form.setInitialValues(values)
    form.reset()
  }
  const reopen = useEffectEvent(() => {
    draftName.current = draft
    replace(start())
    setOpen(opened)
  })
  useEffect(() => {
    if (!isOpen) reopen()
  }, [isOpen])

  return {
    form,
    values: isOpen ? form.values : start(),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- errors are set as texts only
    errors: (isOpen ? form.errors : {}) as FormErrors<Values>,
    /** Empties the form and deletes its draft. */
    reset: () => {
      replace(initial())
      if (draft !== undefined) dropDraft(draft)
    },
  }
}

/** The leaving of closed screens by form, until it is certain that the screen stays closed. */
const closing = new Map<string | undefined, () => void>()

/**
 * Moves a form's drafts to the forms that were left when its screen closes, and brings them back when the user returns
 * to the same visit. A lost session does not count: after the sign-in the screen has the typed values (decisions
 * 5.session). Returns a function that sets the typed values aside while the screen stays open.
 */
export function useKeptForm(form: string | undefined): () => void {
  const { key, pathname: path } = useLocation()
  const isOpen = useRef(false)
  const leave = useEffectEvent(() => {
    if (form !== undefined) leaveForm({ form, path, key })
  })
  const arrive = useEffectEvent(() => {
    const { left } = useLeftForms.getState()
    const own = left.findLast((other) => other.form === form && other.key === key)
    if (own) bringBack(own)
  })
  useLayoutEffect(() => {
    isOpen.current = true
    // The previous visit is left first; otherwise it would take the drafts of this one with it.
    closing.get(form)?.()
    arrive()
    return () => {
      isOpen.current = false
      if (!useSession.getState().isSignedIn) return
      // Strict mode closes and reopens every screen once: only a screen that stays closed was left.
      const close = () => {
        if (closing.get(form) !== close) return
        closing.delete(form)
        if (!isOpen.current) leave()
      }
      closing.set(form, close)
      queueMicrotask(close)
    }
  }, [form])
  return () => form !== undefined && leaveForm({ form, path, key: '' })
}
