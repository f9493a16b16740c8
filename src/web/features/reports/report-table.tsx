import { Group, NativeSelect, Text, Title } from '@mantine/core'
import { Suspense, useMemo } from 'react'
import { formatCount, pluralOf } from '#domain/count.ts'
import { asOfWords, filterWords } from '#reports/common-filters.ts'
import { totalsOfRows } from '#reports/list.ts'
import { useDraft } from '#web/api/drafts.ts'
import { PrintHead } from '#web/kit/papers/paper.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty, Loading } from '#web/ui/states.tsx'
import { useColumns, useLines } from './report-columns.tsx'
import { Breakdowns, Figures, Notes, Status } from './report-sums.tsx'
import { Tools } from './report-tools.tsx'
import { copiedText, SelectionBar, usePeek, useSelection } from './selection.tsx'
import { useDayRead } from './use-report.ts'
import type { ListedReport } from './use-shown-report.ts'

interface Props {
  readonly shown: ListedReport
  /** True if older rows follow on another page. */
  readonly more: boolean
}

/** The rows of a report with totals, notes and breakdowns. */
export function ReportTable({ shown, more }: Props) {
  const { report, extras, finder } = shown
  const { query, rows, found, foundFor } = finder
  const [view, setView] = useDraft(`${report.name}: view`, () => 'table')
  const Graph = view === 'table' ? undefined : extras.Graph
  const choice = useChoice(shown)
  const about = [...filterWords(report, query, totalsOfRows(report.list, rows)), ...(choice?.about ?? [])]
  const columns = useColumns(report, query)
  const selection = useSelection(report, found)
  const parts = { shown, columns, selection }
  return (
    <>
      <PrintHead title={report.title} about={about} sought={Graph ? '' : foundFor} />
      <Tools shown={shown} more={more} isTable={!Graph} setView={setView} />
      <Strip {...parts} choice={choice} counted={Graph ? rows : found} />
      {Graph ? (
        <div className="report-wide">
          <Suspense fallback={<Loading label="Drawing the graph" />}>
            <Graph rows={rows} />
          </Suspense>
        </div>
      ) : (
        <FoundRows {...parts} />
      )}
    </>
  )
}

interface PartProps extends Pick<Props, 'shown'> {
  readonly columns: ReturnType<typeof useColumns>
  readonly selection: ReturnType<typeof useSelection>
}

interface StripProps extends PartProps {
  readonly choice: ReturnType<typeof useChoice>
  /** The rows that the status counts. */
  readonly counted: ListedReport['finder']['rows']
}

/** The heading with the number of rows, the facet, and the most important sums or the bar of the selected rows. */
function Strip({ shown, columns, selection, choice, counted }: StripProps) {
  const { report, extras, state, set, finder, switches, reload } = shown
  const { query, rows, found } = finder
  const isSelected = selection.selected.length > 0
  return (
    <Group className="report-strip" gap="2px 10px" data-selected={isSelected || undefined}>
      <Title order={2}>{report.heading(query)}</Title>
      {choice?.facet.chips && <FacetChips shown={shown} choice={choice} />}
      {aboutTexts(shown).map((text) => (
        <Text key={text} size="xs" c="dimmed" className="report-about">
          {text}
        </Text>
      ))}
      <Status report={report} rows={rows} found={counted} />
      {choice && !choice.facet.chips && (
        <NativeSelect
          className="no-print"
          aria-label={choice.facet.label}
          value={state.chosen}
          data={[...choice.options]}
          onChange={(event) => set({ chosen: event.currentTarget.value })}
        />
      )}
      {isSelected ? (
        <SelectionBar shown={shown} columns={columns.reported} selection={selection} />
      ) : (
        <>
          <Figures report={report} found={found} />
          {extras.Sums && <extras.Sums query={query} />}
        </>
      )}
      {extras.Notice && (
        <extras.Notice
          rows={found}
          isNarrowed={found.length < rows.length}
          {...{ query, switches, reload }}
        />
      )}
    </Group>
  )
}

/** The rule of the rows, and their day, if the report has them. */
const aboutTexts = ({ report, finder: { query, rows } }: ListedReport): readonly string[] =>
  [report.about?.(query) ?? '', asOfWords(query, totalsOfRows(report.list, rows))].filter(Boolean)

/** The facet with its options, of which the first is all rows; undefined if the report has none. */
function useChoice({ report: { facet }, finder: { query, rows }, state: { chosen } }: ListedReport) {
  const day = useDayRead(query)
  const counts = useMemo(() => {
    const counted = new Map([['', rows.length]])
    if (!facet) return counted
    for (const row of rows)
      for (const value of facet.valuesOf(row, day)) counted.set(value, (counted.get(value) ?? 0) + 1)
    return counted
  }, [facet, rows, day])
  const options = useMemo(
    () => facet && [{ value: '', label: facet.all }, ...facet.options(rows, new Set(counts.keys()))],
    [facet, rows, counts],
  )
  if (!facet || !options) return undefined
  const option = options.find(({ value }) => value !== '' && value === chosen)
  return { facet, options, counts, about: option ? [`${facet.label}: ${option.label}`] : [] }
}

interface ChipsProps extends Pick<Props, 'shown'> {
  readonly choice: NonNullable<ReturnType<typeof useChoice>>
}

/** The facet's options with their number of rows, and the switches for some of these rows. */
const FacetChips = ({ shown: { state, set, switches }, choice: { facet, options, counts } }: ChipsProps) => (
  <Group role="group" aria-label={facet.label} className="report-facets no-print" gap={4}>
    {options.map(({ value, label }) => (
      <button
        key={value}
        type="button"
        className="report-facet"
        data-mark={value || undefined}
        aria-pressed={state.chosen === value}
        onClick={() => set({ chosen: value })}
      >
        {label} <span>{formatCount(counts.get(value) ?? 0)}</span>
      </button>
    ))}
    {switches
      .filter(({ isOn, leavesOut }) => isOn || counts.has(leavesOut))
      .map(({ label, isOn, toggle, hasFocus }) => (
        <button
          key={label}
          type="button"
          role="switch"
          className="report-switch"
          aria-checked={isOn}
          autoFocus={hasFocus}
          onClick={toggle}
        >
          {label}
        </button>
      ))}
  </Group>
)

function FoundRows({ shown, columns, selection }: PartProps) {
  const { report, extras, state, set, place, finder } = shown
  const { query } = finder
  const found = selection.shown
  const peek = usePeek(report)
  const lines = useLines(shown, columns, query, found)
  if (found.length === 0) {
    return (
      <div className="report-wide">
        <Empty title={`No matching ${pluralOf(report.noun)}`} hint={report.find.hint} />
      </div>
    )
  }
  return (
    <>
      <div className="report-rows">
        {state.isCharted && extras.Chart && (
          <Suspense fallback={<Loading label="Drawing the chart" />}>
            <extras.Chart rows={found} />
          </Suspense>
        )}
        <DataTable
          label={report.heading(query)}
          {...lines}
          rows={found}
          rowKey={(row) => report.keyOf(row)}
          sorting={state.sorting}
          onSort={(sorting) => set({ sorting })}
          place={place}
          tooLongHint="Narrow the report, or download all of it as Excel."
          fillsContainer
          {...peek}
          selected={selection.keys}
          onSelect={selection.select}
          onCopy={(rows) => copiedText(columns.reported, rows)}
        />
      </div>
      <Notes report={report} query={query} found={found} columns={columns.reported} />
      {report.breakdowns && <Breakdowns breakdowns={report.breakdowns} rows={found} />}
    </>
  )
}
