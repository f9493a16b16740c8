// A report as a sheet of typed cells, whatever the format of its file.

import type { CalendarDate } from '#domain/calendar.ts'
import type { Money } from '#domain/money.ts'

/** The value of a cell; null leaves it empty. */
export type Cell =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'amount'; readonly value: Money }
  | { readonly kind: 'date'; readonly value: CalendarDate }
  | null

export const text = (value: string): Cell => (value === '' ? null : { kind: 'text', value })
export const number = (value: number): Cell => ({ kind: 'number', value })
export const amount = (value: Money): Cell => ({ kind: 'amount', value })
export const date = (value: CalendarDate | null): Cell => (value === null ? null : { kind: 'date', value })

export interface Heading {
  readonly heading: string
  /** In characters. */
  readonly width: number
  /** Figures and their heading are right-aligned. */
  readonly figures?: boolean
}

export interface Column<Row> extends Heading {
  readonly key: string
  readonly cell: (row: Row) => Cell
}

export type Line = readonly Cell[]

export interface Sheet {
  readonly title: string
  /** The lines between the title and the table. */
  readonly about: readonly string[]
  readonly headings: readonly Heading[]
  /** The rows in chunks, each row as `write` formats it. */
  readonly written: (write: (line: Line) => string) => AsyncIterable<string>
  /** To be called after the last row was read. */
  readonly foot: () => { readonly totals: Line; readonly notes: readonly Line[] }
}

/** Cells by the key of their column. */
export type CellsByColumn = Readonly<Record<string, Cell>>

interface Table<Row> extends Pick<Sheet, 'title' | 'about'> {
  readonly columns: readonly Column<Row>[]
  readonly parts: AsyncIterable<readonly Row[]>
  readonly foot: () => { readonly totals: CellsByColumn; readonly notes?: readonly CellsByColumn[] }
}

/** A table as a sheet. */
export function sheetOf<Row>({ columns, parts, foot, ...named }: Table<Row>): Sheet {
  const under = (cells: CellsByColumn): Line => columns.map(({ key }) => cells[key] ?? null)
  return {
    ...named,
    headings: columns,
    written: (write) => written(parts, (row) => write(columns.map(({ cell }) => cell(row)))),
    foot() {
      const { totals, notes = [] } = foot()
      return { totals: under(totals), notes: notes.map(under) }
    },
  }
}

async function* written<Row>(
  parts: AsyncIterable<readonly Row[]>,
  write: (row: Row) => string,
): AsyncGenerator<string> {
  for await (const part of parts) yield part.map(write).join('')
}

/** The same batches, each passed to `see` first. */
export async function* seenBy<Part>(
  see: (part: Part) => void,
  parts: AsyncIterable<Part>,
): AsyncGenerator<Part> {
  for await (const part of parts) {
    see(part)
    yield part
  }
}

/** The same batches, whose rows are collected in `rows` for the totals. */
export const keptIn = <Row>(
  rows: Row[],
  parts: AsyncIterable<readonly Row[]>,
): AsyncGenerator<readonly Row[]> =>
  seenBy((part) => {
    for (const row of part) rows.push(row)
  }, parts)

/** Rows that are known only after the sheet before was read, as one batch. */
export async function* later<Row>(rows: () => readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows()
}
