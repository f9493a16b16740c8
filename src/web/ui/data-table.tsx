import { useVirtualizer } from '@tanstack/react-virtual'
import { Fragment, useEffect, useMemo, useRef, useState, type CSSProperties, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { formatCount } from '#domain/count.ts'
import { whenIdle } from './load-once.ts'
import { useSorted } from './sort-rows.ts'
import {
  defaultRowHeight,
  groupRows,
  isHead,
  placeColumns,
  readFigures,
  type FootRow,
  type Item,
  type Placed,
  type TableProps,
} from './table-columns.ts'
import { Band, BodyRow, Head, sumCells } from './table-rows.tsx'
import { scrollByKey, useRowKeys } from './use-row-keys.ts'
import './data-table.css'
import './rows.css'

/** The custom properties that the style sheet takes: the height of rows, and the size of print. */
function sizes(rowHeight: number, columns: number): CSSProperties & Record<`--${string}`, string> {
  const narrow = columns <= 12 ? '8pt' : '7pt'
  return { '--row': `${rowHeight}px`, '--printed': columns <= 9 ? '9pt' : narrow }
}

/** The height of a band in px, which is exact only while the band is not drawn. */
const bandHeight = 64
const headHeight = 49
/** Shorter tables are drawn completely: it is quick, and the browser's own search finds everything. */
const drawnWholeUpTo = 100
/** More rows would stall a browser for minutes when printing. */
const maxPrintedRows = 5000
/** The share of the window's height that a table usually takes. */
const usualShare = 0.65
/** A table wider than this, in px, is printed in landscape. */
const maxPortraitWidth = 760
const noFoot: readonly FootRow[] = []

/** A table for any number of rows: draws only the visible ones, and prints completely up to `maxPrintedRows` rows. */
export function DataTable<Row>(props: TableProps<Row>) {
  const { label, columns, rows, foot = noFoot, groups, tooLongHint = 'Narrow the report.' } = props
  const { fillsContainer, onOpen, selection, rowHeight = defaultRowHeight } = props
  const frame = useRef<HTMLDivElement>(null)
  const figures = useMemo(() => readFigures(columns, rows), [columns, rows])
  const { sorted, ...sorter } = useSorted(rows, columns, props, figures)
  const items = useMemo(() => (groups ? groupRows(sorted, groups) : sorted), [sorted, groups])
  const hasChecks = selection !== undefined
  const placed = useMemo(
    () => placeColumns(columns, rows, figures, groups ? [...foot, ...groups.heads] : foot, hasChecks),
    [columns, rows, figures, foot, groups, hasChecks],
  )
  const drawn = useDrawnRows(props, frame, items)
  const { keys, onCopy, all, tabIndexOf } = useRowKeys(props, frame, items)

  return (
    <div
      ref={frame}
      className="data-table"
      role="region"
      aria-label={`${label}, scrolls`}
      data-fills={fillsContainer || undefined}
      style={sizes(rowHeight, columns.length)}
      onCopy={onCopy}
      {...(keys ?? {
        tabIndex: 0,
        onKeyDown: (event) => scrollByKey(event, rowHeight, headHeight + foot.length * rowHeight),
      })}
    >
      {placed.width > maxPortraitWidth && <style media="print">{'@page { size: A4 landscape }'}</style>}
      {rows.length > maxPrintedRows && (
        <p className="data-table-too-long">
          {formatCount(rows.length)} rows are too many to print: only the rows on screen are printed.{' '}
          {tooLongHint}
        </p>
      )}
      <div
        role="table"
        aria-label={label}
        aria-rowcount={items.length + 1 + foot.length}
        aria-colcount={columns.length}
        style={placed.widths}
      >
        <Head columns={placed.columns} sorter={sorter} isTabStop={!onOpen} selection={all} />
        <Body table={props} {...{ drawn, items, tabIndexOf }} columns={placed.columns} />
        {foot.length > 0 && (
          <div role="rowgroup" className="data-table-foot">
            {foot.map((row, at) => (
              <div key={row.key} role="row" aria-rowindex={items.length + 2 + at} className="data-table-row">
                {sumCells(placed.columns, row)}
              </div>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}

const isUnderBand = <Row,>({ rowKey, band }: TableProps<Row>, item: Item<Row>): boolean =>
  !isHead(item) && rowKey(item) === band?.key

/**
 * Returns the visible rows, or all rows if they are few or being printed, with the height in px of those before and
 * after them. The component with the frame calls it: the effects of its children run before the frame.
 */
function useDrawnRows<Row>(
  props: TableProps<Row>,
  frame: RefObject<HTMLDivElement | null>,
  items: readonly Item<Row>[],
) {
  const { band, rowHeight = defaultRowHeight } = props
  const count = items.length
  const isPrinting = usePrinting()
  const drawsAll = count <= (isPrinting ? maxPrintedRows : drawnWholeUpTo)
  const virtual = useVirtualizer({
    count,
    enabled: !drawsAll,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    // Only the rows in sight at first, so that they are seen sooner.
    overscan: useWhenIdle(12, 0),
    initialRect: { width: 0, height: window.innerHeight * usualShare },
    observeElementRect: observeHeight,
    // Restoring the place scrolls the frame; doing it here too would lay the page out early.
    scrollToFn: () => {},
  })
  const inSight = virtual.range ?? { startIndex: 0, endIndex: count }
  if (drawsAll) return { first: 0, end: count, before: 0, after: 0, inSight }
  const drawn = virtual.getVirtualItems()
  const first = drawn[0]?.index ?? 0
  const end = (drawn.at(-1)?.index ?? -1) + 1
  const bandAt = band ? items.findIndex((item) => isUnderBand(props, item)) : -1
  const heightOf = (from: number, to: number): number =>
    (to - from) * rowHeight + (bandAt >= from && bandAt < to ? bandHeight : 0)
  return { first, end, before: heightOf(0, first), after: heightOf(end, count), inSight }
}

/** Follows the frame's height after each layout; measuring it before would lay the page out twice. */
function observeHeight(
  { scrollElement }: { readonly scrollElement: Element | null },
  onChange: (rect: { readonly width: number; readonly height: number }) => void,
) {
  const observer = new ResizeObserver(([entry]) => {
    if (entry) onChange({ width: 0, height: Math.round(entry.contentRect.height) })
  })
  if (scrollElement) observer.observe(scrollElement)
  return () => observer.disconnect()
}

/** Returns the value that was given when the page was last idle; until then `first`. */
function useWhenIdle<Value>(value: Value, first: Value): Value {
  const [idle, setIdle] = useState(() => first)
  useEffect(() => whenIdle(() => setIdle(() => value)), [value])
  return idle
}

/** True if the browser is about to print; dependent parts are rendered before the pages are laid out. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}

interface BodyProps<Row> extends Pick<ReturnType<typeof useRowKeys<Row>>, 'tabIndexOf'> {
  readonly table: TableProps<Row>
  readonly drawn: ReturnType<typeof useDrawnRows>
  readonly items: readonly Item<Row>[]
  readonly columns: readonly Placed<Row>[]
}

function Body<Row>({ table, drawn, items, columns, tabIndexOf }: BodyProps<Row>) {
  const { rowKey, selection, band } = table
  const { first, end, inSight } = drawn
  const atIdle = useWhenIdle(items, items)
  // Sorting changes the rows in sight at once; those above and below follow when the page is idle.
  const beyond = atIdle.length === items.length ? atIdle : items
  return (
    <div role="rowgroup" style={{ paddingTop: drawn.before, paddingBottom: drawn.after }}>
      {/* A place keeps its elements: sorting only changes their contents. */}
      {items.slice(first, end).map((now, step) => {
        const at = first + step
        const item = at < inSight.startIndex || at > inSight.endIndex ? (beyond[at] ?? now) : now
        return (
          <Fragment key={at}>
            <BodyRow
              id={isHead(item) ? item.head.key : rowKey(item)}
              item={item}
              index={at + 2}
              columns={columns}
              isSelected={selection ? !isHead(item) && selection.keys.has(rowKey(item)) : null}
              tabIndex={tabIndexOf(at, drawn)}
            />
            {isUnderBand(table, now) && <Band columns={columns.length}>{band?.content}</Band>}
          </Fragment>
        )
      })}
    </div>
  )
}
