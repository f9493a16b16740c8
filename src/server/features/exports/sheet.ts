// A report as a sheet of typed cells, before it is known in which format it leaves.

import type { CalendarDate } from '#domain/calendar.ts'
import type { Money } from '#domain/money.ts'

/** What stands in a cell; null leaves it empty. */
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
  /** Figures stand on the right, and so does their heading. */
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
  /** The rows part by part, each as `write` puts it. */
  readonly written: (write: (line: Line) => string) => AsyncIterable<string>
  /** To be asked for when the last part has been read. */
  readonly foot: () => { readonly totals: Line; readonly notes: readonly Line[] }
}

/** Cells by the key of the column that they stand in. */
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

/** The same parts, each shown to `see` on its way. */
export async function* seenBy<Part>(
  see: (part: Part) => void,
  parts: AsyncIterable<Part>,
): AsyncGenerator<Part> {
  for await (const part of parts) {
    see(part)
    yield part
  }
}

/** The same parts, whose rows are kept for the totals. */
export const keptIn = <Row>(
  rows: Row[],
  parts: AsyncIterable<readonly Row[]>,
): AsyncGenerator<readonly Row[]> =>
  seenBy((part) => {
    for (const row of part) rows.push(row)
  }, parts)

/** Rows that are known only when the sheet before has been read, as one part. */
export async function* later<Row>(rows: () => readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows()
}
