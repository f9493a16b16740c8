import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { CalendarDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { asOfIn } from '#reports/common-filters.ts'
import type { List, TotalsOf } from '#reports/list.ts'
import type { Report } from '#reports/report.ts'
import { CallFailed } from '#web/api/call.ts'
import { listRows } from '#web/api/list-rows.ts'
import { useStaff } from '#web/api/session.ts'
import { isBusy, retryWhileBusy } from '#web/api/try-again.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import type { Query } from './report-address.ts'

export type Row = Readonly<Record<string, unknown>>

export interface FoundReport {
  readonly query: Query
  readonly rows: readonly Row[]
  /** True if older rows follow on another page. */
  readonly more: boolean
}

/** The day for states such as overdue: the query's as-of day, or today. */
export function useDayRead(query: Query): CalendarDate {
  const { today } = useStaff()
  return asOfIn(query) ?? today
}

/** The largest number of rows that a screen lists on its first visit. */
const mostRowsUnasked = 5000

/** `pressed` alerts if there are no rows or the call fails; the others show it in place of the rows. */
type Occasion = 'pressed' | 'opened' | 'first visit'

/** Long, for a campus's year over a slow connection; the load shows its progress and can be cancelled. */
const timeoutMs = 10 * 60_000

/** Fetches rows with progress, one fetch at a time. */
function useFetchRows(report: Report) {
  const { campus } = useStaff()
  const running = useRef<AbortController>(null)
  const [fraction, setFraction] = useState<number | null>(null)
  const [loadingText, setLoadingText] = useState('')
  const abort = () => running.current?.abort()
  useEffect(() => () => running.current?.abort(), [])

  /** Returns the rows, the error, or that there are too many; null if cancelled or replaced by another fetch. */
  async function fetchRows(query: Query, mostRows = Infinity) {
    abort()
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setFraction(null)
    setLoadingText('')
    let many = ''
    const onTotals = (totals: TotalsOf<List>): void => {
      const words = [count(totals.count, report.noun), report.loadingText?.(totals)]
      const text = words.filter((part) => part !== undefined).join(', ')
      setLoadingText(text)
      if (totals.count <= mostRows) return
      many = text
      controller.abort()
    }
    const options = { signal, timeoutMs, onProgress: setFraction, onTotals }
    const answer = await retryWhileBusy(
      () => listRows(report.list, campus, query, options),
      signal,
      () => setLoadingText('Other reports are still being prepared. This one starts when they are done.'),
    ).catch((error: unknown) => ({ error }))
    if (many !== '' && running.current === controller) return { many }
    return signal.aborted ? null : answer
  }
  return { fetchRows, abort, fraction, loadingText }
}

/**
 * Loads the rows of a report, one load at a time: a new load cancels the last and clears the rows, so that old figures
 * are never shown under a new heading (spec 4.voucher-report). Rows stay for five minutes: a reopened screen gets the
 * rows of `first` at once, unless something has changed since.
 */
export function useReport(report: Report, first: Query | null, loadsAtOnce: boolean) {
  const alert = useAlert()
  const tellFailed = useTellFailed()
  const { none, failed } = report.words
  const { campus } = useStaff()
  const client = useQueryClient()
  // Every change of the books invalidates the rows.
  const keyOf = (query: Query) => ['report rows', campus, report.name, query]
  const { fetchRows, abort, fraction, loadingText } = useFetchRows(report)
  const [found, setFound] = useState(() => {
    const kept = first && client.getQueryState<FoundReport>(keyOf(first))
    return kept?.data && !kept.isInvalidated ? kept.data : null
  })
  const [loading, setLoading] = useState<'report' | 'older' | null>(!found && loadsAtOnce ? 'report' : null)
  // The number of the rows, because there are too many to list unasked, or the failure.
  const [instead, setInstead] = useState<{ many: string } | { failure: CallFailed } | null>(null)

  function hide() {
    abort()
    setFound(null)
    setInstead(null)
    setLoading(null)
  }

  function show(now: FoundReport): void {
    // Comparing tens of thousands of rows takes long and saves nothing.
    client.setQueryDefaults(['report rows'], { structuralSharing: false })
    client.setQueryData(keyOf(now.query), now)
    setFound(now)
  }

  /** Returns the rows; null if it was cancelled, or if an alert explained why there are none. */
  async function load(query: Query, occasion: Occasion = 'pressed'): Promise<readonly Row[] | null> {
    hide()
    setLoading('report')
    const answer = await fetchRows(query, occasion === 'first visit' ? mostRowsUnasked : Infinity)
    if (!answer) return null
    setLoading(null)
    if ('many' in answer) setInstead(answer)
    else if ('error' in answer) await fail(answer.error, occasion)
    else if (occasion === 'pressed' && answer.rows.length === 0 && 'alert' in none) await alert(none.alert)
    else {
      show({ query, ...answer })
      return answer.rows
    }
    return null
  }

  async function fail(error: unknown, occasion: Occasion): Promise<void> {
    const isShown = occasion !== 'pressed' && error instanceof CallFailed && error.code !== 'signed-out'
    if (isShown) setInstead({ failure: error })
    else await tellFailed(error, failed)
  }

  async function loadOlder(): Promise<void> {
    const { pages } = report.list
    if (!found || !pages) return
    const { query, rows } = found
    setLoading('older')
    const answer = await fetchRows({ ...query, before: rows.at(-1)?.[pages.by] })
    if (!answer || 'many' in answer) return
    setLoading(null)
    if ('error' in answer) await fail(answer.error, 'pressed')
    else show({ query, rows: [...rows, ...answer.rows], more: answer.more })
  }

  return { found, instead, loading, fraction, loadingText, load, hide, loadOlder }
}

/** Returns a function that alerts to a failed call; after a lost session the sign-in returns to this screen. */
export function useTellFailed() {
  const alert = useAlert()
  return async (error: unknown, title: string): Promise<void> => {
    if (!(error instanceof CallFailed)) throw error
    if (error.code === 'signed-out') return
    if (isBusy(error)) await alert(error.msg)
    else await alert(title, { tone: 'error', detail: error.msg })
  }
}
