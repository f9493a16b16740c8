import { memo, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { parseMonth, type Month } from '#domain/calendar.ts'
import { count, pluralOf } from '#domain/count.ts'
import type { Report, ReportButton } from '#reports/report.ts'
import { fileEndpoints } from '#reports/reports.ts'
import { download } from '#web/api/download.ts'
import { useDraft } from '#web/api/drafts.ts'
import { sentTo } from '#web/api/list-rows.ts'
import { useStaff } from '#web/api/session.ts'
import { useGoBackFrom } from '#web/kit/go-back.ts'
import { MarksLegend } from '#web/kit/papers/paper.tsx'
import { isOfMonths, spanOfMonth, useNewestMonth } from '#web/kit/presets.ts'
import type { ReportExtras, Switch } from '#web/kit/report-extras.ts'
import { LoadingProgress } from '#web/ui/loading-progress.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Loading } from '#web/ui/states.tsx'
import type { TablePlace } from '#web/ui/table-columns.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import type { ExportProps } from './export-menu.tsx'
import { NoRows, NothingFound } from './no-rows.tsx'
import { chipsOf, isReversed, PresetSwitch, ReportForm, type FilterValues } from './report-form.tsx'
import { Older } from './report-sums.tsx'
import { ReportTable, useFinder } from './report-table.tsx'
import { isOwn, useReportState } from './use-report-state.ts'
import { useReport, type FoundReport, type Query } from './use-report.ts'
import './report.css'

interface Props {
  readonly report: Report
  readonly extras: ReportExtras
}

/** The screen of any report: filters, buttons and table (spec 2.fee-record). */
export function ReportScreen(props: Props) {
  const { key, search, state } = useLocation()
  const isWritten = useNavigationType() === NavigationType.Replace && isOwn(state)
  // A link or Back to another address of this screen opens it with that address's settings.
  const [opened, setOpened] = useState({ key, search })
  if (!isWritten && opened.key !== key) setOpened({ key, search })
  const newest = useNewestMonth(isOfMonths(props.report))
  if (!newest) return <Loading label={props.report.words.loading} />
  return <OpenedReport key={opened.key} opened={opened} newest={newest} {...props} />
}

interface OpenedProps extends Props {
  /** The address with which the screen was opened. */
  readonly opened: OpenedAddress
  /** The newest month with vouchers. */
  readonly newest: Month
}

interface OpenedAddress {
  readonly key: string
  readonly search: string
}

/** Memoised, so that writing its own address does not render it again. */
const OpenedReport = memo(function OpenedReport({ report, extras, opened, newest }: OpenedProps) {
  const shown = useShownReport(report, opened, newest)
  const { state, found, change, press, leave } = shown
  const { values } = state
  const isPhone = usePhone()
  return (
    <Screen
      title={report.title}
      lead={[report.lead, report.buttonNote].filter(Boolean).join(' ')}
      actions={!isPhone && <PresetSwitch {...{ report, values, newest }} onChange={change} />}
      wide
      fills
      onLeave={leave}
    >
      {extras.Above && <extras.Above month={parseMonth(values['month'] ?? '')} />}
      <div className="report">
        <ReportForm
          report={report}
          values={values}
          onChange={change}
          newest={newest}
          onPress={(button) => void press(button)}
          onCancel={leave}
          isFound={found !== null}
          pressed={state.shown ? report.buttons.find(({ sets = {} }) => isSet(sets, state.shown)) : undefined}
          mainAct={<MainAct {...{ report, extras, shown }} />}
        />
        <Rows {...{ report, extras, shown }} />
      </div>
    </Screen>
  )
})

interface ShownProps extends Props {
  readonly shown: ReturnType<typeof useShownReport>
}

function MainAct({ report, extras, shown }: ShownProps) {
  const { state, found, finder, press, loading } = shown
  const hasRows = found !== null && found.rows.length > 0
  return (
    extras.MainAct && (
      <extras.MainAct
        disabled={isReversed(state.values) || loading === 'report' || (hasRows && !finder.isFound)}
        rows={hasRows ? finder.found : null}
        load={() => press(report.buttons[0])}
      />
    )
  )
}

/** The rows, the progress of their loading, or the reason that there are none. */
function Rows({ report, extras, shown }: ShownProps) {
  const { state, found, press, loading } = shown
  if (loading === 'report') {
    return (
      <div className="report-wide">
        <LoadingProgress
          label={report.words.loading}
          fraction={shown.fraction}
          detail={shown.loadingText}
          onCancel={() => shown.change(state.values)}
        />
      </div>
    )
  }
  if (!found) {
    return <NoRows report={report} instead={shown.instead} list={() => void press(report.buttons[0])} />
  }
  return <LoadedReport {...{ report, extras, shown, found }} />
}

/** True if the query has the values that a button sets. */
const isSet = (sets: Query, shown: Query | null): boolean =>
  Object.entries(sets).every(([name, value]) => shown?.[name] === value)

/** The report with the screen's settings, kept in the address and, until Cancel or Back, in this visit. */
function useShownReport(report: Report, { key, search }: OpenedAddress, newest: Month) {
  const goBack = useGoBackFrom(key)
  const { state, set, forget, isFirstVisit } = useReportState(report, search, newest)
  const queryOf = (values: FilterValues, sets: Query) => ({ ...fixedOf(report), ...values, ...sets })
  const [first] = useState(() => state.shown && queryOf(state.values, state.shown))
  const { place, restart, forgetPlace } = usePlace(report)
  const opensByItself = (state.shown !== null || isFirstVisit) && !isReversed(state.values)
  const { load, hide, ...loaded } = useReport(report, first, opensByItself)
  const finder = useFinder(report, loaded.found ?? undefined, state, set)
  const show = async (values: FilterValues, sets: Query, occasion?: Parameters<typeof load>[1]) => {
    const rows = await load(queryOf(values, sets), occasion)
    if (rows) set({ values, shown: sets })
    return rows
  }
  const [switches, forgetSwitched] = useSwitches(report, state.values, (values) => {
    restart()
    set({ chosen: '' })
    void show(values, state.shown ?? {})
  })
  const showAgain = useEffectEvent(() => {
    if (!opensByItself || loaded.found) return
    const sets = state.shown ?? report.buttons[0].sets ?? {}
    void show(state.values, { ...sets }, state.shown ? 'opened' : 'first visit')
  })
  useEffect(() => showAgain(), [])
  return {
    ...loaded,
    state,
    set,
    finder,
    place,
    switches,
    /** Loads the shown rows again. */
    reload: () => show(state.values, state.shown ?? {}),
    press: ({ sets = {} }: ReportButton<object>) => {
      forgetSwitched()
      restart()
      set({ shown: null, sought: '', chosen: '' })
      return show(state.values, { ...sets })
    },
    showMonth: (month: Month) => {
      const { month: _, ...days } = spanOfMonth(month)
      const values = { ...state.values, ...(isOfMonths(report) ? spanOfMonth(month) : days) }
      return show(values, state.shown ?? {}, 'opened')
    },
    /** Hides the rows of the former query (spec 4.voucher-report.filter-change). */
    change: (values: FilterValues) => {
      hide()
      restart()
      set({ values, shown: null, sought: '', chosen: '' })
    },
    leave: () => {
      forget()
      forgetPlace()
      goBack()
    },
  }
}

/** The chips that switch filters; each loads the rows again. */
function useSwitches({ filters }: Report, values: FilterValues, showAgain: (values: FilterValues) => void) {
  const [pressed, setPressed] = useState('')
  const switches = chipsOf(filters).map(([name, { label, value, leavesOut }]): Switch => {
    const { [name]: now, ...others } = values
    const isOn = now !== undefined
    const toggle = () => {
      setPressed(name)
      showAgain(isOn ? others : { ...others, [name]: value })
    }
    return { label, isOn, leavesOut, toggle, hasFocus: pressed === name }
  })
  return [switches, () => setPressed('')] as const
}

const atTop = (): TablePlace => ({ top: 0, row: 0 })

/** The table's scroll position, kept during a visit to a student. */
function usePlace({ name }: Report) {
  const [place, setPlace, forgetPlace] = useDraft<TablePlace>(`${name}: place`, atTop)
  useEffect(() => setPlace(place), [place, setPlace])
  return { place, restart: () => setPlace(atTop()), forgetPlace }
}

const fixedOf = ({ filters }: Report): Query =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, { fixed }]) => (fixed === undefined ? [] : [[name, fixed]])),
  )

interface LoadedReportProps extends ShownProps {
  readonly found: FoundReport
}

function LoadedReport({ report, extras, shown, found }: LoadedReportProps) {
  const { finder, state, set, place, switches, reload, loading } = shown
  const { query, rows, more } = found
  const { campus } = useStaff()
  const save: ExportProps['save'] = (format, signal) => {
    const endpoint = fileEndpoints.get(report)
    if (!endpoint) throw new Error(`There are no files of ${report.name}`)
    return download(endpoint, { ...sentTo(endpoint, campus, { ...query, format }), signal })
  }
  const countText = useMemo(() => report.countText?.(rows) ?? count(rows.length, report.noun), [report, rows])
  const holds = more ? `older ${pluralOf(report.noun)} too` : countText
  if (rows.length === 0) {
    const showMonth = (month: Month) => void shown.showMonth(month)
    return <NothingFound report={report} values={state.values} showMonth={showMonth} />
  }
  return (
    <>
      <ReportTable
        files={{ save, holds: `The whole report, ${holds}` }}
        notice={
          extras.Notice && (
            <extras.Notice
              rows={finder.found}
              isNarrowed={finder.found.length < rows.length}
              {...{ query, switches, reload }}
            />
          )
        }
        {...{ report, query, finder, extras, place, switches }}
        arrangement={state}
        onArrange={set}
      />
      {more && <Older noun={report.noun} load={() => void shown.loadOlder()} loading={loading === 'older'} />}
      <MarksLegend />
    </>
  )
}
