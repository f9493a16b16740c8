import { Box, Button, Group, NativeSelect, Text, Title, UnstyledButton } from '@mantine/core'
import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { receivedByState } from '#contract/receipt-report.ts'
import { count, formatCount } from '#domain/count.ts'
import { formatRupees, sum } from '#domain/money.ts'
import { asOfWords, filterWords } from '#reports/common-filters.ts'
import { totalsOfRows } from '#reports/list.ts'
import { plainCell, quoteForCsv } from '#reports/plain-cells.ts'
import type { Column, Report } from '#reports/report.ts'
import { save } from '#web/api/download.ts'
import { useCall } from '#web/api/queries.ts'
import { PrintHead } from '#web/kit/papers/paper.tsx'
import { NotLoaded } from '#web/ui/states.tsx'
import { useCancelKey } from '#web/ui/use-cancel-key.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import type { Query } from './report-address.ts'
import { useDayRead, type Row } from './use-report.ts'
import type { ListedReport } from './use-shown-report.ts'

const none: ReadonlySet<string> = new Set()

interface Props {
  readonly shown: ListedReport
  readonly columns: readonly Column<Row>[]
  readonly selection: ReturnType<typeof useSelection>
}

/** The heading with the number of rows, the facet, and the most important sums or the bar of the selected rows. */
export function Strip({ isTable, ...parts }: Props & { readonly isTable: boolean }) {
  const { shown, selection } = parts
  const { report, extras, finder, switches, reload } = shown
  const { query, rows, found, foundFor } = finder
  const { chips, list, chosen } = useFacet(shown)
  const totals = totalsOfRows(report.list, rows)
  const isSelected = selection.selected.length > 0
  return (
    <>
      <PrintHead
        title={report.title}
        about={[...filterWords(report, query, totals), ...chosen]}
        sought={isTable ? foundFor : ''}
      />
      <Group className="report-strip" gap="2px 10px" data-selected={isSelected || undefined}>
        <Title order={2} fz={13} lh="18px">
          {report.heading(query)}
        </Title>
        {chips}
        {[report.about?.(query) ?? '', asOfWords(query, totals)].filter(Boolean).map((text) => (
          <Text key={text} size="xs" c="dimmed" className="report-about">
            {text}
          </Text>
        ))}
        <Text role="status" size="xs" c="dimmed">
          {statusWords(report, rows, isTable ? found : rows)}
        </Text>
        {list}
        {isSelected ? (
          <SelectionBar {...parts} />
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
    </>
  )
}

/** The number of all rows, or of the found rows, and their sums. */
function statusWords(report: Report, rows: readonly Row[], found: readonly Row[]): string {
  const countText = report.countText?.(found) ?? count(found.length, report.noun)
  const sums = report.sumUp?.(found) ?? ''
  const words =
    found.length === rows.length
      ? `${countText} listed`
      : `${countText} of ${formatCount(rows.length)} found; the totals are for these`
  return sums === '' ? words : `${words}: ${sums}`
}

/** The facet as chips with their number of rows, and switches for some of these rows, or as a list; and its choice. */
function useFacet({ report: { facet }, finder: { query, rows }, state, set, switches }: ListedReport) {
  const day = useDayRead(query)
  const counts = useMemo(() => {
    const counted = new Map([['', rows.length]])
    if (!facet) return counted
    for (const row of rows)
      for (const value of facet.valuesOf(row, day)) counted.set(value, (counted.get(value) ?? 0) + 1)
    return counted
  }, [facet, rows, day])
  const options = useMemo(
    () => (facet ? [{ value: '', label: facet.all }, ...facet.options(rows, new Set(counts.keys()))] : []),
    [facet, rows, counts],
  )
  if (!facet) return { chosen: [] }
  const option = options.find(({ value }) => value !== '' && value === state.chosen)
  const chosen = option ? [`${facet.label}: ${option.label}`] : []
  if (!facet.chips) {
    const list = (
      <NativeSelect
        className="no-print"
        aria-label={facet.label}
        value={state.chosen}
        data={options}
        onChange={(event) => set({ chosen: event.currentTarget.value })}
      />
    )
    return { chosen, list }
  }
  const chips = (
    <Group role="group" aria-label={facet.label} className="report-facets no-print" gap={4}>
      {options.map(({ value, label }) => (
        <UnstyledButton
          key={value}
          className="report-facet"
          data-mark={value || undefined}
          aria-pressed={state.chosen === value}
          onClick={() => set({ chosen: value })}
        >
          {label} <span>{formatCount(counts.get(value) ?? 0)}</span>
        </UnstyledButton>
      ))}
      {switches
        .filter(({ isOn, leavesOut }) => isOn || counts.has(leavesOut))
        .map(({ label, isOn, toggle, hasFocus }) => (
          <UnstyledButton
            key={label}
            role="switch"
            className="report-switch"
            aria-checked={isOn}
            autoFocus={hasFocus}
            onClick={toggle}
          >
            {label}
          </UnstyledButton>
        ))}
    </Group>
  )
  return { chosen, chips }
}

/** The most important sums of the shown rows; on a phone their line scrolls, also by keys. */
function Figures({ report, found }: { readonly report: Report; readonly found: readonly Row[] }) {
  const isPhone = usePhone()
  const figures = useMemo(() => report.figures?.(totalsOfRows(report.list, found), found), [report, found])
  if (!figures?.length) return null
  return (
    <Group
      component="dl"
      className="report-sums figures no-print"
      gap="0 16px"
      m="0 0 0 auto"
      {...(isPhone && { tabIndex: 0 })}
    >
      {figures.map(({ label, amount, status }) => (
        <div key={label} data-status={status}>
          <Box component="dt" fz={12} lh="14px" c="var(--portal-ink-2)">
            {label}
          </Box>
          <Box component="dd" m={0} fz={16} fw={600} lh="16px">
            {formatRupees(amount)}
          </Box>
        </div>
      ))}
    </Group>
  )
}

/** The total of all students, because a list of current students lacks the receipts of students who have left. */
export function ReceivedByState({ query: { type: _, ...filters } }: { readonly query: Query }) {
  const { data, error, refetch } = useCall(receivedByState, { body: filters })
  if (error) return <NotLoaded what="The sum of all receipts" retry={() => void refetch()} />
  if (!data) return null
  const { atSchool, left } = data
  return (
    <Text size="sm" className="figures">
      Received in all <b>{formatRupees(sum(atSchool.total, left.total))}</b>: students at school now{' '}
      {formatRupees(atSchool.total)}, students left {formatRupees(left.total)}
    </Text>
  )
}

/** The selected rows; the list is narrowed to them while they are printed. */
export function useSelection(report: Report, found: readonly Row[]) {
  const [keys, select] = useState(none)
  const [isNarrowed, setNarrowed] = useState(false)
  const selected = keys.size === 0 ? [] : found.filter((row) => keys.has(report.keyOf(row)))
  const print = () => {
    flushSync(() => setNarrowed(true))
    window.print()
    setNarrowed(false)
  }
  return { keys, selected, shown: isNarrowed ? selected : found, select, print }
}

const linesOf = (
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  separator: string,
  quoted: (text: string) => string,
): readonly string[] =>
  [
    columns.map(({ heading }) => heading),
    ...rows.map((row) => columns.map((column) => plainCell(column, row))),
  ].map((cells) => cells.map(quoted).join(separator))

/** Tab-separated text for a spreadsheet. */
export const copiedText = (columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  linesOf(columns, rows, '\t', (text) => text).join('\r\n')

/** ` · Net Balance Rs 31,800`, the sum of the last amount column; '' if there is none. */
function sumWords(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const column = columns.findLast((each) => each.kind === 'amount' || each.kind === 'balance')
  if (!column) return ''
  return ` · ${column.heading} Rs ${formatRupees(sum(...rows.map((row) => column.value(row))))}`
}

/** The number of selected rows, their sum and actions; Escape clears the selection. */
function SelectionBar({ shown: { report, extras }, columns, selection }: Props) {
  const { selected, select, print } = selection
  const clear = () => select(none)
  useCancelKey(true, clear)
  const saveRows = () => {
    const lines = linesOf(columns, selected, ',', quoteForCsv).map((line) => `${line}\r\n`)
    // The byte order mark makes spreadsheets read it as UTF-8.
    const bytes = new Blob(['\ufeff', ...lines], { type: 'text/csv;charset=utf-8' })
    save({ name: `${report.name}-selected.csv`, bytes })
  }
  const look = { variant: 'default', size: 'compact-md' } as const
  return (
    <Group className="report-selection no-print" role="region" aria-label="Selection" gap="sm" data-popup>
      <Text role="status" fw={500}>
        {formatCount(selected.length)} selected{sumWords(columns, selected)}
      </Text>
      {extras.SelectionAct && <extras.SelectionAct rows={selected} />}
      <Button {...look} onClick={print}>
        Print list
      </Button>
      <Button {...look} title="Ctrl+C copies them for Excel" onClick={saveRows}>
        CSV
      </Button>
      <Button {...look} variant="subtle" onClick={clear}>
        Clear
      </Button>
    </Group>
  )
}
