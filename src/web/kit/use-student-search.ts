import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { findStudents } from '#contract/student-search.ts'
import { readSearch, rollNoFrom } from '#domain/student-search.ts'
import { call, CallFailed, type Reply } from '#web/api/call.ts'
import { keys } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { typingPauses } from './typing-pauses.ts'

/** The text to search among names, CNICs and phones; '' if it is a roll number or means nobody. */
export const studentSought = (typed: string): string =>
  rollNoFrom(typed) === null && readSearch(typed) ? typed : ''

export type StudentFound = Reply<typeof findStudents>['students'][number]

export interface StudentSearch {
  readonly state: 'off' | 'seeking' | 'found' | 'nobody' | 'failed'
  /** The ten nearest students at most; while loading, those of the previous text. */
  readonly students: readonly StudentFound[]
  readonly failure: CallFailed | null
  /** Searches at once, without waiting for a pause in typing. */
  readonly hurry: () => void
}

const noStudents: readonly StudentFound[] = []

/** True if one text continues the other: its rows may stay until the new ones arrive. */
const goesOn = (one: string, other: unknown): boolean =>
  typeof other === 'string' && (one.startsWith(other) || other.startsWith(one))

/** Finds students by name, father's name, CNIC or phone while typing; a new letter aborts the previous call. */
export function useStudentSearch(sought: string): StudentSearch {
  const { campus } = useStaff()
  const wanted = sought.trim()
  const [asked, setAsked] = useState('')
  const isRequested = wanted !== '' && asked === wanted

  const query = useQuery({
    queryKey: keys.studentsFound(campus, isRequested ? wanted : ''),
    queryFn: isRequested
      ? ({ signal }) => call(findStudents, { params: { campus }, body: { typed: wanted }, signal })
      : skipToken,
    placeholderData: (before, queryBefore) =>
      goesOn(wanted, queryBefore?.queryKey.at(-1)) ? before : undefined,
  })

  useEffect(() => {
    if (isRequested || wanted === '') return undefined
    const pause = setTimeout(() => setAsked(wanted), typingPauses.name)
    return () => clearTimeout(pause)
  }, [isRequested, wanted])

  const students = wanted === '' ? noStudents : (query.data?.students ?? noStudents)

  function state(): StudentSearch['state'] {
    if (wanted === '') return 'off'
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
      setAsked(wanted)
    },
  }
}
