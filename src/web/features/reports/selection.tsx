import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { count } from '#domain/count.ts'
import { formatRupees, sum, type Money } from '#domain/money.ts'
import { plainCell, quoteForCsv } from '#reports/plain-cells.ts'
import type { Column, Report } from '#reports/report.ts'
import { save } from '#web/api/download.ts'
import type { ReportExtras } from '#web/kit/report-extras.ts'
import { studentPath } from '#web/kit/student-link.tsx'
import { useCancelKey } from '#web/ui/use-cancel-key.ts'
import type { Row } from './use-report.ts'

const none: ReadonlySet<string> = new Set()

const rollOf = ({ rollNo }: Row): number | null => (typeof rollNo === 'number' ? rollNo : null)

/** The student next to the list: Enter or a click shows it, arrow keys move on, Enter again opens the whole page. */
export function usePeek() {
  const navigate = useNavigate()
  const [rollNo, setRollNo] = useState<number | null>(null)
  return {
    rollNo,
    close: () => setRollNo(null),
    handlers: {
      onOpen: (row: Row) => {
        const roll = rollOf(row)
        if (roll !== null && roll === rollNo) void navigate(studentPath(roll))
        else setRollNo(roll)
      },
      onCurrent: (row: Row) => {
        if (rollNo !== null) setRollNo(rollOf(row))
      },
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

/** Rows with headings, as tab-separated text for a spreadsheet. */
export const copiedText = (columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  [
    columns.map(({ heading }) => heading),
    ...rows.map((row) => columns.map((column) => plainCell(column, row))),
  ]
    .map((cells) => cells.join('\t'))
    .join('\r\n')

/** Saves a CSV file; its byte order mark makes spreadsheets read it as UTF-8. */
function saveRows({ name }: Report, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  const lines = [
    columns.map(({ heading }) => quoteForCsv(heading)),
    ...rows.map((row) => columns.map((column) => quoteForCsv(plainCell(column, row)))),
  ]
  const text = `\ufeff${lines.map((cells) => `${cells.join(',')}\r\n`).join('')}`
  save({ name: `${name}-selected.csv`, bytes: new Blob([text], { type: 'text/csv;charset=utf-8' }) })
}

/** The sum of the last amount column: the balance if the report has one. */
function sumOf(columns: readonly Column<Row>[], rows: readonly Row[]): Money | null {
  const column = columns.findLast(({ kind }) => kind === 'amount' || kind === 'balance')
  if (!column || (column.kind !== 'amount' && column.kind !== 'balance')) return null
  return sum(...rows.map((row) => column.value(row)))
}

interface SelectionBarProps {
  readonly extras: ReportExtras
  readonly report: Report
  readonly columns: readonly Column<Row>[]
  readonly selection: ReturnType<typeof useSelection>
}

/** The number of selected rows, their sum and actions; Escape clears the selection. */
export function SelectionBar({ report, columns, selection, extras }: SelectionBarProps) {
  const { selected, clear, print } = selection
  useCancelKey(selected.length > 0, clear)
  if (selected.length === 0) return null
  const total = sumOf(columns, selected)
  return (
    <Group className="report-selection no-print" role="region" aria-label="Selection" gap="sm" data-popup>
      <Text role="status" fw={500}>
        {count(selected.length, report.noun)} selected
        {total !== null && ` · Rs ${formatRupees(total)}`}
      </Text>
      {extras.SelectionAct && <extras.SelectionAct rows={selected} />}
      <Button variant="default" size="compact-md" onClick={print}>
        Print list
      </Button>
      <Button variant="default" size="compact-md" onClick={() => saveRows(report, columns, selected)}>
        CSV
      </Button>
      <Text c="dimmed" size="xs">
        Ctrl+C copies them for Excel
      </Text>
      <Button variant="subtle" size="compact-md" onClick={clear}>
        Clear
      </Button>
    </Group>
  )
}
