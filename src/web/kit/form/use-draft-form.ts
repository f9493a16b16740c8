import { useForm } from '@mantine/form'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { draftOf, dropDraft, keepDraft } from '#web/api/drafts.ts'
import type { FormErrors } from './field-errors.ts'

/**
 * The values and errors of a form, kept under the name of its draft. Under another name it is another form at once: no
 * value and no error of the one before is shown.
 */
export function useDraftForm<Values extends object>(draft: string | undefined, initial: () => Values) {
  const start = (): Values => (draft === undefined ? initial() : draftOf(draft, initial()))
  const [first] = useState(start)
  // The library keeps the first function that it is given, so the name is read when something changes.
  const keptUnder = useRef(draft)
  const form = useForm<Values>({
    initialValues: first,
    onValuesChange: (typed) => keptUnder.current !== undefined && keepDraft(keptUnder.current, typed),
  })
  const [openDraft, setOpenDraft] = useState(draft)
  const isOpen = openDraft === draft

  function replace(values: Values) {
    form.setInitialValues(values)
    form.reset()
  }
  const open = useEffectEvent(() => {
    keptUnder.current = draft
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
    /** Empties the form and forgets its draft. */
    reset: () => {
      replace(initial())
      if (draft !== undefined) dropDraft(draft)
    },
  }
}
