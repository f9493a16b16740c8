import type { CSSProperties, ReactNode } from 'react'
import type { StatusKind } from './status-chip.tsx'
import { textWidth } from './text-width.ts'

export interface Column<Row> {
  readonly key: string
  readonly heading: string
  /** The heading in parts between which a long word may be hyphenated. */
  readonly hyphenated?: readonly string[]
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
  /** A state of the row, shown by a sign before the text. */
  readonly mark?: (row: Row) => StatusKind
  readonly cell: (row: Row) => ReactNode
  /** Words after the figures, in small print. */
  readonly after?: (row: Row) => string
  readonly sortBy: (row: Row) => string | number
}

/** A row that stands at the foot in sight, its cells by column key. */
export interface FootRow {
  readonly key: string
  readonly cells: Readonly<Record<string, string>>
}

/** Remembered by the table's owner, as the table itself is gone when the screen is left. */
export interface TablePlace {
  top: number
  row: number
}

/** Groups of rows, each under a head that sums them up. */
export interface RowGroups<Row> {
  /** In the order of the groups; the key of a head is that of its group. */
  readonly heads: readonly FootRow[]
  readonly of: (row: Row) => string
}

/** The head of a group among the rows. */
class GroupHead {
  readonly head: FootRow

  constructor(head: FootRow) {
    this.head = head
  }
}

/** A line of the table's body. */
export type Item<Row> = Row | GroupHead

export const isHead = (item: unknown): item is GroupHead => item instanceof GroupHead

/** The rows under the heads of their groups, in the order that they have. */
export function groupRows<Row>(rows: readonly Row[], { heads, of }: RowGroups<Row>): readonly Item<Row>[] {
  const byKey = new Map(heads.map((head): [string, Item<Row>[]] => [head.key, [new GroupHead(head)]]))
  for (const row of rows) byKey.get(of(row))?.push(row)
  return [...byKey.values()].flat()
}

const cellPadding = 10
const markWidth = 16

/** A column with its place when it is pinned. */
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

/** A pinned column keeps its width, on which the places of those after it rest; the last of several takes most of the spare room. */
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

/** The width of the widest text; shorter ones by more than a letter are not measured, and digits are equally wide. */
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

/** The figures of each column that has them, in the order of the rows, by the key of the column. */
export type FiguresOfRows = ReadonlyMap<string, Float64Array>

/**
 * Reads every figure once: they decide the width of their column and how the rows are sorted by it, and one may be the
 * sum of several amounts. Row by row, which takes half the time of one column after the other.
 */
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

/** The width of the widest figure, which is the largest, the smallest or the largest with a fraction: the texts of all rows would take too long. */
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
