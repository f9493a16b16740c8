import type { RefusalCode } from '#domain/outcome.ts'
import { CallFailed } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { useEffect, useRef, useState } from 'react'

/** How a long call is watched, given up and waited for. */
interface Watch {
  readonly signal: AbortSignal
  readonly onProgress: (fraction: number | null) => void
  /** Hears in words what is on its way, where that is known before it has come. */
  readonly onComing: (words: string) => void
  readonly timeoutMs: number
}

interface ReportWords {
  /** What is said where nothing is found: an empty list, or a refusal. */
  readonly noneFound: string
  readonly noneCode?: RefusalCode
  readonly failed: string
}

/** What tells the loading of one report from that of another. */
export interface Reported<Asked, Row> extends ReportWords {
  readonly fetchRows: (campus: string, asked: Asked, watch: Watch) => Promise<readonly Row[]>
}

/** What stands on the screen, with what was asked for it. */
export interface Report<Asked, Row> {
  readonly asked: Asked
  readonly rows: readonly Row[]
}

/** Whose progress is seen and who can be called off may take long: a year of a campus on a slow line. */
const timeoutMs = 10 * 60_000

/**
 * One report at a time: a new one begins with an empty page, so that old figures never stand under a new heading,
 * and what is no longer wanted is called off (spec 4.voucher-report).
 */
export function useReport<Asked, Row>(reported: Reported<Asked, Row>) {
  const { campus } = useStaff()
  const alert = useAlert()
  const running = useRef<AbortController>(null)
  const [report, setReport] = useState<Report<Asked, Row> | null>(null)
  const [loading, setLoading] = useState(false)
  const [fraction, setFraction] = useState<number | null>(null)
  const [coming, setComing] = useState('')
  useEffect(() => () => running.current?.abort(), [])

  function hide() {
    running.current?.abort()
    setReport(null)
    setLoading(false)
  }

  /** Answers the rows, or nothing where the person was told why there are none. */
  async function load(asked: Asked): Promise<readonly Row[] | null> {
    hide()
    const turn = new AbortController()
    const { signal } = turn
    running.current = turn
    setLoading(true)
    setFraction(null)
    setComing('')
    const found = await settled(
      reported.fetchRows(campus, asked, {
        signal,
        onProgress: setFraction,
        onComing: setComing,
        timeoutMs,
      }),
    )
    if (signal.aborted) return null
    setLoading(false)
    if ('rows' in found && found.rows.length > 0) {
      setReport({ asked, rows: found.rows })
      return found.rows
    }
    const complaint = complaintAbout(reported, found)
    if (complaint) await alert(...complaint)
    return null
  }

  return { report, loading, fraction, coming, load, hide }
}

type Settled<Row> = { readonly rows: readonly Row[] } | { readonly error: unknown }

const settled = async <Row>(fetching: Promise<readonly Row[]>): Promise<Settled<Row>> => {
  try {
    return { rows: await fetching }
  } catch (error) {
    return { error }
  }
}

type Complaint = Parameters<ReturnType<typeof useAlert>>

function complaintAbout(reported: ReportWords, found: Settled<unknown>): Complaint | null {
  if ('rows' in found) return [reported.noneFound]
  const { error } = found
  if (!(error instanceof CallFailed)) throw error
  if (error.code === reported.noneCode) return [reported.noneFound]
  // Who is signed out is on the way to the sign-in and back here.
  if (error.code === 'signed-out') return null
  return [reported.failed, { tone: 'error', detail: error.msg }]
}
