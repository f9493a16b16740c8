import { studentList } from '#contract/student-list.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import { call, CallFailed } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { StudentRow } from './list-columns.ts'

export interface ListFilters {
  readonly studentClass: SchoolClass | 'all'
  readonly section: Section | 'all'
}

/** The students of one class and section at a time; another choice calls the list before it off and clears it. */
export function useListedStudents() {
  const { campus } = useStaff()
  const alert = useAlert()
  const running = useRef<AbortController>(null)
  const [rows, setRows] = useState<readonly StudentRow[] | null>(null)
  const [loading, setLoading] = useState(false)
  useEffect(() => () => running.current?.abort(), [])

  const hide = useCallback(() => {
    running.current?.abort()
    setRows(null)
    setLoading(false)
  }, [])

  const show = useCallback(
    async (filters: ListFilters) => {
      hide()
      const turn = new AbortController()
      running.current = turn
      setLoading(true)
      try {
        const { data } = await call(studentList, { params: { ...filters, campus }, signal: turn.signal })
        if (!turn.signal.aborted) setRows(data)
      } catch (error) {
        if (turn.signal.aborted) return
        if (!(error instanceof CallFailed)) throw error
        // Who is signed out is on the way to the sign-in and back here.
        if (error.code === 'signed-out') return
        await alert('Getting student list failed', { tone: 'error', detail: error.msg })
      } finally {
        if (running.current === turn) setLoading(false)
      }
    },
    [alert, campus, hide],
  )

  return { rows, loading, show, hide }
}
