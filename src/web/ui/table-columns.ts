import type { CSSProperties, ReactNode } from 'react'
import type { StatusKind } from './status-chip.tsx'

let context: CanvasRenderingContext2D | null | undefined

/** The width of a text in px in the page's font; an estimate if there is no canvas. */
function textWidth(text: string, weightAndSize = '400 13px'): number {
  context ??= openContext()
  if (!context) return text.length * 7.5
  context.font = `${weightAndSize} ${getComputedStyle(document.body).fontFamily}`
  return context.measureText(text).width + 1
}

const openContext = (): CanvasRenderingContext2D | null =>
  typeof CanvasRenderingContext2D === 'undefined' ? null : document.createElement('canvas').getContext('2d')

export interface Column<Row> {
  readonly key: string
  readonly heading: string
  /** The heading in parts between which a long word may be hyphenated. */
  readonly hyphenated?: readonly string[]
  /** Least width in px; a wider total widens the column, spare room is shared. */
  readonly width: number
  /** A text that must always fit. */
  readonly whole?: (row: Row) => string
  /** Aligns figures at the end of the cell. */
  readonly figures?: boolean
  /** Stays in sight when the table scrolls sideways. */
  readonly pinned?: boolean
  /** Shows money to come or received in green. */
  readonly green?: boolean
  /** Wraps long texts on paper; the screen cuts them short. */
  readonly wraps?: boolean
  /** A state of the row, shown by a sign before the text. */
  readonly mark?: (row: Row) => StatusKind
  readonly cell: (row: Row) => ReactNode
  /** Small print after the figures. */
  readonly after?: (row: Row) => string
  readonly sortBy: (row: Row) => string | number
}

/** A row at the foot, its cells by column key. */
export interface FootRow {
  readonly key: string
  readonly cells: Readonly<Record<string, string>>
}

/** Kept by the table's owner, as the table is gone when the screen is left. */
export interface TablePlace {
  top: number
  row: number
}

export interface RowGroups<Row> {
  /** Sorted in the order of the groups, by group key. */
  readonly heads: readonly FootRow[]
  readonly of: (row: Row) => string
}

class GroupHead {
  readonly head: FootRow

  constructor(head: FootRow) {
    this.head = head
  }
}

export type Item<Row> = Row | GroupHead

export const isHead = (item: unknown): item is GroupHead => item instanceof GroupHead

/** The rows under their group heads, in their order. */
export function groupRows<Row>(rows: readonly Row[], { heads, of }: RowGroups<Row>): readonly Item<Row>[] {
  const byKey = new Map(heads.map((head): [string, Item<Row>[]] => [head.key, [new GroupHead(head)]]))
  for (const row of rows) byKey.get(of(row))?.push(row)
  return [...byKey.values()].flat()
}

const cellPadding = 10
const markWidth = 16

/** A column with its place if it is pinned. */
export interface Placed<Row> extends Column<Row> {
  readonly left: number
}

/** The columns with their widths by content, in px, and the places of the pinned ones. */
export function placeColumns<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  figuresOf: FiguresOfRows,
  foot: readonly FootRow[],
) {
  let left = 0
  let all = 0
  const placed = columns.map((column): Placed<Row> => {
    const figures = figuresOf.get(column.key)
    const inFigures = figures ? widthOfFigures(column, rows, figures) : 0
    const widest = Math.max(widestText(column, rows, foot), inFigures)
    const width = Math.max(column.width, Math.ceil(widest) + cellPadding)
    const at = { ...column, width, left }
    all += width
    if (column.pinned) left += width
    return at
  })
  const lastPinned = placed.findLastIndex(({ pinned }) => pinned)
  const widths: CSSProperties & Record<`--${string}`, string> = {
    '--columns': placed.map((column, at) => track(column, at > 0 && at === lastPinned)).join(' '),
    '--width': `${all}px`,
  }
  return { columns: placed, width: all, widths }
}

/** A pinned column has a fixed width, as the next ones' places depend on it; the last one takes most of the spare room. */
const track = <Row>({ width, pinned }: Placed<Row>, isLastPinned: boolean): string => {
  if (pinned && !isLastPinned) return `${width}px`
  return `minmax(${width}px, ${isLastPinned ? 3 * width : width}fr)`
}

function widestText<Row>(column: Column<Row>, rows: readonly Row[], foot: readonly FootRow[]) {
  const { key, heading, hyphenated = [heading], whole } = column
  const words = hyphenated.join('- ').split(' ')
  const inHead = Math.max(...words.map((word) => textWidth(word, '500 12px')))
  const atFoot = Math.max(0, ...foot.map(({ cells }) => textWidth(cells[key] ?? '', '600 13px')))
  const inRows = whole ? widthOfTexts(rows, whole) : 0
  return Math.max(inHead, atFoot, inRows + (column.mark ? markWidth : 0))
}

/** Does not measure texts that are shorter by more than a letter; digits are equally wide. */
function widthOfTexts<Row>(rows: readonly Row[], textOf: (row: Row) => string): number {
  let longest = 0
  for (const row of rows) longest = Math.max(longest, textOf(row).length)
  const measured = new Set<string>()
  for (const row of rows) {
    const text = textOf(row)
    if (text.length >= longest - 1) measured.add(text.replaceAll(/\d/g, '0'))
  }
  return Math.max(0, ...[...measured].map((text) => textWidth(text)))
}

/** The figures by column key, in the order of the rows. */
export type FiguresOfRows = ReadonlyMap<string, Float64Array>

/** Reads each figure once for widths and sorting, as one may be a sum. Row by row takes half the time of column by column. */
export function readFigures<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): FiguresOfRows {
  const read = columns
    .filter(({ figures }) => figures)
    .map(({ key, sortBy }) => ({ key, sortBy, figures: new Float64Array(rows.length) }))
  let at = 0
  for (const row of rows) {
    for (const { sortBy, figures } of read) figures[at] = Number(sortBy(row))
    at += 1
  }
  return new Map(read.map(({ key, figures }) => [key, figures]))
}

/** The widest figure is the largest, the smallest or the largest with a fraction: formatting all rows would take too long. */
function widthOfFigures<Row>(
  { cell, after }: Column<Row>,
  rows: readonly Row[],
  figures: Float64Array,
): number {
  let [least, most, broken] = [0, 0, -1]
  let at = -1
  for (const figure of figures) {
    at += 1
    if (figure < (figures[least] ?? 0)) least = at
    if (figure > (figures[most] ?? 0)) most = at
    // Division is several times faster than the remainder.
    const isBroken = !Number.isInteger(figure / 100)
    if (isBroken && figure > (figures[broken] ?? -Infinity)) broken = at
  }
  const widths = [least, most, broken].map((place) => {
    const row = rows[place]
    if (row === undefined) return 0
    const [text, words] = [cell(row), after?.(row) ?? '']
    return typeof text === 'string' ? textWidth(text) + textWidth(words, '400 11px') : 0
  })
  return Math.max(...widths)
}
