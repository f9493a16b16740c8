import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useMemo, type ReactNode } from 'react'
import type { Sorting } from './sort-rows.ts'
import type { StatusKind } from './status-chip.tsx'
import { isHead, type FootRow, type Item, type Placed } from './table-columns.ts'

interface CellProps {
  readonly column: Placed<never>
  readonly mark?: StatusKind | undefined
  readonly after?: string | undefined
  readonly children: ReactNode
}

const pinnedAt = ({ pinned, left }: Placed<never>) => (pinned ? { left } : undefined)

function Cell({ column, mark, after = '', children }: CellProps) {
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
      {after !== '' && <small>{after}</small>}
    </div>
  )
}

/** The style sheet draws the soft hyphen, so that the heading's text is the plain word. */
const hyphenatedPart = (part: string, place: number) =>
  place === 0 ? part : [<i key={part} className="soft-hyphen" />, part]

interface HeadProps {
  readonly columns: readonly Placed<never>[]
  readonly sorting: Sorting | null
  readonly sort: (column: string) => void
  /** True if Tab stops at each heading; otherwise the arrow keys reach the headings. */
  readonly isTabStop: boolean
}

export const Head = ({ columns, sorting, sort, isTabStop }: HeadProps) => (
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
            <button type="button" tabIndex={isTabStop ? 0 : -1} onClick={() => sort(column.key)}>
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
  /** The index of the first foot row among all rows. */
  readonly from: number
}

export const Foot = ({ columns, rows, from }: FootProps) =>
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

/** Draws the cells of a row, or the sums in the head of a group. */
export const cellsOf = <Row,>(item: Item<Row>, columns: readonly Placed<Row>[]): ReactNode =>
  columns.map((column) =>
    isHead(item) ? (
      <Cell key={column.key} column={column}>
        {item.head.cells[column.key]}
      </Cell>
    ) : (
      <Cell key={column.key} column={column} mark={column.mark?.(item)} after={column.after?.(item)}>
        {column.cell(item)}
      </Cell>
    ),
  )

interface BodyRowProps<Row> {
  readonly item: Item<Row>
  readonly index: number
  readonly drawCells: (item: Item<Row>) => ReactNode
  readonly tabIndex: number | undefined
  readonly isSelected: boolean
}

/** Keeps its cells while the table scrolls: only rows that become visible are rendered. */
export function BodyRow<Row>({ item, index, drawCells, tabIndex, isSelected }: BodyRowProps<Row>) {
  const cells = useMemo(() => drawCells(item), [drawCells, item])
  return (
    <div
      role="row"
      aria-rowindex={index}
      className="data-table-row"
      data-group={isHead(item) || undefined}
      aria-selected={isSelected || undefined}
      tabIndex={tabIndex}
    >
      {cells}
    </div>
  )
}
