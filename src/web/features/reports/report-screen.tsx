import { Button, Group, Text } from '@mantine/core'
import { memo, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { addMonths, formatMonth, monthOf, parseMonth, parseTypedDate, type Month } from '#domain/calendar.ts'
import { pluralOf } from '#domain/count.ts'
import type { Report } from '#reports/report.ts'
import { MarksLegend } from '#web/kit/papers/paper.tsx'
import { isOfMonths, spanOfMonth, useNewestMonth } from '#web/kit/presets.ts'
import type { ReportExtras } from '#web/kit/report-extras.ts'
import { LoadingProgress } from '#web/ui/loading-progress.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import type { FilterValues } from './report-address.ts'
import { PresetSwitch, ReportForm } from './report-form.tsx'
import { ReportTable } from './report-table.tsx'
import { isOwn, useShownReport, type ShownReport } from './use-shown-report.ts'
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
  readonly opened: { readonly key: string; readonly search: string }
  readonly newest: Month
}

/** Memoised, so that writing its own address does not render it again. */
const OpenedReport = memo(function OpenedReport({ report, extras, opened, newest }: OpenedProps) {
  const shown = useShownReport(report, extras, opened, newest)
  const isPhone = usePhone()
  return (
    <Screen
      title={report.title}
      lead={[report.lead, report.buttonNote].filter(Boolean).join(' ')}
      actions={!isPhone && <PresetSwitch shown={shown} />}
      wide
      fills
      onLeave={shown.leave}
    >
      {extras.Above && <extras.Above month={parseMonth(shown.state.values['month'] ?? '')} />}
      <div
        className="report"
        data-facets={report.facet?.chips || undefined}
        data-breakdowns={report.breakdowns !== undefined || undefined}
      >
        <ReportForm shown={shown} />
        <Rows shown={shown} />
      </div>
    </Screen>
  )
})

interface ShownProps {
  readonly shown: ShownReport
}

/** The rows, the progress of their loading, or the reason that there are none. */
function Rows({ shown }: ShownProps) {
  const { report, state, found, loading, loadOlder } = shown
  if (!found || found.rows.length === 0)
    return (
      <div className="report-wide">
        {loading === 'report' ? (
          <LoadingProgress
            label={report.words.loading}
            fraction={shown.fraction}
            detail={shown.loadingText}
            onCancel={() => shown.change(state.values)}
          />
        ) : (
          <NoRows shown={shown} />
        )}
      </div>
    )
  return (
    <>
      <ReportTable shown={shown} />
      {found.more && (
        <Group className="report-after" gap="0 24px">
          <Text>Older {pluralOf(report.noun)} are not listed yet.</Text>
          <Button
            className="no-print"
            variant="default"
            size="compact-md"
            loading={loading === 'older'}
            onClick={() => void loadOlder()}
          >
            Show older
          </Button>
        </Group>
      )}
      <MarksLegend />
    </>
  )
}

/** The number of rows if very many, a failure, how to list them, or that there are none, and then the month before. */
function NoRows({ shown: { report, state, found, instead, press, showMonth } }: ShownProps) {
  const rows = pluralOf(report.noun)
  if (found) {
    const { none } = report.words
    const month = wholeMonth(state.values)
    const before = month && addMonths(month, -1)
    const own = 'title' in none ? none : { title: none.alert, hint: undefined }
    return (
      <Empty
        title={month ? `No ${rows} for ${formatMonth(month)}` : own.title}
        hint={own.hint}
        action={before && act(`Show ${formatMonth(before)}`, () => void showMonth(before))}
      />
    )
  }
  const list = () => void press()
  if (instead && 'failure' in instead) return <Failed failure={instead.failure} retry={list} />
  return (
    <Empty
      title={instead ? instead.many : `The ${rows} are not listed yet`}
      action={act(instead ? 'List them all' : 'List them', list)}
    />
  )
}

const act = (label: string, onClick: () => void) => (
  <Button variant="default" size="compact-md" mt="xs" onClick={onClick}>
    {label}
  </Button>
)

/** The month of a list, or the month that two dates span; null for any other days. */
function wholeMonth({ fromDate = '', toDate = '', month: ofList = '' }: FilterValues): Month | null {
  const listed = parseMonth(ofList)
  if (listed) return listed
  const from = parseTypedDate(fromDate)
  if (!from) return null
  const month = monthOf(from)
  const span = spanOfMonth(month)
  return span.fromDate === from && span.toDate === toDate ? month : null
}
