// A report as one value, from which calls, form, table, paper, files, menu entry and route follow. Functions are declared as
// methods, so that a report of any list is a Report.

import type { CalendarDate } from '#domain/calendar.ts'
import type { Money } from '#domain/money.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import type { VoucherStatus } from '#domain/voucher-status.ts'
import type { List, QueryOf, RowOf, TotalsOf } from './list.ts'

/** The kind decides how a column is shown, aligned and sorted, and the type of a cell in a file. */
export interface ColumnValues {
  readonly text: string
  /** A name, in any script. */
  readonly name: string
  /** A link to the student's page, if it has a roll number. */
  readonly student: { readonly rollNo: number | null; readonly studentName: string }
  /** Never cut short. */
  readonly code: string
  readonly number: number
  readonly count: number
  readonly amount: Money
  /** A negative one is shown as paid in advance. */
  readonly balance: Money
  /** Null leaves the cell empty. */
  readonly date: CalendarDate | null
  /** The first day of a month. */
  readonly month: CalendarDate
  /** A time by the calendar and clock of the school. */
  readonly instant: Date
  readonly class: SchoolClass
  readonly section: Section
}
export type ColumnKind = keyof ColumnValues

export interface ColumnOf<Kind extends ColumnKind, Row> {
  readonly key: string
  readonly heading: string
  readonly kind: Kind
  value(row: Row): ColumnValues[Kind]
  /** Least width on the screen in px, and the width in a file in characters. */
  readonly width: number
  readonly fileWidth: number
  /** Shown for an empty text; a file leaves the cell empty. */
  readonly blank?: string
  /** Set if only files have the column, or only a screen on which the user has chosen it. */
  readonly only?: 'file' | 'chosen'
  /** When the table is scrolled sideways: always, or in windows of at least this many px. */
  readonly pinned?: true | number
  /** Long texts, cut short on the screen, are wrapped on paper. */
  readonly wraps?: true
  /** Part of a card on a phone: the title if rows have no student, the amount if it is not 0, or a detail. */
  readonly card?: 'title' | 'figure' | 'detail'
  readonly green?: true
  /** Marked before the text. */
  status?(row: Row, today: CalendarDate): VoucherStatus
  /** The state in words if the mark is not enough; else ''. */
  chip?(row: Row): string
}

/** The key is unique in the report. */
export type Column<Row> = { readonly [Kind in ColumnKind]: ColumnOf<Kind, Row> }[ColumnKind]

/** Cells under the keys of their columns: text, or a number as the column's kind has it, an amount in paisa. */
export type Cells = Readonly<Record<string, string | number>>

/** A figure that the totals row does not have: a sentence under the table, a row under the totals in a file. */
export interface Note {
  /** Set if the screen shows it in another place. */
  readonly only?: 'file'
  readonly text: string
  /** A column; by default the first one. */
  readonly under?: string
  /** One amount in the last column, or several under the keys of columns. */
  readonly amounts: Money | Readonly<Record<string, Money>>
}

/** Sums up the rows: under the report on the screen, in Excel on a sheet of its own. */
export interface Breakdown<Row> {
  /** `By day`. */
  readonly title: string
  readonly columns: readonly Column<object>[]
  lines(rows: readonly Row[]): readonly object[]
  foot(rows: readonly Row[]): Cells
}

/** The columns show the lines of the breakdown. */
export const breakdown = <Row, Line extends object>(
  declared: Omit<Breakdown<Row>, 'columns' | 'lines'> & {
    readonly columns: readonly Column<Line>[]
    readonly lines: (rows: readonly Row[]) => readonly Line[]
  },
): Breakdown<Row> => declared

/** Narrows the rows on the screen to those with one value. */
export interface Facet<Row> {
  readonly label: string
  /** `All receivers`. */
  readonly all: string
  /** A chip with a count for each option, as they are few; by default a list to choose from. */
  readonly chips?: true
  /** A row may have several. */
  valuesOf(row: Row, today: CalendarDate): readonly string[]
  /** The values to choose from, of those that the rows have. */
  options(
    rows: readonly Row[],
    found: ReadonlySet<string>,
  ): readonly { readonly value: string; readonly label: string }[]
}

export interface Figure {
  readonly label: string
  readonly amount: Money
}

/** Turns a filter on: the report is loaded again without the rows that have a value of its facet. */
export interface Chip<Value extends string = string> {
  readonly label: string
  readonly value: Value
  /** The value of the facet that the chip leaves out; without rows that have it there is no chip. */
  readonly leavesOut: string
}

/** A filter of the query: in the form, set by the button that is pressed, or fixed by the report. */
export interface Filter<Value> {
  /** Paper and files leave out a filter without it. */
  readonly label?: string
  /** The words for each value, if they are not its own name. */
  readonly words?: Readonly<Record<Value & string, string>>
  /** Set if the report's button sets it, or a chip above its table, and no field. */
  readonly setBy?: 'button' | 'chip'
  /** The button that shows the field, if most reports are got without it. */
  readonly folded?: string
  readonly chip?: Chip<Value & string>
  readonly fixed?: Value & string
  /** The first value of the form's field; by default no date, or 'all'. */
  start?(today: CalendarDate): Value & string
}

/** Enter presses the first one. */
export interface ReportButton<Query> {
  readonly label: string
  readonly sets?: Partial<Query>
}

export type ReportTab = 'admission-reports' | 'monthly-fee-reports' | 'accounts' | 'administration'

export interface Report<L extends List = List> {
  /** The name in the calls for the report's files. */
  readonly name: string
  readonly list: L
  readonly place: { readonly path: `/${string}`; readonly label: string; readonly tab: ReportTab }
  /** Has `:format`. */
  readonly filePath: string
  /** The title on the screen, on paper and in files. */
  readonly title: string
  /** One line about the rows of the list. */
  readonly lead: string
  readonly filters: { readonly [Name in keyof QueryOf<L>]-?: Filter<Exclude<QueryOf<L>[Name], undefined>> }
  readonly buttons: readonly [ReportButton<QueryOf<L>>, ...ReportButton<QueryOf<L>>[]]
  /** Facts that the buttons' labels leave open. */
  readonly buttonNote?: string
  /** The heading above the table. */
  heading(query: QueryOf<L>): string
  /** The students of the rows; '' if the heading says all of it. */
  about?(query: QueryOf<L>): string
  columns(query: QueryOf<L>): readonly Column<RowOf<L>>[]
  keyOf(row: RowOf<L>): string
  /** The noun for a row: `voucher`. */
  readonly noun: string
  /** Set if `38 receipts` is not enough: `38 receipts and 1 reversal`. */
  counted?(rows: readonly RowOf<L>[]): string
  /** The sums of the rows in words, after their number. */
  sumUp?(rows: readonly RowOf<L>[]): string
  /** The sums that matter most, above the table. */
  figures?(totals: TotalsOf<L>): readonly Figure[]
  /** A part that must be known to read the sums right; '' if there is none. */
  ofWhich?(rows: readonly RowOf<L>[]): string
  /** Shown after the number of rows while they load. */
  coming?(totals: TotalsOf<L>): string
  /** True if totals row, notes and breakdowns need the row; others are not kept in memory while a file is written. */
  keeps(row: RowOf<L>): boolean
  /** `kept` are the rows for which `keeps` is true. */
  foot(totals: TotalsOf<L>, kept: readonly RowOf<L>[]): Cells
  notes?(totals: TotalsOf<L>, kept: readonly RowOf<L>[], query: QueryOf<L>): readonly Note[]
  readonly breakdowns?: readonly Breakdown<RowOf<L>>[]
  readonly facet?: Facet<RowOf<L>>
  /** The text of a row that is searched, and the hint if nothing is found. */
  readonly find: { in(row: RowOf<L>): string; readonly hint: string }
  readonly words: {
    readonly loading: string
    /** An alert of the specification, or an empty state. */
    readonly none: { readonly alert: string } | { readonly title: string; readonly hint: string }
    readonly failed: string
    readonly print?: string
  }
}
