import { Button, Group, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { formatCount } from '#domain/count.ts'
import { formatRupees, sum } from '#domain/money.ts'
import { plainCell, quoteForCsv } from '#reports/plain-cells.ts'
import type { Column, Report } from '#reports/report.ts'
import { save } from '#web/api/download.ts'
import { studentPath } from '#web/kit/student-link.tsx'
import { Loading } from '#web/ui/states.tsx'
import { useCancelKey } from '#web/ui/use-cancel-key.ts'
import type { Row } from './use-report.ts'
import type { ListedReport } from './use-shown-report.ts'

const none: ReadonlySet<string> = new Set()

const StudentPeek = lazy(async () => ({ default: (await import('#web/kit/student-peek.tsx')).StudentPeek }))

/** The band about a row's student: Enter or a click shows it, arrow keys move on, Enter again opens the page. */
export function usePeek(report: Report) {
  const navigate = useNavigate()
  const [peeked, setPeeked] = useState<{ readonly key: string; readonly rollNo: number } | null>(null)
  const peek = (row: Row) => {
    const { rollNo } = row
    setPeeked(typeof rollNo === 'number' ? { key: report.keyOf(row), rollNo } : null)
  }
  return {
    band: peeked && {
      key: peeked.key,
      content: (
        <Suspense fallback={<Loading label="Loading…" />}>
          <StudentPeek rollNo={peeked.rollNo} close={() => setPeeked(null)} />
        </Suspense>
      ),
    },
    onOpen: (row: Row) => {
      if (peeked?.key === report.keyOf(row)) void navigate(studentPath(peeked.rollNo))
      else peek(row)
    },
    onCurrent: (row: Row) => {
      if (peeked !== null) peek(row)
    },
  }
}

/** The selected rows; the list is narrowed to them while they are printed. */
export function useSelection(report: Report, found: readonly Row[]) {
  const [keys, setKeys] = useState(none)
  const [isNarrowed, setNarrowed] = useState(false)
  const selected = keys.size === 0 ? [] : found.filter((row) => keys.has(report.keyOf(row)))
  return {
    keys,
    selected,
    shown: isNarrowed ? selected : found,
    select: setKeys,
    clear: () => setKeys(none),
    print: () => {
      flushSync(() => setNarrowed(true))
      window.print()
      setNarrowed(false)
    },
  }
}

/** Rows with headings as lines of texts. */
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

/** Saves a CSV file; its byte order mark makes spreadsheets read it as UTF-8. */
function saveRows({ name }: Report, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  const lines = linesOf(columns, rows, ',', quoteForCsv).map((line) => `${line}\r\n`)
  const type = 'text/csv;charset=utf-8'
  save({ name: `${name}-selected.csv`, bytes: new Blob(['\ufeff', ...lines], { type }) })
}

/** `Net Balance Rs 31,800`, the sum of the last amount column; '' if there is none. */
function sumWords(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const column = columns.findLast((each) => each.kind === 'amount' || each.kind === 'balance')
  if (!column) return ''
  return ` · ${column.heading} Rs ${formatRupees(sum(...rows.map((row) => column.value(row))))}`
}

interface SelectionBarProps {
  readonly shown: ListedReport
  readonly columns: readonly Column<Row>[]
  readonly selection: ReturnType<typeof useSelection>
}

/** The number of selected rows, their sum and actions; Escape clears the selection. */
export function SelectionBar({ shown: { report, extras }, columns, selection }: SelectionBarProps) {
  const { selected, clear, print } = selection
  useCancelKey(selected.length > 0, clear)
  return (
    <Group className="report-selection no-print" role="region" aria-label="Selection" gap="sm" data-popup>
      <Text role="status" fw={500}>
        {formatCount(selected.length)} selected{sumWords(columns, selected)}
      </Text>
      {extras.SelectionAct && <extras.SelectionAct rows={selected} />}
      <Button variant="default" size="compact-md" onClick={print}>
        Print list
      </Button>
      <Button
        variant="default"
        size="compact-md"
        title="Ctrl+C copies them for Excel"
        onClick={() => saveRows(report, columns, selected)}
      >
        CSV
      </Button>
      <Button variant="subtle" size="compact-md" onClick={clear}>
        Clear
      </Button>
    </Group>
  )
}
