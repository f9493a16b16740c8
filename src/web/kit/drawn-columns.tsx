// The columns of reports as screen tables show them.

import type { ReactNode } from 'react'
import { formatDate, formatInstant, formatMonth, monthOf, type CalendarDate } from '#domain/calendar.ts'
import { formatCount } from '#domain/count.ts'
import { dueWords } from '#domain/debt.ts'
import { formatRupees } from '#domain/money.ts'
import { classes, sections } from '#domain/school.ts'
import { debtStatus } from '#domain/voucher-status.ts'
import type { Cells, Column, ColumnKind, ColumnValues } from '#reports/report.ts'
import { studentColumns as reportColumns } from '#reports/shared-columns.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'
import type { Column as DrawnColumn, FootRow } from '#web/ui/table-columns.ts'
import { advanceWord } from './balance-text.ts'
import { StudentLink } from './student-link.tsx'

interface Drawing<Value> {
  /** `today` is undefined if states are not shown. */
  readonly cell: (value: Value, today?: CalendarDate) => ReactNode
  readonly after?: (value: Value) => string
  readonly sortBy: (value: Value) => string | number
  readonly figures?: true
  readonly whole?: (value: Value, today?: CalendarDate) => string
}

const itself = <Value,>(value: Value): Value => value
const lowerCase = (text: string): string => text.toLocaleLowerCase()
/** The part of a name that always fits. */
const beginningOf = (name: string): string => name.slice(0, 15)
const figures = { sortBy: itself, figures: true } as const

/** A debt that is overdue has a chip. */
const DueSince = ({ date, today }: { readonly date: CalendarDate; readonly today: CalendarDate }) =>
  debtStatus(date, today) === 'overdue' ? (
    <StatusChip kind="overdue">{dueWords(date, today)}</StatusChip>
  ) : (
    <span style={{ color: 'var(--portal-ink-2)' }}>{dueWords(date, today)}</span>
  )

/** The display, sorting and alignment by kind; class and section sort in the school's order (spec 3.lists). */
const drawings: { readonly [Kind in ColumnKind]: Drawing<ColumnValues[Kind]> } = {
  text: { cell: itself, sortBy: lowerCase },
  name: { cell: (name) => <bdi>{name}</bdi>, sortBy: lowerCase, whole: beginningOf },
  student: {
    cell: ({ rollNo, studentName }) =>
      rollNo === null ? (
        studentName
      ) : (
        <StudentLink rollNo={rollNo} tabIndex={-1}>
          {studentName}
        </StudentLink>
      ),
    sortBy: ({ studentName }) => lowerCase(studentName),
    whole: ({ studentName }) => beginningOf(studentName),
  },
  code: { cell: itself, sortBy: itself, whole: itself },
  number: { cell: (value) => String(value), ...figures },
  count: { cell: (value) => formatCount(value), ...figures },
  amount: { cell: (value) => formatRupees(value), ...figures },
  balance: { cell: (value) => formatRupees(value), after: advanceWord, ...figures },
  date: { cell: (date) => (date === null ? '' : formatDate(date)), sortBy: (date) => date ?? '' },
  due: {
    cell: (date, today) => date !== null && today && <DueSince date={date} today={today} />,
    sortBy: (date) => date ?? '',
    // The signs take the width of the chip's own sign and margins.
    whole: (date, today) => (date !== null && today ? `■■ ${dueWords(date, today)}` : ''),
  },
  month: { cell: (first) => formatMonth(monthOf(first)), sortBy: itself },
  instant: {
    cell: (value) => formatInstant(value),
    sortBy: (instant) => instant.getTime(),
    whole: (value) => formatInstant(value),
  },
  class: { cell: itself, sortBy: (studentClass) => classes.indexOf(studentClass), whole: itself },
  section: { cell: itself, sortBy: (section) => sections.indexOf(section) },
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler does not see that the value is of the column's kind
const drawingOf = ({ kind }: { readonly kind: ColumnKind }) => drawings[kind] as Drawing<unknown>

/** The parts of a heading whose long words may be hyphenated. */
const hyphenatedHeading = (heading: string): readonly string[] =>
  heading.replaceAll(/\b(?:Exami(?=nation\b)|Regis(?=tration\b)|Admis(?=sion\b))/g, '$&-').split('-')

interface DrawnFor {
  /** The width in px; decides whether a column is pinned. */
  readonly windowWidth?: number
  /** The day for which states are shown; undefined if they are not shown. */
  readonly today?: CalendarDate
  /** True if chips fit next to their texts; otherwise the screen shows only their symbols, and paper the words. */
  readonly roomForChips?: boolean
}

const isPinned = ({ pinned }: Pick<Column<never>, 'pinned'>, windowWidth: number): boolean =>
  pinned === true || (pinned !== undefined && pinned <= windowWidth)

function markOf<Row>(column: Column<Row>, today: CalendarDate | undefined): Pick<DrawnColumn<Row>, 'mark'> {
  const status = column.status?.bind(column)
  return status && today ? { mark: (row) => status(row, today) } : {}
}

/** Adds the chip of the row's state to a text, and the space for it. */
function withChip<Row>(
  column: Column<Row>,
  drawnColumn: DrawnColumn<Row>,
  hasRoom: boolean,
): DrawnColumn<Row> {
  const chipOf = column.chip?.bind(column)
  if (!chipOf) return drawnColumn
  const { cell, whole } = drawnColumn
  return {
    ...drawnColumn,
    cell(row) {
      const words = chipOf(row)
      return words === '' ? (
        cell(row)
      ) : (
        <>
          {cell(row)}{' '}
          <span className={hasRoom ? undefined : 'chip-on-paper'}>
            <StatusChip kind="to-do">{words}</StatusChip>
          </span>
        </>
      )
    },
    // If the words do not fit, the width includes the symbol and its gap.
    ...(whole && {
      whole: (row: Row) =>
        chipOf(row) === '' ? whole(row) : `${whole(row)} ${hasRoom ? `▲ ${chipOf(row)}` : '▲▲'}`,
    }),
  }
}

export function drawn<Row>(
  column: Column<Row>,
  { windowWidth = Infinity, today, roomForChips = true }: DrawnFor = {},
): DrawnColumn<Row> {
  const { key, heading, width, wraps, green } = column
  const { cell, after, sortBy, figures: isFigures, whole } = drawingOf(column)
  const plain: DrawnColumn<Row> = {
    key,
    heading,
    hyphenated: hyphenatedHeading(heading),
    width,
    ...markOf(column, today),
    cell(row) {
      const value = column.value(row)
      return value === '' && column.blank !== undefined ? column.blank : cell(value, today)
    },
    ...(after && { after: (row: Row) => after(column.value(row)) }),
    sortBy: (row) => sortBy(column.value(row)),
    ...(isFigures && { figures: true }),
    ...(whole && { whole: (row: Row) => whole(column.value(row) || (column.blank ?? ''), today) }),
    ...(isPinned(column, windowWidth) && { pinned: true }),
    ...(wraps && { wraps }),
    ...(green && { green }),
  }
  return withChip(column, plain, roomForChips)
}

/** Formats a totals row like its columns. */
export function drawnFoot<Row>(columns: readonly Column<Row>[], cells: Cells): FootRow {
  const texts = columns.flatMap((column): [string, string][] => {
    const value = cells[column.key]
    if (typeof value !== 'number') return value === undefined ? [] : [[column.key, value]]
    const { cell, after } = drawingOf(column)
    const figure = cell(value)
    return typeof figure === 'string' ? [[column.key, `${figure}${after?.(value) ?? ''}`]] : []
  })
  return { key: 'totals', cells: Object.fromEntries(texts) }
}

/** Columns as in the reports: the name links to the student's page; class and section sort in the school's order. */
export const studentColumns = {
  rollNo: drawn(reportColumns.rollNo),
  studentName: drawn(reportColumns.studentName),
  fatherName: drawn(reportColumns.fatherName),
  studentClass: drawn(reportColumns.studentClass),
  section: drawn(reportColumns.section),
}
