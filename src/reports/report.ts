// A report as one value: its list, its filters, its columns, its totals and its words. The calls, the form, the table,
// the paper, the files, the menu entry and the route follow from it. Functions are declared as methods, so that a report of
// any list is a Report.

import type { CalendarDate } from '#domain/calendar.ts'
import type { Money } from '#domain/money.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import type { VoucherStatus } from '#domain/voucher-status.ts'
import type { List, QueryOf, RowOf, TotalsOf } from './list.ts'

/** The values of a column: the kind decides how it is shown, aligned and sorted, and the type of a cell in a file. */
export interface ColumnValues {
  readonly text: string
  /** A name, in any script. */
  readonly name: string
  /** A student by name, which leads to the student's page; without a roll number it is about none. */
  readonly student: { readonly rollNo: number | null; readonly studentName: string }
  /** A text that is never cut short. */
  readonly code: string
  readonly number: number
  /** A number of things. */
  readonly count: number
  readonly amount: Money
  /** An amount; a negative one is shown as paid in advance. */
  readonly balance: Money
  /** Null leaves the cell empty. */
  readonly date: CalendarDate | null
  /** The first day of a month, which is shown as the month. */
  readonly month: CalendarDate
  /** A time, by the calendar and clock of the school. */
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
  /** Shown on screens and papers for an empty text; a file leaves the cell empty. */
  readonly blank?: string
  /** Set if only files have the column, or only a screen on which the user has chosen it. */
  readonly only?: 'file' | 'chosen'
  /** Stays in place when the table is scrolled sideways: always, or in windows of at least this many px. */
  readonly pinned?: true | number
  /** Long texts, cut short on the screen, are wrapped on paper. */
  readonly wraps?: true
  /**
   * Its part of a row's card on a phone: the title if rows have no student, the amount, if it is not 0, or a detail.
   */
  readonly card?: 'title' | 'figure' | 'detail'
  /** In the green of money. */
  readonly green?: true
  /** The state of the row, which the screen marks before the text. */
  status?(row: Row, today: CalendarDate): VoucherStatus
  /** The state in words, on a chip after the text, if the mark is not enough; '' otherwise. */
  chip?(row: Row): string
}

/** A column of a report; its key is unique in the report. */
export type Column<Row> = { readonly [Kind in ColumnKind]: ColumnOf<Kind, Row> }[ColumnKind]

/** Cells under the keys of their columns: text, or a number as the column's kind has it, an amount in paisa. */
export type Cells = Readonly<Record<string, string | number>>

/** A figure that the totals row does not have: a sentence under the table, a row under the totals in a file. */
export interface Note {
  /** Set if the screen shows it in another place. */
  readonly only?: 'file'
  readonly text: string
  /** The column of the text; by default the first one. */
  readonly under?: string
  /** An amount, in the last column, or amounts under the keys of their columns. */
  readonly amounts: Money | Readonly<Record<string, Money>>
}

/** A table beside the report that sums up its rows: on the screen under it, in Excel a sheet of its own. */
export interface Breakdown<Row> {
  /** `By day`. */
  readonly title: string
  readonly columns: readonly Column<object>[]
  lines(rows: readonly Row[]): readonly object[]
  foot(rows: readonly Row[]): Cells
}

/** Declares a breakdown; its columns show its own lines. */
export const breakdown = <Row, Line extends object>(
  declared: Omit<Breakdown<Row>, 'columns' | 'lines'> & {
    readonly columns: readonly Column<Line>[]
    readonly lines: (rows: readonly Row[]) => readonly Line[]
  },
): Breakdown<Row> => declared

/** A choice that narrows the rows on the screen to those with one value. */
export interface Facet<Row> {
  readonly label: string
  /** `All receivers`. */
  readonly all: string
  /** A chip with a count for each option, as they are few; by default a list to choose from. */
  readonly chips?: true
  /** The values of a row, of which it may have several. */
  valuesOf(row: Row, today: CalendarDate): readonly string[]
  /** The values to choose from, of those that the rows have. */
  options(
    rows: readonly Row[],
    found: ReadonlySet<string>,
  ): readonly { readonly value: string; readonly label: string }[]
}

/** A sum above the table. */
export interface Figure {
  readonly label: string
  readonly amount: Money
}

/** A chip that turns a filter on: the report is loaded again without the rows that have a value of its facet. */
export interface Chip<Value extends string = string> {
  readonly label: string
  /** The value that the filter is set to. */
  readonly value: Value
  /** The value of the facet; without such rows there is no chip. */
  readonly leavesOut: string
}

/** A filter of the query: in the form, set by the button that is pressed, or fixed by the report. */
export interface Filter<Value> {
  /** The label of the form's field, which paper and files also have; they leave out a filter without it. */
  readonly label?: string
  /** The name of each value, if it is not the value itself. */
  readonly words?: Readonly<Record<Value & string, string>>
  /** Set if no field of the form sets it, but the report's button, or a chip above its table that turns `chip` on. */
  readonly setBy?: 'button' | 'chip'
  /** The button that shows the form's field, if most reports are got without it. */
  readonly folded?: string
  readonly chip?: Chip<Value & string>
  readonly fixed?: Value & string
  /** The first value of the form's field; by default no date, or 'all'. */
  start?(today: CalendarDate): Value & string
}

/** A button that gets the report; Enter presses the first one. */
export interface ReportButton<Query> {
  readonly label: string
  readonly sets?: Partial<Query>
}

/** The place of reports in a menu. */
export type ReportTab = 'admission-reports' | 'monthly-fee-reports' | 'accounts' | 'administration'

export interface Report<L extends List = List> {
  /** Its name in the calls for its files. */
  readonly name: string
  readonly list: L
  readonly place: { readonly path: `/${string}`; readonly label: string; readonly tab: ReportTab }
  /** The path of the call for its files, with `:format`. */
  readonly filePath: string
  /** On the screen, on paper and in files. */
  readonly title: string
  /** One line about the rows of the list. */
  readonly lead: string
  readonly filters: { readonly [Name in keyof QueryOf<L>]-?: Filter<Exclude<QueryOf<L>[Name], undefined>> }
  readonly buttons: readonly [ReportButton<QueryOf<L>>, ...ReportButton<QueryOf<L>>[]]
  /** Beside the buttons: the facts that their labels leave open. */
  readonly buttonNote?: string
  /** Above the table. */
  heading(query: QueryOf<L>): string
  /** The students of the rows, if the heading does not say all of it; '' if it does. */
  about?(query: QueryOf<L>): string
  columns(query: QueryOf<L>): readonly Column<RowOf<L>>[]
  keyOf(row: RowOf<L>): string
  /** The name of a row: `voucher`. */
  readonly noun: string
  /** The number of rows in words, if `38 receipts` is not enough: `38 receipts and 1 reversal`. */
  counted?(rows: readonly RowOf<L>[]): string
  /** The sums of the rows in words, after their number. */
  sumUp?(rows: readonly RowOf<L>[]): string
  /** The sums that matter most, above the table. */
  figures?(totals: TotalsOf<L>): readonly Figure[]
  /** The part of the sums that must be known to read them right, below them; '' if there is none. */
  ofWhich?(rows: readonly RowOf<L>[]): string
  /** The totals in words, shown after the number of rows while they load. */
  coming?(totals: TotalsOf<L>): string
  /**
   * True if totals row, notes and breakdowns need this row; the others are not kept in memory while a file is written.
   */
  keeps(row: RowOf<L>): boolean
  /** The totals row; `kept` are the rows for which `keeps` is true. */
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
