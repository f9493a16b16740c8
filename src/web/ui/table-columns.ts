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
  readonly sortBy: (row: Row) => string | number
}

/** A row that stands at the foot in sight, its cells by column key. */
export interface FootRow {
  readonly key: string
  readonly cells: Readonly<Record<string, string>>
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

/** What a line of the table's body shows. */
export type Item<Row> = Row | GroupHead

/** Whether a line is the head of a group. */
export const isHead = (item: unknown): item is GroupHead => item instanceof GroupHead

/** The rows under the heads of their groups, in the order that they have. */
export function groupRows<Row>(rows: readonly Row[], { heads, of }: RowGroups<Row>): readonly Item<Row>[] {
  const byKey = new Map(heads.map((head): [string, Item<Row>[]] => [head.key, [new GroupHead(head)]]))
  for (const row of rows) byKey.get(of(row))?.push(row)
  return [...byKey.values()].flat()
}

/** Of two texts of the same length one may be wider. */
const wholeMargin = 1.04
const cellPadding = 10
const markWidth = 16

/** A column with where it stays when it is pinned. */
export interface Placed<Row> extends Column<Row> {
  readonly left: number
}

/** The columns with their widths by content, in px, and where the pinned ones stay. */
export function placeColumns<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  foot: readonly FootRow[],
) {
  let left = 0
  let all = 0
  const placed = columns.map((column): Placed<Row> => {
    const width = Math.max(column.width, Math.ceil(widestText(column, rows, foot)) + cellPadding)
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
  const { key, heading, hyphenated = [heading], whole, figures } = column
  const words = hyphenated.join('- ').split(' ')
  const inHead = Math.max(...words.map((word) => textWidth(word, '500 12px')))
  const atFoot = Math.max(0, ...foot.map(({ cells }) => textWidth(cells[key] ?? '', '600 13px')))
  const inRows = whole ? textWidth(longest(rows, whole)) * wholeMargin : 0
  const inFigures = figures ? widestFigures(column, rows) : 0
  return Math.max(inHead, atFoot, inRows + (column.mark ? markWidth : 0), inFigures)
}

function longest<Row>(rows: readonly Row[], textOf: (row: Row) => string): string {
  let text = ''
  for (const row of rows) {
    const other = textOf(row)
    if (other.length > text.length) text = other
  }
  return text
}

/** The widest is the largest, the smallest or the one with a fraction: texts of all rows would take too long. */
function widestFigures<Row>({ cell, sortBy }: Column<Row>, rows: readonly Row[]): number {
  // Each value is read once: reading it may add up several amounts.
  const least = { value: Infinity, row: rows[0] }
  const most = { value: -Infinity, row: rows[0] }
  const fraction: { value: number; row: Row | undefined } = { value: -Infinity, row: undefined }
  for (const row of rows) {
    const value = Number(sortBy(row))
    if (value < least.value) Object.assign(least, { value, row })
    if (value > most.value) Object.assign(most, { value, row })
    if (value % 100 !== 0 && value > fraction.value) Object.assign(fraction, { value, row })
  }
  const widths = [least, most, fraction].map(({ row }) => {
    const text = row === undefined ? '' : cell(row)
    return typeof text === 'string' ? textWidth(text) : 0
  })
  return Math.max(...widths)
}
