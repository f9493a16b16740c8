import { useMediaQuery } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { useMemo } from 'react'
import { columnsFor } from '#domain/contacts.ts'
import { count } from '#domain/count.ts'
import { canWrite } from '#domain/roles.ts'
import { classes } from '#domain/school.ts'
import { totalsOfRows } from '#reports/list.ts'
import type { Column, Report } from '#reports/report.ts'
import { usePreferences } from '#web/api/preferences.ts'
import { useStaff } from '#web/api/session.ts'
import { drawn, drawnFoot } from '#web/kit/drawn-columns.tsx'
import { correctReceiptAddress, printVoucherAddress, receiveAddress } from '#web/kit/list-addresses.ts'
import { studentPath } from '#web/kit/student-link.tsx'
import { usePrinting } from '#web/ui/data-table.tsx'
import { MenuButton } from '#web/ui/popup-button.tsx'
import type { MenuEntry } from '#web/ui/popups.tsx'
import type { Column as DrawnColumn, FootRow, RowGroups } from '#web/ui/table-columns.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import type { Query } from './report-address.ts'
import { cardColumn, cardFoot, cardHeight } from './report-card.tsx'
import { useDayRead, type Row } from './use-report.ts'

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

/** The rows by class with sums; undefined if not grouped. */
export function useGroups(
  report: Report,
  columns: readonly Column<Row>[],
  found: readonly Row[],
  isGrouped: boolean,
): RowGroups<Row> | undefined {
  return useMemo(() => {
    if (!isGrouped || !hasClasses(report)) return undefined
    const [first = '', second = ''] = columns.map(({ key }) => key)
    const heads = classes.flatMap((studentClass): FootRow[] => {
      const rows = found.filter((row) => classOf(row) === studentClass)
      if (rows.length === 0) return []
      const kept = rows.filter((row) => report.keepsRow(row))
      const words = { [first]: `Class ${studentClass}`, [second]: count(rows.length, report.noun) }
      const cells = { ...report.foot(totalsOfRows(report.list, rows), kept), ...words }
      return [{ ...drawnFoot(columns, cells), key: studentClass }]
    })
    return { heads, of: classOf }
  }, [report, columns, found, isGrouped])
}

const classOf = ({ studentClass }: Row): string => (typeof studentClass === 'string' ? studentClass : '')

/** Columns, totals and groups of the table; on a phone a card for each row. */
export function useLines(
  { reported, drawn: columns }: ReturnType<typeof useColumns>,
  query: Query,
  foot: readonly FootRow[],
  groups: RowGroups<Row> | undefined,
) {
  const day = useDayRead(query)
  const isRoomy = usePreferences(({ rows }) => rows === 'roomy')
  const isPhone = usePhone()
  const card = useMemo(() => (isPhone ? cardColumn(reported, day) : null), [isPhone, reported, day])
  return useMemo(() => {
    if (!card) return { columns, foot, rowHeight: isRoomy ? 36 : 28, ...(groups && { groups }) }
    const onCard = (row: FootRow) => cardFoot(reported, row)
    return {
      columns: [card],
      foot: foot.map(onCard),
      rowHeight: cardHeight(reported),
      ...(groups && { groups: { ...groups, heads: groups.heads.map(onCard) } }),
    }
  }, [card, reported, columns, foot, groups, isRoomy])
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
