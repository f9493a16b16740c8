// Typed cells, from which files of any format are made.

import { dateAt, formatMonth, formatTime, monthOf, type CalendarDate } from '#domain/calendar.ts'
import type { Money } from '#domain/money.ts'
import type { Cells, Column, ColumnKind, ColumnValues } from '#reports/report.ts'

/** Null for an empty cell. */
export type Cell =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'amount'; readonly value: Money }
  | { readonly kind: 'date'; readonly value: CalendarDate }
  | null

type MakeCell<Kind extends ColumnKind> = (value: ColumnValues[Kind]) => Cell

export const text = (value: string): Cell => (value === '' ? null : { kind: 'text', value })
const number = (value: number): Cell => ({ kind: 'number', value })
const amount = (value: Money): Cell => ({ kind: 'amount', value })

const dateCell = (value: CalendarDate | null): Cell => (value === null ? null : { kind: 'date', value })

const cells: { readonly [Kind in ColumnKind]: MakeCell<Kind> } = {
  text,
  name: text,
  student: ({ studentName }) => text(studentName),
  code: text,
  month: (first) => text(formatMonth(monthOf(first))),
  instant: (value) => text(`${dateAt(value)} ${formatTime(value)}`),
  class: text,
  section: text,
  number,
  count: number,
  amount,
  balance: amount,
  date: dateCell,
  due: dateCell,
}

const figureKinds = new Set<ColumnKind>(['number', 'count', 'amount', 'balance'])

export interface Heading {
  readonly heading: string
  /** In characters. */
  readonly width: number
  /** True for figures, which are right-aligned like their heading. */
  readonly figures?: boolean
}

export type Line = readonly Cell[]

export interface Sheet {
  readonly title: string
  /** Lines between the title and the table. */
  readonly about: readonly string[]
  readonly headings: readonly Heading[]
  /** Yields the rows in chunks, each row as `write` formats it. */
  readonly written: (write: (line: Line) => string) => AsyncIterable<string>
  /** Call it after the last row was read. */
  readonly foot: () => { readonly totals: Line; readonly notes: readonly Line[] }
}

interface Table<Row> extends Pick<Sheet, 'title' | 'about'> {
  readonly columns: readonly Column<Row>[]
  readonly parts: AsyncIterable<readonly Row[]>
  readonly foot: () => { readonly totals: Cells; readonly notes?: readonly Cells[] }
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler does not see that a value is of its column's kind
const makerOf = (kind: ColumnKind) => cells[kind] as (value: unknown) => Cell

function cellMaker<Row>(column: Column<Row>): (row: Row) => Cell {
  const make = makerOf(column.kind)
  return (row) => make(column.value(row))
}

/** Makes a cell of a totals row or note: a text, or a value of the column's kind. */
const footCell = (kind: ColumnKind, value: Cells[string] | undefined): Cell =>
  typeof value === 'number' ? makerOf(kind)(value) : text(value ?? '')

export function sheetOf<Row>({ columns, parts, foot, ...titleAndAbout }: Table<Row>): Sheet {
  const lineOf = (byColumn: Cells): Line => columns.map(({ key, kind }) => footCell(kind, byColumn[key]))
  const makers = columns.map(cellMaker)
  return {
    ...titleAndAbout,
    headings: columns.map(({ heading, fileWidth, kind }) => ({
      heading,
      width: fileWidth,
      figures: figureKinds.has(kind),
    })),
    written: (write) => writeParts(parts, (row) => write(makers.map((make) => make(row)))),
    foot() {
      const { totals, notes = [] } = foot()
      return { totals: lineOf(totals), notes: notes.map(lineOf) }
    },
  }
}

/** Makes a sheet of the given lines, without totals. */
export function sheetOfLines(
  title: string,
  about: readonly string[],
  headings: readonly Heading[],
  lines: readonly Line[],
): Sheet {
  async function* allAtOnce(write: (line: Line) => string) {
    yield lines.map(write).join('')
  }
  return { title, about, headings, written: allAtOnce, foot: () => ({ totals: [], notes: [] }) }
}

async function* writeParts<Row>(
  parts: AsyncIterable<readonly Row[]>,
  write: (row: Row) => string,
): AsyncGenerator<string> {
  for await (const part of parts) yield part.map(write).join('')
}
