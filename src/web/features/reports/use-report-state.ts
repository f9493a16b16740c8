import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Month } from '#domain/calendar.ts'
import type { Report } from '#reports/report.ts'
import { isObject } from '#web/api/call.ts'
import { draftOf, dropDraft, keepDraft } from '#web/api/drafts.ts'
import { useStaff } from '#web/api/session.ts'
import { blankState, readAddress, writeAddress, type ReportState } from './report-address.ts'

/** Marks an address that the screen itself has written. */
const ownAddress = { ofReport: true }
export const isOwn = (state: unknown): boolean => isObject(state) && state['ofReport'] === true

/** The settings from earlier in this visit. Does not subscribe, so that storing them does not render the screen. */
const keptState = ({ name }: Report) => draftOf<ReportState | null>(name, null)

/** True if earlier in this visit the screen had the settings of an address. */
function isKept(report: Report, read: ReportState | null): boolean {
  const kept = keptState(report)
  return kept !== null && (read === null || writeAddress(kept) === writeAddress(read))
}

/** Begins with the settings of the address, or those from earlier in this visit. */
export function useReportState(report: Report, search: string, newest: Month) {
  const { today } = useStaff()
  const days = { today, newest }
  const navigate = useNavigate()
  const [{ state: begun, isFirstVisit }] = useState(() => {
    const read = readAddress(report, search, days)
    // The address leaves out this visit's search text.
    if (isKept(report, read)) return { state: keptState(report), isFirstVisit: false }
    return { state: read, isFirstVisit: true }
  })
  const [state, setState] = useState(() => begun ?? blankState(report, days))
  const opened = useRef(state)
  const written = useRef(search)
  const write = useEffectEvent(() => {
    if (state === opened.current && !keptState(report) && written.current === '') return
    keepDraft(report.name, state)
    const address = writeAddress(state)
    if (address === written.current) return
    written.current = address
    void navigate({ search: address }, { replace: true, preventScrollReset: true, state: ownAddress })
  })
  useEffect(() => write(), [state])
  const set = (changed: Partial<ReportState>) => setState((before) => ({ ...before, ...changed }))
  return { state, set, forget: () => dropDraft(report.name), isFirstVisit }
}
