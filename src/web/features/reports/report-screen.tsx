import { count } from '#domain/count.ts'
import type { Report, ReportButton } from '#reports/report.ts'
import { fileEndpoints } from '#reports/reports.ts'
import { download } from '#web/api/download.ts'
import { useDraft } from '#web/api/drafts.ts'
import { sentTo } from '#web/api/list-rows.ts'
import { useStaff } from '#web/api/session.ts'
import { ExportButtons, type SaveFile } from '#web/kit/export-buttons.tsx'
import { useGoBack } from '#web/kit/go-back.ts'
import { LoadingProgress } from '#web/ui/loading-progress.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Empty } from '#web/ui/states.tsx'
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { ReportExtras } from '#web/kit/report-extras.ts'
import { isReversed, ReportForm, startOf, type FilterValues } from './report-form.tsx'
import { ReportTable, useFinder } from './report-table.tsx'
import { useReport, type FoundReport, type Query } from './use-report.ts'

interface Draft {
  readonly values: FilterValues
  /** What the pressed button sets, while its rows are shown: after a visit to another screen they are loaded again. */
  readonly shown: Query | null
}

interface Props {
  readonly report: Report
  readonly extras: ReportExtras
}

/** The screen of any report: filters, buttons and the table of the rows (spec 2.fee-record). */
export function ReportScreen({ report, extras }: Props) {
  const { campus } = useStaff()
  const { values, found, loading, fraction, coming, finder, change, press, leave } = useShownReport(report)
  return (
    <Screen title={report.title} campus={campus} lead={report.lead} wide onLeave={leave}>
      <ReportForm
        report={report}
        values={values}
        onChange={change}
        onPress={(button) => void press(button)}
        onCancel={leave}
        mainAct={
          extras.MainAct && (
            <extras.MainAct
              disabled={isReversed(values) || loading || (found !== null && finder.found.length === 0)}
              rows={found && finder.found}
              load={() => press(report.buttons[0])}
            />
          )
        }
      />
      {loading && (
        <LoadingProgress
          label={report.words.loading}
          fraction={fraction}
          coming={coming}
          onCancel={() => change(values)}
        />
      )}
      {found && <Found report={report} extras={extras} found={found} finder={finder} />}
    </Screen>
  )
}

/** The report with the filters of its form, which are kept until the screen is left by Cancel or Back. */
function useShownReport(report: Report) {
  const { today } = useStaff()
  const goBack = useGoBack()
  const [draft, setDraft, forget] = useDraft<Draft>(report.name, () => ({
    values: startOf(report, today),
    shown: null,
  }))
  const { load, hide, ...loaded } = useReport(report)
  const finder = useFinder(report, loaded.found?.rows)
  const clear = () => {
    hide()
    finder.clear()
  }
  const show = async (values: FilterValues, sets: Query) => {
    clear()
    const rows = await load({ ...fixedOf(report), ...values, ...sets })
    if (rows) setDraft({ values, shown: sets })
    return rows
  }
  const showAgain = useEffectEvent(() => {
    if (draft.shown) void show(draft.values, draft.shown)
  })
  useEffect(() => showAgain(), [])
  return {
    ...loaded,
    values: draft.values,
    finder,
    press: ({ sets = {} }: ReportButton<object>) => show(draft.values, { ...sets }),
    /** Hides the rows of the former query (spec 4.voucher-report.filter-change). */
    change: (values: FilterValues) => {
      clear()
      setDraft({ values, shown: null })
    },
    leave: () => {
      forget()
      goBack()
    },
  }
}

const fixedOf = ({ filters }: Report): Query =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, { fixed }]) => (fixed === undefined ? [] : [[name, fixed]])),
  )

interface FoundProps {
  readonly report: Report
  readonly extras: ReportExtras
  readonly found: FoundReport
  readonly finder: ReturnType<typeof useFinder>
}

function Found({ report, extras, found: { query, rows }, finder }: FoundProps) {
  const { campus } = useStaff()
  const { none } = report.words
  const save: SaveFile = (format, signal) => {
    const endpoint = fileEndpoints.get(report)
    if (!endpoint) throw new Error(`There are no files of ${report.name}`)
    return download(endpoint, { ...sentTo(endpoint, campus, { ...query, format }), signal })
  }
  const counted = useMemo(() => report.counted?.(rows) ?? count(rows.length, report.noun), [report, rows])
  if (rows.length === 0 && 'title' in none) return <Empty title={none.title} hint={none.hint} />
  return (
    <ReportTable
      report={report}
      query={query}
      finder={finder}
      actions={<ExportButtons save={save} holds={`The whole report, ${counted}`} />}
      extras={extras}
    />
  )
}
