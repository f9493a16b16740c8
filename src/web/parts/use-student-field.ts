import { rollNoFrom } from '#domain/student-search.ts'
import { useEffect, useEffectEvent, type KeyboardEvent } from 'react'
import type { StudentSearchFieldProps } from './student-search-field.tsx'
import { useStudentList } from './use-student-list.ts'
import { studentSought } from './use-student-search.ts'
import { lookupPauseMs } from './use-voucher-search.ts'

/** What typing, the pause, Enter and the list's rows do in a `StudentSearchField`. */
export function useStudentField({ value, onChange, onChosen, answer, readOnly }: StudentSearchFieldProps) {
  const rollNo = rollNoFrom(value)

  function take(typed: string, chosen: number | null) {
    onChange(typed)
    onChosen(chosen)
  }
  const list = useStudentList(readOnly ? '' : studentSought(value), (student) =>
    take(String(student.rollNo), student.rollNo),
  )

  const lookUp = useEffectEvent(() => onChosen(rollNo))
  const waits = rollNo !== null && answer.state === 'nothing'
  useEffect(() => {
    if (!waits) return undefined
    const pause = setTimeout(() => lookUp(), lookupPauseMs)
    return () => clearTimeout(pause)
  }, [waits, rollNo])

  const isSettled = answer.state === 'found' || answer.state === 'looking'
  const press = (event: KeyboardEvent) => {
    if (readOnly || list.takeKey(event) || event.key !== 'Enter') return
    // Enter looks the number up; it must not send the form that the field may stand in.
    event.preventDefault()
    if (rollNo !== null && !isSettled) onChosen(rollNo)
  }

  return { list, press, type: (typed: string) => take(typed, null) }
}
