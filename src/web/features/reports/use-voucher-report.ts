import { voucherReport, type paidStatuses } from '#contract/reports.ts'
import type { StudentKind } from '#domain/report-columns.ts'
import { call, CallFailed } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { voucherRow, type VoucherRow } from '#web/parts/voucher-row.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Filters } from './report-filters.tsx'

interface Asked {
  readonly kind: StudentKind
  readonly paidStatus: (typeof paidStatuses)[number]
  readonly filters: Filters
  /** Which date of the voucher the To Date bounds (decisions §3). */
  readonly toDateOf: 'issueDate' | 'dueDate'
}

interface Report {
  readonly kind: StudentKind
  readonly rows: readonly VoucherRow[]
}

/**
 * The vouchers of one report at a time: a new one begins with an empty page, so that old figures never stand under
 * a new heading, and what is no longer wanted is called off. Answers nothing where there is nothing to show (spec §4).
 */
export function useVoucherReport() {
  const { campus } = useStaff()
  const alert = useAlert()
  const running = useRef<AbortController>(null)
  const [report, setReport] = useState<Report | null>(null)
  const [loading, setLoading] = useState(false)
  useEffect(() => () => running.current?.abort(), [])

  const hide = useCallback(() => {
    running.current?.abort()
    setReport(null)
    setLoading(false)
  }, [])

  const load = async (asked: Asked): Promise<readonly VoucherRow[] | null> => {
    hide()
    const turn = new AbortController()
    running.current = turn
    setLoading(true)
    const answer = await fetchRows(campus, asked, turn.signal)
    if (turn.signal.aborted) return null
    setLoading(false)
    if (answer.rows) {
      setReport({ kind: asked.kind, rows: answer.rows })
      return answer.rows
    }
    if (answer.complaint) await alert(...answer.complaint)
    return null
  }

  return { report, loading, load, hide }
}

type Complaint = Parameters<ReturnType<typeof useAlert>>
type Answer =
  { readonly rows: readonly VoucherRow[] } | { readonly rows: null; readonly complaint: Complaint | null }

const noneFound: Answer = { rows: null, complaint: ['No vouchers found'] }

async function fetchRows(campus: string, asked: Asked, signal: AbortSignal): Promise<Answer> {
  const { kind, paidStatus, filters, toDateOf } = asked
  try {
    const { vouchers } = await call(voucherReport, {
      params: { type: kind, campus, paidStatus },
      body: { ...filters, toDateOf },
      signal,
    })
    return vouchers.length > 0 ? { rows: vouchers.map(voucherRow) } : noneFound
  } catch (error) {
    return failed(error, signal)
  }
}

function failed(error: unknown, signal: AbortSignal): Answer {
  if (signal.aborted) return { rows: null, complaint: null }
  if (!(error instanceof CallFailed)) throw error
  if (error.code === 'no-vouchers') return noneFound
  // Who is signed out is on the way to the sign-in and back here.
  if (error.code === 'signed-out') return { rows: null, complaint: null }
  return { rows: null, complaint: ['Failed to get vouchers', { tone: 'error', detail: error.msg }] }
}
