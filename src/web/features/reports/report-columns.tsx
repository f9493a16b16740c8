import { useMediaQuery } from '@mantine/hooks'
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

function entriesOf(row: Row, isWriter: boolean): readonly MenuEntry[] {
  const { rollNo, voucherNo, kind, paid, balance } = row
  if (typeof rollNo !== 'number') return []
  const acts: MenuEntry[] = []
  // The counter finds the voucher on which the student pays (decisions 6.unposted).
  if (paid === false || (typeof balance === 'number' && balance > 0))
    acts.push({ label: 'Receive payment', to: receiveAddress(rollNo) })
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
        />
      }
    />
  )
}

const nothingChosen: readonly string[] = []

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
  { report, state, finder }: ListedReport,
  { reported, drawn: columns }: ReturnType<typeof useColumns>,
  found: readonly Row[],
) {
  const day = useDayRead(finder.query)
  const isRoomy = usePreferences(({ rows }) => rows === 'roomy')
  const isPhone = usePhone()
  const isGrouped = state.isGrouped && hasClasses(report)
  const card = useMemo(() => (isPhone ? cardOf(reported, day) : null), [isPhone, reported, day])
  const sums = useMemo(() => {
    const sumsOf = (rows: readonly Row[], key: string, words: Cells = {}): FootRow => {
      const kept = rows.filter((row) => report.keepsRow(row))
      const cells = { ...report.foot(totalsOfRows(report.list, rows), kept), ...words }
      const foot = drawnFoot(reported, cells)
      return { key, cells: card ? { card: card.footOf(foot.cells) } : foot.cells }
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
  const rowHeight = isRoomy ? 36 : 28
  return { ...sums, columns: card?.columns ?? columns, rowHeight: card?.height ?? rowHeight }
}

/** The number of columns that fit in 1366 px next to chips. */
const mostBesideChips = 14

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

/** Rows as cards, for a window too narrow for columns; null without a student and a title that the report names. */
function cardOf(columns: readonly Column<Row>[], today: CalendarDate) {
  const student = columns.find(({ kind }) => kind === 'student')
  const title = student ?? columns.find(({ card }) => card === 'title')
  if (!title) return null
  const amount = columns.findLast(isAmount)
  const named = columns.filter(({ card }) => card === 'figure')
  const keys = amount ? cardDetails : cardDates
  const parts = {
    name: drawn(title),
    // The amounts that the report names, else its last amount. The card shows the first that is not 0.
    figures: (named.length > 0 || !amount ? named : [amount]).map((column) => ({ column, ...drawn(column) })),
    details: columns
      .filter(({ key, card }) => card === 'detail' || (keys.includes(key) && key !== amount?.key))
      .map((column) => ({
        ...drawn(column, { today }),
        hasHeading: isAmount(column) || (!amount && student !== undefined),
      })),
    marked: columns.map((column) => drawn(column, { today })).find(({ mark }) => mark),
    // Without a student, the details have two lines, because they contain more than the title.
    isTall: !student,
  }
  const column: DrawnColumn<Row> = {
    key: 'card',
    heading: amount ? `${title.heading}, ${amount.heading}` : title.heading,
    width: 280,
    cell: (row) => <Card row={row} {...parts} />,
    sortBy: parts.name.sortBy,
  }
  return {
    columns: [column],
    height: parts.isTall ? 72 : 56,
    /** A totals row as the one cell of a list of cards. */
    footOf(cells: FootRow['cells']): string {
      const words = columns.filter((each) => !isAmount(each)).flatMap(({ key }) => cells[key] ?? [])
      const sums = parts.figures.flatMap(({ key, heading }) =>
        cells[key] === undefined ? [] : [`${heading} ${cells[key]}`],
      )
      return [...words, ...sums].join(' · ')
    },
    parts,
  }
}

type CardProps = NonNullable<ReturnType<typeof cardOf>>['parts'] & { readonly row: Row }

function Card({ row, name, figures, details, marked, isTall }: CardProps) {
  const { studentClass, section } = row
  const figure = figures.find(({ column }) => column.value(row) !== 0) ?? figures.at(-1)
  return (
    <div className="report-card" data-mark={marked?.mark?.(row)} data-tall={isTall || undefined}>
      <span style={{ gridColumn: 2, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {name.cell(row)}{' '}
        {typeof studentClass === 'string' && typeof section === 'string' && `· ${studentClass} ${section}`}
      </span>
      {figure && (
        <b className="figures" style={{ fontWeight: 600, gridColumn: 3 }}>
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
}
