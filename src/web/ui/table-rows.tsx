import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Fragment, useEffect, useMemo, useRef, type ReactNode } from 'react'
import type { useSorted } from './sort-rows.ts'
import type { StatusKind } from './status-chip.tsx'
import { isHead, type FootRow, type Item, type Placed } from './table-columns.ts'

/** Pins a cell of a pinned column; attributes, because `:has` would check each row again when a cell changes. */
const pin = ({ pinned, left, hasLine }: Placed<never>) =>
  pinned && { 'data-pinned': hasLine ? 'line' : 'true', style: { left } }

interface CellParts {
  readonly check?: ReactNode
  readonly mark?: StatusKind | undefined
  readonly after?: string | undefined
}

/** A function instead of a component: a table draws some hundred cells at once. */
const cellOf = (column: Placed<never>, content: ReactNode, { check, mark, after = '' }: CellParts = {}) => (
  <div
    key={column.key}
    role="cell"
    data-figures={column.figures}
    data-wraps={column.wraps}
    data-green={column.green}
    data-mark={mark}
    data-zero={content === '0' || undefined}
    {...pin(column)}
  >
    {check}
    {content}
    {after !== '' && <small>{after}</small>}
  </div>
)

/** The sums of a row at the foot or of the head of a group. */
export const sumCells = (columns: readonly Placed<never>[], { cells }: FootRow) =>
  columns.map((column) => cellOf(column, cells[column.key]))

/** The style sheet draws the soft hyphen, so that the heading's text is the plain word. */
const hyphenatedPart = (part: string, place: number) =>
  place === 0 ? part : [<i key={part} className="soft-hyphen" />, part]

interface CheckProps {
  readonly label: string
  /** Null if some rows are selected. */
  readonly isOn: boolean | null
  readonly onPress?: () => void
}

/** The table handles the press in a row, as it handles a click with Ctrl. */
const Check = ({ label, isOn, onPress }: CheckProps) => (
  <input
    type="checkbox"
    className="data-table-check"
    tabIndex={-1}
    aria-label={label}
    checked={isOn === true}
    ref={(box) => {
      if (box) box.indeterminate = isOn === null
    }}
    onChange={() => onPress?.()}
  />
)

/** Elements that all rows share, so that drawing a row leaves its checkbox as it is. */
const rowChecks = { on: <Check label="Select" isOn />, off: <Check label="Select" isOn={false} /> }

interface HeadProps {
  readonly columns: readonly Placed<never>[]
  readonly sorter: Pick<ReturnType<typeof useSorted>, 'directionOf' | 'sort'>
  /** True if Tab stops at each heading; otherwise the arrow keys reach the headings. */
  readonly isTabStop: boolean
  /** The checkbox that selects all rows; undefined if rows cannot be selected. */
  readonly selection: { readonly isOn: boolean | null; readonly toggle: () => void } | undefined
}

export const Head = ({ columns, sorter: { directionOf, sort }, isTabStop, selection }: HeadProps) => (
  <div role="rowgroup" className="data-table-head">
    <div role="row" aria-rowindex={1} className="data-table-row">
      {columns.map((column, place) => {
        const direction = directionOf(column.key)
        return (
          <div
            key={column.key}
            role="columnheader"
            aria-sort={direction}
            data-figures={column.figures}
            {...pin(column)}
          >
            {place === 0 && selection && (
              <Check label="Select all" isOn={selection.isOn} onPress={selection.toggle} />
            )}
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

interface BodyRowProps<Row> {
  /** The key of the row. */
  readonly id: string
  readonly item: Item<Row>
  readonly index: number
  readonly columns: readonly Placed<Row>[]
  readonly tabIndex: number | undefined
  /** Null without checkboxes. */
  readonly isSelected: boolean | null
}

/** Keeps its cells while the table scrolls: only rows that become visible are rendered. */
export function BodyRow<Row>({ id, item, index, columns, tabIndex, isSelected }: BodyRowProps<Row>) {
  const cells = useMemo(() => {
    if (isHead(item)) return sumCells(columns, item.head)
    return columns.map((column, place) => {
      const content = column.cell(item)
      // A menu or link belongs to its row, even if another row takes this place.
      const owned = typeof content === 'string' ? content : <Fragment key={id}>{content}</Fragment>
      return cellOf(column, owned, {
        check: place === 0 && isSelected !== null && rowChecks[isSelected ? 'on' : 'off'],
        mark: column.mark?.(item),
        after: column.after?.(item),
      })
    })
  }, [columns, id, item, isSelected])
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

/** A row below another that shows more about it, as wide as the frame. */
export function Band({ columns, children }: { readonly columns: number; readonly children: ReactNode }) {
  const band = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Some browsers return a promise, which is no cleanup.
    band.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  return (
    <div ref={band} role="row" className="data-table-band no-print">
      <div role="cell" aria-colspan={columns}>
        {children}
      </div>
    </div>
  )
}
