import { useDraft } from '#web/api/drafts.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { useFirstWrong } from '#web/ui/first-wrong.ts'
import { useState } from 'react'
import { wordsFor } from './admission-checks.ts'

/** What is typed, and over whose record. */
export interface Held<Form> {
  readonly rollNo: number | null
  readonly typed: Partial<Form>
}

/** What is wrong, by the names of the fields. */
export type Wrong = Readonly<Record<string, string>>

/** What is typed over one student's record, and what is wrong with it; nothing of it ever stands under another number. */
export function useTypedChanges<Form extends object>(draft: string, rollNo: number | null) {
  const [held, setHeld, clear] = useDraft<Held<Form>>(draft, () => ({ rollNo: null, typed: {} }))
  const [errors, setErrors] = useState<Wrong>({})
  const { form: frame, focusFirstWrong } = useFirstWrong()
  const alert = useAlert()
  const isHeld = held.rollNo === rollNo
  const typed: Partial<Form> = isHeld ? held.typed : {}

  function change(changes: Partial<Form>) {
    setHeld({ rollNo, typed: { ...typed, ...changes } })
    setErrors((before) =>
      Object.fromEntries(
        Object.entries(isHeld ? before : {}).filter(([name]) => !Object.hasOwn(changes, name)),
      ),
    )
  }

  /** Marks what is wrong; true where something is. */
  async function mark(wrong: Wrong): Promise<boolean> {
    if (Object.keys(wrong).length === 0) return false
    setHeld({ rollNo, typed })
    setErrors(wrong)
    const words = wordsFor(wrong)
    if (words !== null) await alert(words, { tone: 'error' })
    focusFirstWrong()
    return true
  }

  function forget() {
    setErrors({})
    clear()
  }

  return {
    restore: setHeld,
    typed,
    isTyped: Object.keys(typed).length > 0,
    errors: isHeld ? errors : {},
    frame,
    focusFirstWrong,
    change,
    mark,
    forget,
  }
}
