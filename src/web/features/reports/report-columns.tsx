import { useMediaQuery } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { CalendarDate } from '#domain/calendar.ts'
import { columnsFor } from '#domain/contacts.ts'
import { count } from '#domain/count.ts'
import { canWrite } from '#domain/roles.ts'
import { classes } from '#domain/school.ts'
import { totalsOfRows } from '#reports/list.ts'
import type { Cells, Column, Report } from '#reports/report.ts'
import { usePreferences } from '#web/api/preferences.ts'
import { useStaff } from '#web/api/session.ts'
import { drawn, drawnFoot } from '#web/kit/drawn-columns.tsx'
import { correctReceiptAddress, printVoucherAddress, receiveAddress } from '#web/kit/list-addresses.ts'
import { studentPath } from '#web/kit/student-link.tsx'
import { usePrinting } from '#web/ui/data-table.tsx'
import { MenuButton } from '#web/ui/popup-button.tsx'
import type { MenuEntry } from '#web/ui/popups.tsx'
import type { Column as DrawnColumn, FootRow } from '#web/ui/table-columns.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import type { Query } from './report-address.ts'
import { useDayRead, type Row } from './use-report.ts'
import type { ListedReport } from './use-shown-report.ts'

/** True for a debt. The counter finds the voucher on which the student pays (decisions 6.unposted). */
const isOfDebt = ({ paid, balance }: Row): boolean =>
  paid === false || (typeof balance === 'number' && balance > 0)

function entriesOf(row: Row, isWriter: boolean): readonly MenuEntry[] {
  const { rollNo, voucherNo, kind } = row
  if (typeof rollNo !== 'number') return []
  const acts: MenuEntry[] = []
  if (isOfDebt(row)) acts.push({ label: 'Receive payment', to: receiveAddress(rollNo) })
  if (typeof voucherNo === 'string') acts.push({ label: 'Print voucher', to: printVoucherAddress(voucherNo) })
  if (typeof voucherNo === 'string' && kind === 'receipt')
    acts.push({ label: 'Correct receipt', to: correctReceiptAddress(voucherNo) })
  return [...(isWriter ? acts : []), { label: 'Open student', to: studentPath(rollNo) }]
}

/** The three dots of a row under the pointer. For the keyboard, Enter shows the same actions below the row. */
function RowMenu({ row, name }: { readonly row: Row; readonly name: string }) {
  const { role } = useStaff()
  return (
    <MenuButton
      position="bottom-end"
      entries={entriesOf(row, canWrite(role))}
      button={
        <button
          type="button"
          className="report-row-menu no-print"
          tabIndex={-1}
          aria-label={`Actions for ${name}`}
        >
          <IconDots size={16} aria-hidden />
        </button>
      }
    />
  )
}

const nothingChosen: readonly string[] = []

/** True if the rows are of students, who have a class. */
export const hasClasses = ({ list: { row } }: Report): boolean =>
  'studentClass' in row.shape && 'rollNo' in row.shape

/** True if the column stays visible, so that the subject of a row does. */
export const isFixed = ({ pinned }: Column<never>): boolean => pinned !== undefined

/** All columns that the role may see, and the shown ones: the specified ones unless the user chose others. */
export function useChosenColumns(report: Report, query: Query) {
  const { role } = useStaff()
  const changed = usePreferences(({ columns }) => columns?.[report.name]) ?? nothingChosen
  const isPrinting = usePrinting()
  return useMemo(() => {
    const all = columnsFor(role, report.columns(query)).filter(({ only }) => only !== 'file')
    const isShown = (column: Column<never>): boolean =>
      isFixed(column) ||
      (isPrinting && column.only === 'paper') ||
      (column.only === undefined) !== changed.includes(column.key)
    return { all, shown: all.filter(isShown), changed }
  }, [role, report, query, changed, isPrinting])
}

const classOf = ({ studentClass }: Row): string => (typeof studentClass === 'string' ? studentClass : '')

/** Columns and totals of the table, with those of each class if grouped; on a phone a card for each row. */
export function useLines(
  { report, state }: ListedReport,
  { reported, drawn: columns }: ReturnType<typeof useColumns>,
  query: Query,
  found: readonly Row[],
) {
  const day = useDayRead(query)
  const isRoomy = usePreferences(({ rows }) => rows === 'roomy')
  const isPhone = usePhone()
  const isGrouped = state.isGrouped && hasClasses(report)
  const card = useMemo(() => (isPhone ? cardColumn(reported, day) : null), [isPhone, reported, day])
  const sums = useMemo(() => {
    const sumsOf = (rows: readonly Row[], key: string, words: Cells = {}): FootRow => {
      const kept = rows.filter((row) => report.keepsRow(row))
      const cells = { ...report.foot(totalsOfRows(report.list, rows), kept), ...words }
      const foot = { ...drawnFoot(reported, cells), key }
      return card ? cardFoot(reported, foot) : foot
    }
    const foot = [sumsOf(found, 'totals')]
    if (!isGrouped) return { foot }
    const [first = '', second = ''] = reported.map(({ key }) => key)
    const heads = classes.flatMap((studentClass) => {
      const rows = found.filter((row) => classOf(row) === studentClass)
      const words = { [first]: `Class ${studentClass}`, [second]: count(rows.length, report.noun) }
      return rows.length === 0 ? [] : [sumsOf(rows, studentClass, words)]
    })
    return { foot, groups: { heads, of: classOf } }
  }, [report, reported, found, isGrouped, card])
  const shownColumns = useMemo(() => (card ? [card] : columns), [card, columns])
  const rowHeight = isRoomy ? 36 : 28
  return { ...sums, columns: shownColumns, rowHeight: card ? cardHeight(reported) : rowHeight }
}

/** The number of columns that fit in 1366 px next to chips. */
const mostBesideChips = 14

/** The report's columns for the user's role and the window's width. */
export function useColumns(report: Report, query: Query) {
  const day = useDayRead(query)
  const { shown: reported } = useChosenColumns(report, query)
  const pinnedFrom = Math.max(0, ...reported.map(({ pinned }) => (typeof pinned === 'number' ? pinned : 0)))
  const roomy = useMediaQuery(`(min-width: ${pinnedFrom}px)`, false, { getInitialValueInEffect: false })
  const isWide = useMediaQuery('(min-width: 1500px)', false, { getInitialValueInEffect: false })
  const roomForChips = isWide || reported.length <= mostBesideChips
  return useMemo(
    () => ({
      reported,
      drawn: reported.map((column) =>
        withMenu(column, drawn(column, { windowWidth: roomy ? pinnedFrom : 0, today: day, roomForChips })),
      ),
    }),
    [reported, roomy, pinnedFrom, day, roomForChips],
  )
}

/** The student's name with the menu of the row. */
function withMenu(column: Column<Row>, drawnColumn: DrawnColumn<Row>): DrawnColumn<Row> {
  if (column.kind !== 'student') return drawnColumn
  return {
    ...drawnColumn,
    cell: (row) => (
      <>
        {drawnColumn.cell(row)}
        {column.value(row).rollNo !== null && <RowMenu row={row} name={column.value(row).studentName} />}
      </>
    ),
  }
}

/** Columns that a card shows with their heading below the student, if the report has them. */
const cardDetails = [
  'voucherNo',
  'arrears',
  'received',
  'receivedDate',
  'method',
  'receivedBy',
  'fatherHomePhone',
]

/** Columns that a card shows instead in a report without amounts. */
const cardDates = ['admissionDate', 'removalDate']

const isAmount = ({ kind }: Column<never>): boolean => kind === 'amount' || kind === 'balance'

/**
 * A row as a card, for a window too narrow for columns: student, class, the last amount if any, and a few details.
 * Rows without a student have the title that their report names; null if it names none.
 */
function cardColumn(columns: readonly Column<Row>[], today: CalendarDate): DrawnColumn<Row> | null {
  const title = titleOf(columns)
  const amount = columns.findLast(isAmount)
  if (!title) return null
  const name = drawn(title)
  const figures = figuresOf(columns).map((column) => ({ column, ...drawn(column) }))
  const keys = amount ? cardDetails : cardDates
  const details = columns
    .filter(({ key, card }) => card === 'detail' || (keys.includes(key) && key !== amount?.key))
    .map((column) => ({
      ...drawn(column, { today }),
      hasHeading: isAmount(column) || !(amount || isTall(title)),
    }))
  const marked = columns.map((column) => drawn(column, { today })).find(({ mark }) => mark)
  return {
    key: 'card',
    heading: amount ? `${title.heading}, ${amount.heading}` : title.heading,
    width: 280,
    cell(row) {
      const figure = figures.find(({ column }) => column.value(row) !== 0) ?? figures.at(-1)
      return (
        <div className="report-card" data-mark={marked?.mark?.(row)} data-tall={isTall(title) || undefined}>
          <span>
            {name.cell(row)} {classWords(row)}
          </span>
          {figure && (
            <b className="figures">
              {figure.cell(row)}
              {figure.after?.(row)}
            </b>
          )}
          <small>
            {details.map(({ key, heading, hasHeading, cell, after }) => {
              const value = cell(row)
              // A card has little room for an empty or zero value.
              if (value === '' || value === '0') return null
              return (
                <span key={key}>
                  {hasHeading && `${heading} `}
                  {value}
                  {after?.(row)}
                </span>
              )
            })}
          </small>
        </div>
      )
    },
    sortBy: name.sortBy,
  }
}

/** The first column of a card: the student, else the title that the report names. */
const titleOf = (columns: readonly Column<Row>[]): Column<Row> | undefined =>
  columns.find(({ kind }) => kind === 'student') ?? columns.find(({ card }) => card === 'title')

/** True for rows without a student: their details have two lines, because they contain more than the title. */
const isTall = ({ kind }: Column<Row>): boolean => kind !== 'student'

/** The amounts that the report names for a card, else its last amount. The card shows the first that is not 0. */
function figuresOf(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const named = columns.filter(({ card }) => card === 'figure')
  const last = columns.findLast(isAmount)
  return named.length > 0 || !last ? named : [last]
}

const classWords = ({ studentClass, section }: Row): string =>
  typeof studentClass === 'string' && typeof section === 'string' ? `· ${studentClass} ${section}` : ''

/** A totals row as the one cell of a list of cards. */
function cardFoot(columns: readonly Column<Row>[], { key, cells }: FootRow): FootRow {
  const words = columns.filter((column) => !isAmount(column)).flatMap((column) => cells[column.key] ?? [])
  const sums = figuresOf(columns).flatMap((column) => {
    const sum = cells[column.key]
    return sum === undefined ? [] : [`${column.heading} ${sum}`]
  })
  return { key, cells: { card: [...words, ...sums].join(' · ') } }
}

/** The height of the cards, in px. */
function cardHeight(columns: readonly Column<Row>[]): number {
  const title = titleOf(columns)
  return title && isTall(title) ? 72 : 56
}
