import {
  Fragment,
  useCallback,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { formatCount } from '#domain/count.ts'
import { nextSorting, sortRows, type Sorting } from './sort-rows.ts'
import {
  groupRows,
  isHead,
  placeColumns,
  readFigures,
  type Column,
  type FiguresOfRows,
  type FootRow,
  type Item,
  type RowGroups,
  type TablePlace,
} from './table-columns.ts'
import { Band, BodyRow, cellsOf, Foot, Head } from './table-rows.tsx'
import { isTextSelected, useCurrentRow } from './use-current-row.ts'
import { maxPrintedRows, useDrawnRows } from './use-drawn-rows.ts'
import { useSelectedRows } from './use-selected-rows.ts'
import './data-table.css'
import './rows.css'

const moves: Readonly<Record<string, (page: number) => number>> = {
  ArrowDown: () => 1,
  ArrowUp: () => -1,
  PageDown: (page) => page,
  PageUp: (page) => -page,
  Home: () => -Infinity,
  End: () => Infinity,
}

/** Scrolls by row, by page and to either end; the browser's own paging would skip rows hidden behind head and foot. */
function useScrollKeys(rowHeight: number, covered: number) {
  return useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const { key, currentTarget: frame, target } = event
      const move = moves[key]
      if (!move || target !== frame || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey)
        return
      const end = frame.scrollHeight - frame.clientHeight
      // Keeps one row of the previous page visible.
      const page = Math.max(1, Math.floor((frame.clientHeight - covered) / rowHeight) - 1)
      const nextTop = Math.min(end, Math.max(0, frame.scrollTop + move(page) * rowHeight))
      // At the end of the table the key scrolls the page.
      if (nextTop === frame.scrollTop) return
      event.preventDefault()
      frame.scrollTop = nextTop
    },
    [rowHeight, covered],
  )
}

function printedSize(columns: number): string {
  if (columns <= 9) return '9pt'
  return columns <= 12 ? '8pt' : '7pt'
}

const sizes = (rowHeight: number, columns: number): CSSProperties & Record<`--${string}`, string> => ({
  '--row': `${rowHeight}px`,
  '--printed': printedSize(columns),
})

interface Props<Row> {
  /** The accessible name. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly foot?: readonly FootRow[]
  /** Groups the rows; they are sorted within each group. */
  readonly groups?: RowGroups<Row>
  /** The advice that is shown if there are too many rows to print. */
  readonly tooLongHint?: string
  /** Set if the parent controls the sorting; otherwise the table keeps it. */
  readonly sorting?: Sorting | null
  readonly onSort?: (sorting: Sorting | null) => void
  /** True if the table takes the height of its container, not of its rows. */
  readonly fillsContainer?: boolean
  /** The scroll position and current row when the table was last shown. */
  readonly place?: TablePlace
  /** Opens a row by click or Enter; the rows become one tab stop with arrow keys. */
  readonly onOpen?: (row: Row) => void
  /** A band below the row with this key that shows more about it. */
  readonly band?: { readonly key: string; readonly content: ReactNode } | null
  /** Called with the row to which a key moves. */
  readonly onCurrent?: (row: Row) => void
  readonly selected?: ReadonlySet<string>
  readonly onSelect?: (keys: ReadonlySet<string>) => void
  /** Returns the text that Ctrl+C copies, for the selected rows or the current row. */
  readonly onCopy?: (rows: readonly Row[]) => string
  readonly rowHeight?: number
}

/** The height of a band in px, which is exact only while the band is not drawn. */
const bandHeight = 64
const defaultRowHeight = 30
const headHeight = 49
/** A table wider than this, in px, is printed in landscape. */
const maxPortraitWidth = 760
const noFoot: readonly FootRow[] = []
const noneSelected: ReadonlySet<string> = new Set()

/**
 * A table for any number of rows: draws only the visible rows, keeps heading, pinned columns and foot visible, sorts by
 * every column, and prints completely up to `maxPrintedRows` rows.
 */
export function DataTable<Row>(props: Props<Row>) {
  const { label, columns, rows, foot = noFoot, tooLongHint = 'Narrow the report.' } = props
  const { fillsContainer, onOpen, rowHeight = defaultRowHeight } = props
  const frame = useRef<HTMLDivElement>(null)
  const { items, placed, sorting, sort } = useItems(props)
  const drawn = useDrawnItems(props, frame, items)
  const scrollByKey = useScrollKeys(rowHeight, headHeight + foot.length * rowHeight)
  const { navigation, copy, all } = useRowKeys(props, frame, items)

  return (
    <div
      ref={frame}
      className="data-table"
      role="region"
      aria-label={`${label}, scrolls`}
      data-fills={fillsContainer || undefined}
      style={sizes(rowHeight, columns.length)}
      onCopy={copy}
      {...(onOpen ? navigation.handlers : { tabIndex: 0, onKeyDown: scrollByKey })}
    >
      {placed.width > maxPortraitWidth && <style>{'@page { size: A4 landscape }'}</style>}
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
        <Head columns={placed.columns} sorting={sorting} sort={sort} isTabStop={!onOpen} selection={all} />
        <Body table={props} drawn={drawn} items={items} placed={placed} tabIndexOf={navigation.tabIndexOf} />
        <Foot columns={placed.columns} rows={foot} from={items.length + 2} />
      </div>
    </div>
  )
}

const isUnderBand = <Row,>({ rowKey, band }: Props<Row>, item: Item<Row>): boolean =>
  !isHead(item) && rowKey(item) === band?.key

/** Returns the items to draw. The component with the frame calls it: the effects of its children run before the frame. */
function useDrawnItems<Row>(
  props: Props<Row>,
  frame: RefObject<HTMLDivElement | null>,
  items: readonly Item<Row>[],
) {
  const { band, rowHeight = defaultRowHeight } = props
  const at = band ? items.findIndex((item) => isUnderBand(props, item)) : -1
  return useDrawnRows(frame, items.length, rowHeight, band ? { at, height: bandHeight } : undefined)
}

interface BodyProps<Row> {
  readonly table: Props<Row>
  readonly drawn: ReturnType<typeof useDrawnRows>
  readonly items: readonly Item<Row>[]
  readonly placed: ReturnType<typeof placeColumns<Row>>
  readonly tabIndexOf: ReturnType<typeof useRowKeys<Row>>['navigation']['tabIndexOf']
}

/** The drawn rows, with the band under its row. */
function Body<Row>({ table, drawn, items, placed, tabIndexOf }: BodyProps<Row>) {
  const { columns, rowKey, onSelect, band, selected = noneSelected } = table
  const hasChecks = onSelect !== undefined
  const drawCells = useCallback(
    (item: Item<Row>, isSelected: boolean) => cellsOf(item, placed.columns, hasChecks ? isSelected : null),
    [placed, hasChecks],
  )
  return (
    <div role="rowgroup" style={{ paddingTop: drawn.before, paddingBottom: drawn.after }}>
      {items.slice(drawn.first, drawn.end).map((item, step) => (
        <Fragment key={isHead(item) ? `group ${item.head.key}` : rowKey(item)}>
          <BodyRow
            item={item}
            index={drawn.first + step + 2}
            drawCells={drawCells}
            isSelected={!isHead(item) && selected.has(rowKey(item))}
            tabIndex={tabIndexOf(drawn.first + step, drawn)}
          />
          {isUnderBand(table, item) && <Band columns={columns.length}>{band?.content}</Band>}
        </Fragment>
      ))}
    </div>
  )
}

/** Returns the sorted rows under their group heads, and the columns with their widths. */
function useItems<Row>(props: Props<Row>) {
  const { columns, rows, foot = noFoot, groups, onSelect } = props
  const hasChecks = onSelect !== undefined
  const figures = useMemo(() => readFigures(columns, rows), [columns, rows])
  const { sorted, sorting, sort } = useSorted(props, figures)
  const items = useMemo(() => (groups ? groupRows(sorted, groups) : sorted), [sorted, groups])
  const placed = useMemo(
    () => placeColumns(columns, rows, figures, groups ? [...foot, ...groups.heads] : foot, hasChecks),
    [columns, rows, figures, foot, groups, hasChecks],
  )
  return { items, placed, sorting, sort }
}

function useRowKeys<Row>(
  props: Props<Row>,
  frame: RefObject<HTMLDivElement | null>,
  items: readonly Item<Row>[],
) {
  const { rowKey, place, onOpen, onCurrent, onCopy, onSelect } = props
  const { selected = noneSelected, rowHeight = defaultRowHeight } = props
  const onlyForRows = (handler: ((row: Row) => void) | undefined) =>
    handler &&
    ((item: Item<Row>) => {
      if (!isHead(item)) handler(item)
    })
  const selection = useSelectedRows({ rows: items, rowKey, selected, onSelect })
  const navigation = useCurrentRow({
    frame,
    rows: items,
    rowHeight,
    savedPlace: place,
    onOpen: onlyForRows(onOpen),
    onCurrent: onlyForRows(onCurrent),
    selection,
  })
  const copy = (event: ClipboardEvent) => {
    if (!onCopy || isTextSelected()) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', onCopy(selection.selectedOr(navigation.currentRow)))
  }
  return { navigation, copy, all: selection.all }
}

function useSorted<Row>({ rows, columns, ...controlled }: Props<Row>, figures: FiguresOfRows) {
  const [ownSorting, setOwnSorting] = useState<Sorting | null>(null)
  const { sorting = ownSorting, onSort = setOwnSorting } = controlled
  const sorted = useMemo(() => {
    const column = columns.find(({ key }) => key === sorting?.column)
    if (!column || !sorting) return rows
    const keys = figures.get(column.key) ?? rows.map((row) => column.sortBy(row))
    return sortRows(rows, keys, sorting.direction)
  }, [rows, columns, figures, sorting])
  return { sorted, sorting, sort: (column: string) => onSort(nextSorting(sorting, column)) }
}
