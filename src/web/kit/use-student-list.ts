import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from 'react'
import { findStudents } from '#contract/student-search.ts'
import { readSearch, rollNoFrom } from '#domain/student-search.ts'
import { isObject, type Reply } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { typingPauses, useAfterPause } from './typing-pauses.ts'

/** Returns the text to search among names, CNICs and phones; '' if it is a roll number or matches nobody. */
export const studentSought = (typed: string): string =>
  rollNoFrom(typed) === null && readSearch(typed) ? typed : ''

export type StudentFound = Reply<typeof findStudents>['students'][number]

const noStudents: readonly StudentFound[] = []

/** True if one text begins with that of the other call: the old rows then stay until the new ones arrive. */
const continues = (text: string, body: unknown): boolean =>
  isObject(body) &&
  typeof body['typed'] === 'string' &&
  (text.startsWith(body['typed']) || body['typed'].startsWith(text))

/** Finds students by name, father's name, CNIC or phone while typing; a new letter aborts the previous call. */
export function useStudentSearch(sought: string) {
  const searchText = sought.trim()
  const [requested, setRequested] = useState('')
  const isRequested = searchText !== '' && requested === searchText
  useAfterPause(searchText !== '' && !isRequested, searchText, typingPauses.name, setRequested)

  const query = useCall(
    findStudents,
    { body: { typed: isRequested ? searchText : '' } },
    {
      enabled: isRequested,
      placeholderData: (previous, previousQuery) =>
        continues(searchText, previousQuery?.queryKey.at(-1)) ? previous : undefined,
    },
  )
  const students = searchText === '' ? noStudents : (query.data?.students ?? noStudents)

  function state() {
    if (searchText === '') return 'off'
    if (isRequested && query.isError) return 'failed'
    if (!isRequested || query.isPlaceholderData || query.isPending) return 'seeking'
    return students.length > 0 ? 'found' : 'nobody'
  }

  return {
    state: state(),
    /** At most the ten best matches; while loading, the students of the previous text. */
    students,
    failure: isRequested ? query.error : null,
    /** Searches at once, without waiting for a pause in typing. */
    hurry: () => {
      if (isRequested && query.isError) void query.refetch()
      setRequested(searchText)
    },
  }
}

export type StudentSearch = ReturnType<typeof useStudentSearch>

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** The list of students that match a text, with its keys; empty for ''. `onChosen` receives the chosen student. */
export function useStudentList(sought: string, onChosen: (student: StudentFound) => void) {
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
    /** The row that Enter chooses; -1 while the rows belong to the previous text. */
    active,
    choose,
    setFocused,
    /** Handles the list's keys; false for other keys. */
    takeKey: (event: KeyboardEvent): boolean => {
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

export type StudentList = ReturnType<typeof useStudentList>
