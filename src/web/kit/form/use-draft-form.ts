import { useForm } from '@mantine/form'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { draftOf, dropDraft, keepDraft } from '#web/api/drafts.ts'
import type { FormErrors } from './field-errors.ts'

/** Keeps values and errors under the draft's name. Another name is another form, with its own values and errors. */
export function useDraftForm<Values extends object>(draft: string | undefined, initial: () => Values) {
  const start = (): Values => (draft === undefined ? initial() : draftOf(draft, initial()))
  const [initialValues] = useState(start)
  // The library keeps the first function that it gets, so the function reads the name at each change.
  const draftName = useRef(draft)
  const form = useForm<Values>({
    initialValues,
    onValuesChange: (typed) => draftName.current !== undefined && keepDraft(draftName.current, typed),
  })
  const [openDraft, setOpenDraft] = useState(draft)
  const isOpen = openDraft === draft

  function replace(values: Values) {
    form.setInitialValues(values)
    form.reset()
  }
  const open = useEffectEvent(() => {
    draftName.current = draft
    replace(start())
    setOpenDraft(draft)
  })
  useEffect(() => {
    if (!isOpen) open()
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
