import { useForm } from '@mantine/form'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { draftOf, dropDraft, keepDraft } from '#web/api/drafts.ts'
import type { FormErrors } from './field-errors.ts'

/** Keeps values and errors under the draft's name. Another name is another form, without values and errors of the last. */
export function useDraftForm<Values extends object>(draft: string | undefined, initial: () => Values) {
  const start = (): Values => (draft === undefined ? initial() : draftOf(draft, initial()))
  const [first] = useState(start)
  // The library keeps its first function, so the name is read at each change.
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
    /** Empties the form and deletes its draft. */
    reset: () => {
      replace(initial())
      if (draft !== undefined) dropDraft(draft)
    },
  }
}
