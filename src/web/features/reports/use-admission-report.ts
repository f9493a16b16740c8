import { admissionReport } from '#contract/students.ts'
import { call, CallFailed } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { useEffect, useRef, useState } from 'react'
import type { ReportedStudent } from './admissions-by-class.ts'
import type { Filters } from './report-filters.tsx'

export const reportTypes = ['admissions', 'removals', 'all'] as const

export interface AdmissionFilters extends Filters {
  readonly dataType: (typeof reportTypes)[number]
}

/** The students of one report at a time; what is no longer wanted is called off (spec §8 Admission reports). */
export function useAdmissionReport() {
  const { campus } = useStaff()
  const alert = useAlert()
  const running = useRef<AbortController>(null)
  const [students, setStudents] = useState<readonly ReportedStudent[] | null>(null)
  const [loading, setLoading] = useState(false)
  useEffect(() => () => running.current?.abort(), [])

  function hide() {
    running.current?.abort()
    setStudents(null)
    setLoading(false)
  }

  async function load(filters: AdmissionFilters): Promise<void> {
    hide()
    const turn = new AbortController()
    running.current = turn
    setLoading(true)
    try {
      const found = await fetchStudents(campus, filters, turn.signal)
      if (turn.signal.aborted) return
      setLoading(false)
      if (found.length > 0) return setStudents(found)
      await alert('No student found')
    } catch (error) {
      if (turn.signal.aborted) return
      setLoading(false)
      if (!(error instanceof CallFailed)) throw error
      // Who is signed out is on the way to the sign-in and back here.
      if (error.code === 'signed-out') return
      await alert('Getting admission reports failed', { tone: 'error', detail: error.msg })
    }
  }

  return { students, loading, load, hide }
}

async function fetchStudents(campus: string, filters: AdmissionFilters, signal: AbortSignal) {
  const { dataType, studentClass, section, fromDate, toDate } = filters
  const { data } = await call(admissionReport, {
    params: { dataType, campus },
    body: { fromDate, toDate, selectedClass: studentClass, selectedSection: section },
    signal,
  })
  return data
}
