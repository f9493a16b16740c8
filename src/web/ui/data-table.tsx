import { formatCount } from '#domain/count.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useCallback, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import './data-table.css'
import type { StatusKind } from './status-chip.tsx'
import { nextSorting, sortRows, type Sorting } from './sort-rows.ts'
import { placeColumns, type Column, type FootRow, type Placed } from './table-columns.ts'
import { useCurrentRow } from './use-current-row.ts'
import { printedUpTo, useDrawnRows } from './use-drawn-rows.ts'
import { useScrollKeys } from './use-scroll-keys.ts'

/** The size of the text on paper by the number of columns. */
function printedSize(columns: number): string {
  if (columns <= 9) return '9pt'
  return columns <= 12 ? '8pt' : '7pt'
}

const sizes = (rowHeight: number, columns: number): CSSProperties & Record<`--${string}`, string> => ({
  '--row': `${rowHeight}px`,
  '--printed': printedSize(columns),
})

interface Props<Row> {
  /** What the table shows, for those who cannot see it. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly foot?: readonly FootRow[]
  /** What to do where the rows are too many for paper. */
  readonly tooLongHint?: string
  /** How the rows are sorted, where it is kept outside the table. */
  readonly sorting?: Sorting | null
  readonly onSort?: (sorting: Sorting | null) => void
  /** The table takes the height that its container leaves, not that of its rows. */
  readonly fills?: boolean
  /** Where the table was scrolled to and the row that was current when it was last on the screen. */
  readonly place?: TablePlace
  /** Opens a row by click or Enter; the rows are then one tab stop, and the arrow keys go through them. */
  readonly onOpen?: (row: Row) => void
  readonly rowHeight?: number
}

/** Remembered by the table's owner, as the table itself is gone when the screen is left. */
export interface TablePlace {
  top: number
  row: number
}

const defaultRowHeight = 30
const headHeight = 49
/** A table wider than this in px is printed on paper turned sideways. */
const upright = 760
const noFoot: readonly FootRow[] = []

/**
 * A table for any number of rows: only those in sight are drawn, heading, first columns and foot stay in sight,
 * every column sorts, and a table of modest length prints whole.
 */
export function DataTable<Row>(props: Props<Row>) {
  const { label, columns, rows, rowKey, foot = noFoot, tooLongHint = 'Narrow the report.' } = props
  const { fills, place: kept, onOpen, rowHeight = defaultRowHeight } = props
  const frame = useRef<HTMLDivElement>(null)
  const { sorted, sorting, sort } = useSorted(props)
  const placed = useMemo(() => placeColumns(columns, rows, foot), [columns, rows, foot])
  const drawCells = useCallback(
    (row: Row) =>
      placed.columns.map((column) => (
        <Cell key={column.key} column={column} mark={column.mark?.(row)}>
          {column.cell(row)}
        </Cell>
      )),
    [placed],
  )
  const drawn = useDrawnRows(frame, sorted.length, rowHeight)
  const scrollByKey = useScrollKeys(rowHeight, headHeight + foot.length * rowHeight)
  const current = useCurrentRow({ frame, rows: sorted, rowHeight, kept, onOpen })

  return (
    <div
      ref={frame}
      className="data-table"
      role="region"
      aria-label={`${label}, scrolls`}
      data-fills={fills || undefined}
      style={sizes(rowHeight, columns.length)}
      {...(onOpen ? current.handlers : { tabIndex: 0, onKeyDown: scrollByKey })}
    >
      {placed.width > upright && <style>{'@page { size: A4 landscape }'}</style>}
      {rows.length > printedUpTo && (
        <p className="data-table-too-long">
          {formatCount(rows.length)} rows are too many for paper: only those in sight are printed.{' '}
          {tooLongHint}
        </p>
      )}
      <div
        role="table"
        aria-label={label}
        aria-rowcount={rows.length + 1 + foot.length}
        aria-colcount={columns.length}
        style={placed.widths}
      >
        <Head columns={placed.columns} sorting={sorting} sort={sort} isStop={!onOpen} />
        <div role="rowgroup" style={{ paddingTop: drawn.before, paddingBottom: drawn.after }}>
          {sorted.slice(drawn.first, drawn.end).map((row, step) => (
            <BodyRow
              key={rowKey(row)}
              row={row}
              index={drawn.first + step + 2}
              drawCells={drawCells}
              tabIndex={current.tabIndexOf(drawn.first + step, drawn)}
            />
          ))}
        </div>
        <Foot columns={placed.columns} rows={foot} from={rows.length + 2} />
      </div>
    </div>
  )
}

/** The rows as the user sorted them; who owns the table may keep the sorting. */
function useSorted<Row>({ rows, columns, ...owner }: Props<Row>) {
  const [ownSorting, setOwnSorting] = useState<Sorting | null>(null)
  const { sorting = ownSorting, onSort = setOwnSorting } = owner
  const sorted = useMemo(() => {
    const column = columns.find(({ key }) => key === sorting?.column)
    return column && sorting ? sortRows(rows, column.sortBy, sorting.direction) : rows
  }, [rows, columns, sorting])
  return { sorted, sorting, sort: (column: string) => onSort(nextSorting(sorting, column)) }
}

interface CellProps {
  readonly column: Placed<never>
  readonly mark?: StatusKind | undefined
  readonly children: ReactNode
}

const pinnedAt = ({ pinned, left }: Placed<never>) => (pinned ? { left } : undefined)

function Cell({ column, mark, children }: CellProps) {
  return (
    <div
      role="cell"
      data-figures={column.figures}
      data-wraps={column.wraps}
      data-pinned={column.pinned}
      data-green={column.green}
      data-mark={mark}
      data-zero={children === '0' || undefined}
      style={pinnedAt(column)}
    >
      {children}
    </div>
  )
}

/** The soft hyphen is drawn by the style sheet, so that the heading's text is the plain word. */
const hyphenatedPart = (part: string, place: number) =>
  place === 0 ? part : [<i key={part} className="soft-hyphen" />, part]

interface HeadProps {
  readonly columns: readonly Placed<never>[]
  readonly sorting: Sorting | null
  readonly sort: (column: string) => void
  /** Whether Tab stops at each heading; otherwise the arrow keys lead there. */
  readonly isStop: boolean
}

const Head = ({ columns, sorting, sort, isStop }: HeadProps) => (
  <div role="rowgroup" className="data-table-head">
    <div role="row" aria-rowindex={1} className="data-table-row">
      {columns.map((column) => {
        const direction = sorting?.column === column.key ? sorting.direction : 'none'
        return (
          <div
            key={column.key}
            role="columnheader"
            aria-sort={direction}
            data-figures={column.figures}
            data-pinned={column.pinned}
            style={pinnedAt(column)}
          >
            <button type="button" tabIndex={isStop ? 0 : -1} onClick={() => sort(column.key)}>
              <span>{(column.hyphenated ?? [column.heading]).map(hyphenatedPart)}</span>
              {direction === 'ascending' && <IconArrowUp size={13} aria-hidden />}
              {direction === 'descending' && <IconArrowDown size={13} aria-hidden />}
            </button>
          </div>
        )
      })}
    </div>
  </div>
)

interface FootProps {
  readonly columns: readonly Placed<never>[]
  readonly rows: readonly FootRow[]
  /** The place of the first of them among all rows. */
  readonly from: number
}

const Foot = ({ columns, rows, from }: FootProps) =>
  rows.length > 0 && (
    <div role="rowgroup" className="data-table-foot">
      {rows.map((row, step) => (
        <div key={row.key} role="row" aria-rowindex={from + step} className="data-table-row">
          {columns.map((column) => (
            <Cell key={column.key} column={column}>
              {row.cells[column.key]}
            </Cell>
          ))}
        </div>
      ))}
    </div>
  )

interface BodyRowProps<Row> {
  readonly row: Row
  readonly index: number
  readonly drawCells: (row: Row) => ReactNode
  readonly tabIndex: number | undefined
}

/** Its cells are kept while the table scrolls: only rows that come into sight are drawn. */
function BodyRow<Row>({ row, index, drawCells, tabIndex }: BodyRowProps<Row>) {
  const cells = useMemo(() => drawCells(row), [drawCells, row])
  return (
    <div role="row" aria-rowindex={index} className="data-table-row" tabIndex={tabIndex}>
      {cells}
    </div>
  )
}
