import { formatCount } from '#domain/count.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useCallback, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import './data-table.css'
import { nextSorting, sortRows, type Sorting } from './sort-rows.ts'
import { printedUpTo, useDrawnRows } from './use-drawn-rows.ts'
import { useScrollKeys } from './use-scroll-keys.ts'

export interface Column<Row> {
  readonly key: string
  readonly heading: string
  /** Least width in px; a wider total widens the column, spare room is shared out. */
  readonly width: number
  /** A text that the column must always have room for. */
  readonly whole?: (row: Row) => string
  /** Figures stand at the end of the cell. */
  readonly figures?: boolean
  /** Stays in sight when the table is scrolled sideways, beside those pinned before it. */
  readonly pinned?: boolean
  /** Money that is to come or has come in shows in green. */
  readonly green?: boolean
  /** Long texts, cut short on the screen, are wrapped on paper. */
  readonly wraps?: boolean
  readonly cell: (row: Row) => ReactNode
  readonly sortBy: (row: Row) => string | number
}

/** A row that stands at the foot in sight, its cells by column key. */
export interface FootRow {
  readonly key: string
  readonly cells: Readonly<Record<string, string>>
}

interface Props<Row> {
  /** What the table shows, for those who cannot see it. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly foot?: readonly FootRow[]
  /** What to do where the rows are too many for paper. */
  readonly tooLongHint?: string
}

const rowHeight = 30
const headHeight = 45
/** Wide enough for one figure of a total (bold, with its commas), and for one letter among others of a row. */
const figureWidth = 8.6
const letterWidth = 8.2
const cellPadding = 20
/** A table wider than this in px is printed on paper turned sideways. */
const upright = 760
const noFoot: readonly FootRow[] = []

/**
 * A table for any number of rows: only those in sight are drawn, heading, first columns and foot stay in sight,
 * every column sorts, and a table of modest length prints whole.
 */
export function DataTable<Row>(props: Props<Row>) {
  const { label, columns, rows, rowKey, foot = noFoot, tooLongHint = 'Narrow the report.' } = props
  const frame = useRef<HTMLDivElement>(null)
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const sorted = useMemo(() => {
    const column = columns.find(({ key }) => key === sorting?.column)
    return column && sorting ? sortRows(rows, column.sortBy, sorting.direction) : rows
  }, [rows, columns, sorting])
  const placed = useMemo(() => place(columns, rows, foot), [columns, rows, foot])
  const drawCells = useCallback(
    (row: Row) =>
      placed.columns.map((column) => (
        <Cell key={column.key} column={column}>
          {column.cell(row)}
        </Cell>
      )),
    [placed],
  )
  const drawn = useDrawnRows(frame, sorted.length, rowHeight)
  const sort = (column: string) => setSorting((now) => nextSorting(now, column))
  const scrollByKey = useScrollKeys(rowHeight, headHeight + foot.length * rowHeight)

  return (
    <div
      ref={frame}
      className="data-table"
      role="region"
      aria-label={`${label}, scrolls`}
      tabIndex={0}
      onKeyDown={scrollByKey}
    >
      {placed.width > upright && <style>{'@page { size: A4 landscape; margin: 8mm }'}</style>}
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
        <Head columns={placed.columns} sorting={sorting} sort={sort} />
        <div role="rowgroup" style={{ paddingTop: drawn.before, paddingBottom: drawn.after }}>
          {sorted.slice(drawn.first, drawn.end).map((row, step) => (
            <BodyRow key={rowKey(row)} row={row} index={drawn.first + step + 2} drawCells={drawCells} />
          ))}
        </div>
        <Foot columns={placed.columns} rows={foot} from={rows.length + 2} />
      </div>
    </div>
  )
}

/** A column with where it stays when it is pinned. */
interface Placed<Row> extends Column<Row> {
  readonly left: number
}

function place<Row>(columns: readonly Column<Row>[], rows: readonly Row[], foot: readonly FootRow[]) {
  let left = 0
  let all = 0
  const placed = columns.map((column): Placed<Row> => {
    const width = Math.max(column.width, Math.ceil(widestText(column, rows, foot)) + cellPadding)
    const at = { ...column, width, left }
    all += width
    if (column.pinned) left += width
    return at
  })
  const widths: CSSProperties & Record<`--${string}`, string> = {
    '--columns': placed.map(track).join(' '),
    '--width': `${all}px`,
  }
  return { columns: placed, width: all, widths }
}

/** A pinned column keeps its width, on which the places of those after it rest. */
const track = ({ width, pinned }: Placed<never>): string =>
  pinned ? `${width}px` : `minmax(${width}px, ${width}fr)`

function widestText<Row>({ key, whole }: Column<Row>, rows: readonly Row[], foot: readonly FootRow[]) {
  const atFoot = foot.reduce((most, { cells }) => Math.max(most, cells[key]?.length ?? 0), 0)
  const inRows = whole ? rows.reduce((most, row) => Math.max(most, whole(row).length), 0) : 0
  return Math.max(atFoot * figureWidth, inRows * letterWidth)
}

interface CellProps {
  readonly column: Placed<never>
  readonly children: ReactNode
}

const pinnedAt = ({ pinned, left }: Placed<never>) => (pinned ? { left } : undefined)

function Cell({ column, children }: CellProps) {
  return (
    <div
      role="cell"
      data-figures={column.figures}
      data-wraps={column.wraps}
      data-pinned={column.pinned}
      data-green={column.green}
      style={pinnedAt(column)}
    >
      {children}
    </div>
  )
}

interface HeadProps {
  readonly columns: readonly Placed<never>[]
  readonly sorting: Sorting | null
  readonly sort: (column: string) => void
}

const Head = ({ columns, sorting, sort }: HeadProps) => (
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
            <button type="button" onClick={() => sort(column.key)}>
              <span>{column.heading}</span>
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
}

/** Its cells are kept while the table scrolls: only rows that come into sight are drawn. */
function BodyRow<Row>({ row, index, drawCells }: BodyRowProps<Row>) {
  const cells = useMemo(() => drawCells(row), [drawCells, row])
  return (
    <div role="row" aria-rowindex={index} className="data-table-row" data-even={index % 2 === 0 || undefined}>
      {cells}
    </div>
  )
}
