import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { findStudents } from '#contract/student-search.ts'
import { readSearch, rollNoFrom } from '#domain/student-search.ts'
import { call, CallFailed, type Reply } from '#web/api/call.ts'
import { typingPauses } from './typing-pauses.ts'

/** Returns the text to search among names, CNICs and phones; '' if it is a roll number or matches nobody. */
export const studentSought = (typed: string): string =>
  rollNoFrom(typed) === null && readSearch(typed) ? typed : ''

export type StudentFound = Reply<typeof findStudents>['students'][number]

export interface StudentSearch {
  readonly state: 'off' | 'seeking' | 'found' | 'nobody' | 'failed'
  /** At most the ten best matches; while loading, the students of the previous text. */
  readonly students: readonly StudentFound[]
  readonly failure: CallFailed | null
  /** Searches at once, without waiting for a pause in typing. */
  readonly hurry: () => void
}

const noStudents: readonly StudentFound[] = []

/** True if one text begins with the other: the old rows then stay until the new ones arrive. */
const continues = (one: string, other: unknown): boolean =>
  typeof other === 'string' && (one.startsWith(other) || other.startsWith(one))

/** Finds students by name, father's name, CNIC or phone while typing; a new letter aborts the previous call. */
export function useStudentSearch(sought: string): StudentSearch {
  const searchText = sought.trim()
  const [requested, setRequested] = useState('')
  const isRequested = searchText !== '' && requested === searchText

  const query = useQuery({
    queryKey: [findStudents.path, isRequested ? searchText : ''],
    queryFn: isRequested
      ? ({ signal }) => call(findStudents, { body: { typed: searchText }, signal })
      : skipToken,
    placeholderData: (previous, previousQuery) =>
      continues(searchText, previousQuery?.queryKey.at(-1)) ? previous : undefined,
  })

  useEffect(() => {
    if (isRequested || searchText === '') return undefined
    const pause = setTimeout(() => setRequested(searchText), typingPauses.name)
    return () => clearTimeout(pause)
  }, [isRequested, searchText])

  const students = searchText === '' ? noStudents : (query.data?.students ?? noStudents)

  function state(): StudentSearch['state'] {
    if (searchText === '') return 'off'
    if (isRequested && query.isError) return 'failed'
    if (!isRequested || query.isPlaceholderData || query.isPending) return 'seeking'
    return students.length > 0 ? 'found' : 'nobody'
  }

  return {
    state: state(),
    students,
    failure: isRequested && query.error instanceof CallFailed ? query.error : null,
    hurry() {
      if (isRequested && query.isError) void query.refetch()
      setRequested(searchText)
    },
  }
}
