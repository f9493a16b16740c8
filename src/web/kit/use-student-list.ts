import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from 'react'
import { useStudentSearch, type StudentFound, type StudentSearch } from './use-student-search.ts'

/** The list of students below a search field, its state and keys. */
export interface StudentList extends StudentSearch {
  readonly listId: string
  readonly opened: boolean
  /** The row that Enter chooses; -1 while the rows belong to the previous text. */
  readonly active: number
  readonly choose: (student: StudentFound) => void
  readonly close: () => void
  readonly setFocused: (focused: boolean) => void
  /** Handles the list's keys; false for other keys. */
  readonly takeKey: (event: KeyboardEvent) => boolean
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Lists the students that match a text; none for ''. `onChosen` receives the chosen student. */
export function useStudentList(sought: string, onChosen: (student: StudentFound) => void): StudentList {
  const search = useStudentSearch(sought)
  const { students, state, hurry } = search
  const listId = useId()
  const [focused, setFocused] = useState(false)
  const [closedFor, setClosedFor] = useState('')
  const [selection, setSelection] = useState({ text: sought, row: 0 })
  // The text for which Enter was pressed before the rows loaded.
  const [awaitedFor, setAwaitedFor] = useState('')

  const opened = focused && students.length > 0 && closedFor !== sought
  const row = selection.text === sought ? selection.row : 0
  const active = state === 'found' && opened ? Math.min(row, students.length - 1) : -1

  const choose = (student: StudentFound) => {
    setAwaitedFor('')
    onChosen(student)
  }
  const settle = useEffectEvent(() => {
    if (awaitedFor !== sought) return
    setAwaitedFor('')
    const [only, ...others] = students
    if (only && others.length === 0) choose(only)
  })
  useEffect(() => {
    if (state === 'found') settle()
  }, [state, students])

  const enter = () => {
    const student = students[active]
    if (student) return choose(student)
    setClosedFor('')
    if (state === 'found') return
    setAwaitedFor(sought)
    hurry()
  }
  const step = (by: number) => {
    setClosedFor('')
    if (active >= 0) setSelection({ text: sought, row: (active + by + students.length) % students.length })
    // A step before the rows arrive is remembered.
    else if (state === 'seeking') setSelection({ text: sought, row: Math.max(row + by, 0) })
  }

  return {
    ...search,
    listId,
    opened,
    active,
    choose,
    close: () => setClosedFor(sought),
    setFocused,
    takeKey(event) {
      const { key, nativeEvent } = event
      const by = steps[key]
      if (nativeEvent.isComposing || sought === '') return false
      if (by !== undefined) step(by)
      else if (key === 'Enter') enter()
      else if (key === 'Escape' && opened) setClosedFor(sought)
      else return false
      event.preventDefault()
      return true
    },
  }
}
