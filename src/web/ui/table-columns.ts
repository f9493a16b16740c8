import type { CSSProperties, ReactNode } from 'react'
import type { SortOptions } from './sort-rows.ts'
import type { StatusKind } from './status-chip.tsx'

let context: CanvasRenderingContext2D | null | undefined
let family: string | undefined
let font = ''

/** Measures the width of a text in px in the page's font; estimates it if there is no canvas. */
function textWidth(text: string, weightAndSize = '400 13px'): number {
  context ??= openContext()
  if (!context) return text.length * 7.5
  // Reading the style and setting the font take longer than measuring a text.
  family ??= getComputedStyle(document.body).fontFamily
  if (font !== weightAndSize) context.font = `${weightAndSize} ${family}`
  font = weightAndSize
  return context.measureText(text).width + 1
}

const openContext = (): CanvasRenderingContext2D | null =>
  typeof CanvasRenderingContext2D === 'undefined' ? null : document.createElement('canvas').getContext('2d')

export interface Column<Row> {
  readonly key: string
  readonly heading: string
  /** The heading in parts between which a long word may be hyphenated. */
  readonly hyphenated?: readonly string[]
  /** The minimum width in px; a wider total widens the column, and spare width is shared. */
  readonly width: number
  /** Returns the text that must always fit. */
  readonly whole?: (row: Row) => string
  /** True for figures, which are aligned at the end of the cell. */
  readonly figures?: boolean
  /** True if the column stays visible when the table scrolls sideways. */
  readonly pinned?: boolean
  /** True if money to come or received is shown in green. */
  readonly green?: boolean
  /** True if long texts wrap on paper; the screen cuts them short. */
  readonly wraps?: boolean
  /** Returns the state of the row, shown by a symbol before the text. */
  readonly mark?: (row: Row) => StatusKind
  readonly cell: (row: Row) => ReactNode
  /** Returns the small print after the figures. */
  readonly after?: (row: Row) => string
  readonly sortBy: (row: Row) => string | number
}

/** A row at the foot, with its cells by column key. */
export interface FootRow {
  readonly key: string
  readonly cells: Readonly<Record<string, string>>
}

/** The scroll position and current row, kept by the owner because the table is gone when the screen is left. */
export interface TablePlace {
  top: number
  row: number
}

interface RowGroups<Row> {
  /** The group heads in the order of the groups, each with the key of its group. */
  readonly heads: readonly FootRow[]
  readonly of: (row: Row) => string
}

export interface TableProps<Row> extends SortOptions {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly foot?: readonly FootRow[]
  /** Groups the rows; they are sorted within each group. */
  readonly groups?: RowGroups<Row>
  /** The advice that is shown if there are too many rows to print. */
  readonly tooLongHint?: string
  /** True if the table takes the height of its container, not of its rows. */
  readonly fillsContainer?: boolean
  readonly place?: TablePlace
  /** Opens a row by click or Enter; the rows become one tab stop with arrow keys. */
  readonly onOpen?: (row: Row) => void
  /** A band below the row with this key that shows more about it. */
  readonly band?: { readonly key: string; readonly content: ReactNode } | null
  /** Called with the row to which a key moves. */
  readonly onCurrent?: (row: Row) => void
  /** The keys of the selected rows; without it, rows cannot be selected. */
  readonly selection?: {
    readonly keys: ReadonlySet<string>
    readonly select: (keys: ReadonlySet<string>) => void
  }
  /** Returns the text that Ctrl+C copies, for the selected rows or the current row. */
  readonly onCopy?: (rows: readonly Row[]) => string
  readonly rowHeight?: number
}

export const defaultRowHeight = 30

class GroupHead {
  readonly head: FootRow

  constructor(head: FootRow) {
    this.head = head
  }
}

export type Item<Row> = Row | GroupHead

export const isHead = (item: unknown): item is GroupHead => item instanceof GroupHead

export function groupRows<Row>(rows: readonly Row[], { heads, of }: RowGroups<Row>): readonly Item<Row>[] {
  const byKey = new Map(heads.map((head): [string, Item<Row>[]] => [head.key, [new GroupHead(head)]]))
  for (const row of rows) byKey.get(of(row))?.push(row)
  return [...byKey.values()].flat()
}

const cellPadding = 8
const markWidth = 16
const checkWidth = 18

/** A column with the distance from the left at which it is pinned. */
export interface Placed<Row> extends Column<Row> {
  readonly left: number
  /** True if the next column scrolls beside this pinned one. */
  readonly hasLine: boolean
}

/** Computes the widths of the columns by their content, in px, and the positions of the pinned ones. */
export function placeColumns<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  figuresOf: FiguresOfRows,
  foot: readonly FootRow[],
  hasChecks: boolean,
) {
  let left = 0
  let total = 0
  const placed = columns.map((column, place): Placed<Row> => {
    const figures = figuresOf.get(column.key)
    const inFigures = figures ? widthOfFigures(column, rows, figures) : 0
    const widest = Math.max(widestText(column, rows, foot), inFigures)
    const check = hasChecks && place === 0 ? checkWidth : 0
    const width = Math.max(column.width, Math.ceil(widest) + cellPadding + check)
    const hasLine = column.pinned === true && !columns[place + 1]?.pinned
    const placedColumn = { ...column, width, left, hasLine }
    total += width
    if (column.pinned) left += width
    return placedColumn
  })
  const lastPinned = placed.findLastIndex(({ pinned }) => pinned)
  const widths: CSSProperties & Record<`--${string}`, string> = {
    '--columns': placed.map((column, index) => track(column, index > 0 && index === lastPinned)).join(' '),
    '--width': `${total}px`,
  }
  return { columns: placed, width: total, widths }
}

/** Fixes the width of a pinned column, because the next are placed after it; the others share the spare width. */
const track = <Row>({ width, pinned }: Placed<Row>, isLastPinned: boolean): string =>
  pinned && !isLastPinned ? `${width}px` : `minmax(${width}px, ${width}fr)`

function widestText<Row>(column: Column<Row>, rows: readonly Row[], foot: readonly FootRow[]) {
  const { key, heading, hyphenated = [heading], whole } = column
  const words = hyphenated.join('- ').split(' ')
  const inHead = Math.max(...words.map((word) => textWidth(word, '500 12px')))
  const atFoot = Math.max(0, ...foot.map(({ cells }) => textWidth(cells[key] ?? '', '600 13px')))
  const inRows = whole ? widthOfTexts(rows, whole) : 0
  return Math.max(inHead, atFoot, inRows + (column.mark ? markWidth : 0))
}

/** Measures only the longest texts, within one letter; digits are equally wide. */
function widthOfTexts<Row>(rows: readonly Row[], textOf: (row: Row) => string): number {
  const texts = new Set(rows.map(textOf))
  let longest = 0
  for (const text of texts) longest = Math.max(longest, text.length)
  const longTexts = new Set<string>()
  for (const text of texts) if (text.length >= longest - 1) longTexts.add(text.replaceAll(/\d/g, '0'))
  return Math.max(0, ...[...longTexts].map((text) => textWidth(text)))
}

type FiguresOfRows = ReadonlyMap<string, Float64Array>

/** Reads each figure once, because it may be a sum. Reading row by row takes half the time of column by column. */
export function readFigures<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): FiguresOfRows {
  const figureColumns = columns
    .filter(({ figures }) => figures)
    .map(({ key, sortBy }) => ({ key, sortBy, figures: new Float64Array(rows.length) }))
  let index = 0
  for (const row of rows) {
    for (const { sortBy, figures } of figureColumns) figures[index] = Number(sortBy(row))
    index += 1
  }
  return new Map(figureColumns.map(({ key, figures }) => [key, figures]))
}

/** Measures only the largest, the smallest and the largest fractional figure: formatting all would take too long. */
function widthOfFigures<Row>({ cell, after }: Column<Row>, rows: readonly Row[], figures: Float64Array) {
  let [smallest, largest, largestFraction] = [0, 0, -1]
  let index = -1
  for (const figure of figures) {
    index += 1
    if (figure < (figures[smallest] ?? 0)) smallest = index
    if (figure > (figures[largest] ?? 0)) largest = index
    // Division is several times faster than the remainder.
    const isFraction = !Number.isInteger(figure / 100)
    if (isFraction && figure > (figures[largestFraction] ?? -Infinity)) largestFraction = index
  }
  const widths = [smallest, largest, largestFraction].map((place) => {
    const row = rows[place]
    if (row === undefined) return 0
    const [text, words] = [cell(row), after?.(row) ?? '']
    return typeof text === 'string' ? textWidth(text) + textWidth(words, '400 11px') : 0
  })
  return Math.max(...widths)
}
