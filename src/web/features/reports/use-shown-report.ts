import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Month } from '#domain/calendar.ts'
import type { Report, ReportButton } from '#reports/report.ts'
import { isObject } from '#web/api/call.ts'
import { draftOf, dropDraft, keepDraft, useDraft } from '#web/api/drafts.ts'
import { useStaff } from '#web/api/session.ts'
import { useGoBackFrom } from '#web/kit/go-back.ts'
import { isOfMonths, spanOfMonth } from '#web/kit/presets.ts'
import type { ReportExtras, Switch } from '#web/kit/report-extras.ts'
import type { Sorting } from '#web/ui/sort-rows.ts'
import type { TablePlace } from '#web/ui/table-columns.ts'
import {
  blankState,
  chipsOf,
  isReversed,
  readAddress,
  writeAddress,
  type FilterValues,
  type Query,
  type ReportState,
} from './report-address.ts'
import { useDayRead, useReport, type FoundReport } from './use-report.ts'

/** Marks an address that the screen itself has written. */
const ownAddress = { ofReport: true }
export const isOwn = (state: unknown): boolean => isObject(state) && state['ofReport'] === true

/** The settings, kept in the address and, until Cancel or Back, in this visit. */
function useReportState(report: Report, search: string, newest: Month) {
  const { today } = useStaff()
  const navigate = useNavigate()
  // Does not subscribe, so that storing the settings does not render the screen.
  const keptState = () => draftOf<ReportState | null>(report.name, null)
  const [begun] = useState(() => {
    const read = readAddress(report, search, { today, newest })
    const kept = keptState()
    // The address leaves out this visit's search text.
    const isKept = kept && (!read || writeAddress(kept) === writeAddress(read))
    if (isKept) return { state: kept, isFirstVisit: false }
    return { state: read ?? blankState(report, { today, newest }), isFirstVisit: true }
  })
  const [state, setState] = useState(begun.state)
  const written = useRef(search)
  // Kept without rendering the screen: only the table follows its sorting.
  const sorting = useRef(state.sorting)
  const write = () => {
    const isBegun = state === begun.state && sorting.current === state.sorting
    if (isBegun && !keptState() && written.current === '') return
    const settings = { ...state, sorting: sorting.current }
    keepDraft(report.name, settings)
    const address = writeAddress(settings)
    if (address === written.current) return
    written.current = address
    void navigate({ search: address }, { replace: true, preventScrollReset: true, state: ownAddress })
  }
  const writeState = useEffectEvent(write)
  useEffect(() => writeState(), [state])
  const set = (changed: Partial<Omit<ReportState, 'sorting'>>) =>
    setState((before) => ({ ...before, ...changed }))
  const onSort = (next: Sorting | null) => {
    sorting.current = next
    write()
  }
  return { state, set, onSort, sortingNow: () => sorting.current, isFirstVisit: begun.isFirstVisit }
}

/** A report with the screen's settings and what they found. */
export function useShownReport(
  report: Report,
  extras: ReportExtras,
  { key, search }: { readonly key: string; readonly search: string },
  newest: Month,
) {
  const goBack = useGoBackFrom(key)
  const settings = useReportState(report, search, newest)
  const { state, set, isFirstVisit } = settings
  const [first] = useState(() => state.shown && queryOf(report, state.values, state.shown))
  const [place, setPlace, forgetPlace] = useDraft<TablePlace>(`${report.name}: place`, atTop)
  useEffect(() => setPlace(place), [place, setPlace])
  const loadsAtOnce = (state.shown !== null || isFirstVisit) && !isReversed(state.values)
  const { load, hide, ...loaded } = useReport(report, first, loadsAtOnce)
  const finder = useFinder(report, loaded.found ?? nothingFound, state)
  const show = async (values: FilterValues, sets: Query, occasion?: Parameters<typeof load>[1]) => {
    const rows = await load(queryOf(report, values, sets), occasion)
    if (rows) set({ values, shown: sets })
    return rows
  }
  const [pressed, setPressed] = useState('')
  const switchTo = (name: string, values: FilterValues) => {
    setPressed(name)
    setPlace(atTop)
    set({ chosen: '' })
    void show(values, state.shown ?? {})
  }
  const showAgain = useEffectEvent(() => {
    if (!loadsAtOnce || loaded.found) return
    const sets = state.shown ?? report.buttons[0].sets ?? {}
    void show(state.values, { ...sets }, state.shown ? 'opened' : 'first visit')
  })
  useEffect(() => showAgain(), [])
  const begin = (changed: Partial<ReportState>) => {
    setPlace(atTop)
    set({ shown: null, sought: '', chosen: '', ...changed })
  }
  const parts = { report, extras, newest, ...settings, finder, place }
  return {
    ...loaded,
    ...parts,
    switches: switchesOf(report, state.values, pressed, switchTo),
    reload: () => show(state.values, state.shown ?? {}),
    press: ({ sets = {} }: ReportButton<object> = report.buttons[0]) => {
      setPressed('')
      begin({})
      return show(state.values, { ...sets })
    },
    showMonth: (month: Month) => show(withMonth(report, state.values, month), state.shown ?? {}, 'opened'),
    /** Hides the rows of the former query (spec 4.voucher-report.filter-change). */
    change: (values: FilterValues) => {
      hide()
      begin({ values })
    },
    leave: () => {
      dropDraft(report.name)
      forgetPlace()
      goBack()
    },
  }
}
export type ShownReport = ReturnType<typeof useShownReport>

export type ListedReport = Pick<
  ShownReport,
  | 'report'
  | 'extras'
  | 'state'
  | 'set'
  | 'sortingNow'
  | 'onSort'
  | 'found'
  | 'finder'
  | 'place'
  | 'switches'
  | 'reload'
>

function withMonth(report: Report, values: FilterValues, shown: Month): FilterValues {
  const { month, ...days } = spanOfMonth(shown)
  return { ...values, ...days, ...(isOfMonths(report) && month !== undefined && { month }) }
}

const nothingFound: Pick<FoundReport, 'query' | 'rows'> = { query: {}, rows: [] }

/** The rows of the facet that contain every typed word, deferred so that typing stays quick; they match `foundFor`. */
export function useFinder(
  { find, facet }: Report,
  { query, rows }: Pick<FoundReport, 'query' | 'rows'>,
  { sought, chosen }: Pick<ReportState, 'sought' | 'chosen'>,
) {
  const day = useDayRead(query)
  const ofChosen = useMemo(
    () => (facet && chosen !== '' ? rows.filter((row) => facet.valuesOf(row, day).includes(chosen)) : rows),
    [facet, rows, chosen, day],
  )
  const foundFor = useDeferredValue(sought)
  const isSearching = foundFor.trim() !== ''
  // A user who does not search never waits for the texts of 60,000 rows.
  const texts = useMemo(
    () => (isSearching ? ofChosen.map((row) => find.in(row).toLocaleLowerCase()) : []),
    [ofChosen, find, isSearching],
  )
  const found = useMemo(() => {
    const words = foundFor.toLocaleLowerCase().split(/\s+/).filter(Boolean)
    if (words.length === 0) return ofChosen
    return ofChosen.filter((_, index) => words.every((word) => texts[index]?.includes(word)))
  }, [ofChosen, texts, foundFor])
  /** True if the current search text matches rows. */
  const isFound = found.length > 0 && foundFor === sought
  return { query, rows, found, foundFor, isFound }
}

/** The chips that switch filters; each loads the rows again. */
const switchesOf = (
  { filters }: Report,
  values: FilterValues,
  pressed: string,
  switchTo: (name: string, values: FilterValues) => void,
): readonly Switch[] =>
  chipsOf(filters).map(([name, { label, value, leavesOut }]) => {
    const { [name]: now, ...others } = values
    const isOn = now !== undefined
    const toggle = () => switchTo(name, isOn ? others : { ...others, [name]: value })
    return { label, isOn, leavesOut, toggle, hasFocus: pressed === name }
  })

/** The table's scroll position, kept during a visit to a student. */
const atTop = (): TablePlace => ({ top: 0, row: 0 })

const queryOf = ({ filters }: Report, values: FilterValues, sets: Query): Query => ({
  ...Object.fromEntries(
    Object.entries(filters).flatMap(([name, { fixed }]) => (fixed === undefined ? [] : [[name, fixed]])),
  ),
  ...values,
  ...sets,
})
