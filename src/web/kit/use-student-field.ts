import { useEffect, useEffectEvent, type KeyboardEvent } from 'react'
import { rollNoFrom } from '#domain/student-search.ts'
import { typingPauses } from './typing-pauses.ts'
import { useStudentList } from './use-student-list.ts'
import { studentSought } from './use-student-search.ts'

export type StudentAnswer =
  /** `nothing` means that no look-up has begun; after `failed` the screen shows the reason below the field. */
  | { readonly state: 'nothing' | 'looking' | 'found' | 'failed' }
  | { readonly state: 'not found'; readonly words: string }

export interface StudentFieldProps {
  readonly value: string
  readonly onChange: (typed: string) => void
  /** Called with a roll number to look up, after the pause or at once on Enter or a choice; null for other text. */
  readonly onChosen: (rollNo: number | null) => void
  readonly answer: StudentAnswer
  readonly readOnly?: boolean
}

/** Handles typing, the pause, Enter and the list's rows in a `StudentSearchField`. */
export function useStudentField({ value, onChange, onChosen, answer, readOnly }: StudentFieldProps) {
  const rollNo = rollNoFrom(value)

  function take(typed: string, chosen: number | null) {
    onChange(typed)
    onChosen(chosen)
  }
  const list = useStudentList(readOnly ? '' : studentSought(value), (student) =>
    take(String(student.rollNo), student.rollNo),
  )

  const lookUp = useEffectEvent(() => onChosen(rollNo))
  const isWaiting = rollNo !== null && answer.state === 'nothing'
  useEffect(() => {
    if (!isWaiting) return undefined
    const pause = setTimeout(() => lookUp(), typingPauses.number)
    return () => clearTimeout(pause)
  }, [isWaiting, rollNo])

  const isSettled = answer.state === 'found' || answer.state === 'looking'
  const press = (event: KeyboardEvent) => {
    if (readOnly || list.takeKey(event) || event.key !== 'Enter') return
    // Enter looks the number up and must not submit a surrounding form.
    event.preventDefault()
    if (rollNo !== null && !isSettled) onChosen(rollNo)
  }

  return { list, press, type: (typed: string) => take(typed, null) }
}
