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
  /** Called with a roll number to look up: after the pause, or `isChosen` on Enter or a choice; null for other text. */
  readonly onChosen: (rollNo: number | null, isChosen?: boolean) => void
  readonly answer: StudentAnswer
  readonly readOnly?: boolean
}

/** Handles typing, the pause, Enter and the list's rows in a `StudentSearchField`. */
export function useStudentField({ value, onChange, onChosen, answer, readOnly }: StudentFieldProps) {
  const rollNo = rollNoFrom(value)

  const list = useStudentList(readOnly ? '' : studentSought(value), (student) => {
    onChange(String(student.rollNo))
    onChosen(student.rollNo, true)
  })

  const lookUp = useEffectEvent(() => onChosen(rollNo))
  const isWaiting = rollNo !== null && answer.state === 'nothing'
  useEffect(() => {
    if (!isWaiting) return undefined
    const pause = setTimeout(() => lookUp(), typingPauses.number)
    return () => clearTimeout(pause)
  }, [isWaiting, rollNo])

  const press = (event: KeyboardEvent) => {
    if (readOnly || list.takeKey(event) || event.key !== 'Enter') return
    // Enter looks the number up and must not submit a surrounding form.
    event.preventDefault()
    if (rollNo !== null) onChosen(rollNo, true)
  }

  function type(typed: string) {
    onChange(typed)
    onChosen(null)
  }
  return { list, press, type }
}
