// A report is one value, from which calls, form, table, paper, files, menu entry and route are derived. Its functions
// are declared as methods, so that a report of any list is a `Report`.

import type { CalendarDate, Month } from '#domain/calendar.ts'
import type { Money } from '#domain/money.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import type { VoucherStatus } from '#domain/voucher-status.ts'
import type { List, QueryOf, RowOf, TotalsOf } from './list.ts'

/** The values of a column by its kind, which decides how they are shown, aligned, sorted, and stored in a file. */
export interface ColumnValues {
  readonly text: string
  /** A name, in any script. */
  readonly name: string
  /** A link to the student's page if the roll number is not null. */
  readonly student: { readonly rollNo: number | null; readonly studentName: string }
  /** A text that is never truncated. */
  readonly code: string
  readonly number: number
  readonly count: number
  readonly amount: Money
  /** A negative balance is shown as paid in advance. */
  readonly balance: Money
  /** Null leaves the cell empty. */
  readonly date: CalendarDate | null
  /** The earliest due date of a debt, shown with the days since; null if nothing is owed. */
  readonly due: CalendarDate | null
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
  /** The minimum width on the screen in pixels, and the width in a file in characters. */
  readonly width: number
  readonly fileWidth: number
  /** Shown for an empty text; a file leaves the cell empty. */
  readonly blank?: string
  /** Set if only files have the column, or only files and paper, or only a screen whose user has chosen it. */
  readonly only?: 'file' | 'paper' | 'chosen'
  /** Keeps the column in view during sideways scrolling: always, or in windows of at least this many pixels. */
  readonly pinned?: true | number
  /** Set if long texts, which are truncated on the screen, are wrapped on paper. */
  readonly wraps?: true
  /** The place on the card of a phone: the title if rows have no student, the amount if it is not 0, or a detail. */
  readonly card?: 'title' | 'figure' | 'detail'
  /** Set if the amounts are shown in green, as money to be received. */
  readonly green?: true
  /** The status whose mark is shown before the text. */
  status?(row: Row, today: CalendarDate): VoucherStatus
  /** The status as text, if the mark alone is ambiguous; otherwise ''. */
  chip?(row: Row): string
}

/** A column, whose key is unique in the report. */
export type Column<Row> = { readonly [Kind in ColumnKind]: ColumnOf<Kind, Row> }[ColumnKind]

type PlainColumn<Kind extends ColumnKind, Row> = Omit<ColumnOf<Kind, Row>, 'status' | 'chip'>

/** Declares a column that shows the field of its key. */
export const fieldColumn = <Kind extends ColumnKind, Key extends string>(
  kind: Kind,
  key: Key,
  heading: string,
  layout: Omit<PlainColumn<Kind, never>, 'key' | 'heading' | 'kind' | 'value'>,
): PlainColumn<Kind, Readonly<Record<Key, ColumnValues[Kind]>>> => ({
  key,
  heading,
  kind,
  value: (row) => row[key],
  ...layout,
})

/** Cells by the keys of their columns: text, or a number of the column's kind (an amount in paisa). */
export type Cells = Readonly<Record<string, string | number>>

/** A figure that is not in the totals row: a sentence under the table, and an extra row in files. */
export interface Note {
  /** Set if the screen shows it in another place. */
  readonly only?: 'file'
  readonly text: string
  /** The key of the column that gets the text; by default the first column. */
  readonly under?: string
  /** An amount for the last column, or amounts by the keys of their columns. */
  readonly amounts: Money | Readonly<Record<string, Money>>
}

/** A summary of the rows: under the report on the screen, and on a separate sheet in Excel. */
export interface Breakdown<Row> {
  /** `By day`. */
  readonly title: string
  readonly columns: readonly Column<object>[]
  lines(rows: readonly Row[]): readonly object[]
  foot(rows: readonly Row[]): Cells
}

/** Declares a breakdown whose columns show its lines. */
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
  /** Set if the options are few and shown as chips with counts; by default they are a list to choose from. */
  readonly chips?: true
  valuesOf(row: Row, today: CalendarDate): readonly string[]
  /** The options to choose from; `values` are those that occur in the rows. */
  options(
    rows: readonly Row[],
    values: ReadonlySet<string>,
  ): readonly { readonly value: string; readonly label: string }[]
}

export interface Figure {
  readonly label: string
  readonly amount: Money
  /** The state whose colour the amount has. */
  readonly status?: VoucherStatus
}

/** A chip that turns on a filter and reloads the report without the rows that have one value of the facet. */
export interface Chip<Value extends string = string> {
  readonly label: string
  readonly value: Value
  /** The value of the facet that the chip leaves out; the chip is shown only if rows have this value. */
  readonly leavesOut: string
}

/** A query filter: shown as a form field, set by a button or chip, or fixed by the report. */
export interface Filter<Value> {
  /** Paper and files omit a filter without a label. */
  readonly label?: string
  /** The words for each value, if they differ from the value. */
  readonly words?: Readonly<Record<Value & string, string>>
  /** Set if a button of the report, a chip above its table or a preset sets the filter, instead of a field. */
  readonly setBy?: 'button' | 'chip' | 'preset'
  /** The label of the button that shows the field, if most reports are loaded without the field. */
  readonly folded?: string
  readonly chip?: Chip<Value & string>
  readonly fixed?: Value & string
  /** The initial value of the field or preset; by default no date and month, or 'all'. */
  start?(today: CalendarDate, newestMonth: Month): Value & string
}

/** A button of the form; Enter presses the first button. */
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
  /** Contains the parameter `:format`. */
  readonly filePath: string
  /** The title on the screen, on paper and in files. */
  readonly title: string
  /** A line about the rows of the list. */
  readonly lead: string
  readonly filters: { readonly [Name in keyof QueryOf<L>]-?: Filter<Exclude<QueryOf<L>[Name], undefined>> }
  readonly buttons: readonly [ReportButton<QueryOf<L>>, ...ReportButton<QueryOf<L>>[]]
  /** A hint about what the labels of the buttons do not say. */
  readonly buttonNote?: string
  heading(query: QueryOf<L>): string
  /** A description of the students in the rows; '' if the heading is enough. */
  about?(query: QueryOf<L>): string
  columns(query: QueryOf<L>): readonly Column<RowOf<L>>[]
  keyOf(row: RowOf<L>): string
  /** The noun for a row: `voucher`. */
  readonly noun: string
  /** Set if `38 receipts` is not enough: `38 receipts and 1 reversal`. */
  countText?(rows: readonly RowOf<L>[]): string
  /** The sums of the rows as text, shown after their number. */
  sumUp?(rows: readonly RowOf<L>[]): string
  /** The most important sums of the rows, shown above the table. */
  figures?(totals: TotalsOf<L>, rows: readonly RowOf<L>[]): readonly Figure[]
  /** A note on the part of the sums that needs explaining, for example drafts; '' if there is none. */
  sumsNote?(rows: readonly RowOf<L>[]): string
  /** The text after the number of rows while they load. */
  loadingText?(totals: TotalsOf<L>): string
  /** True if totals row, notes or breakdowns need the row; other rows are not kept in memory while a file is made. */
  keepsRow(row: RowOf<L>): boolean
  /** `kept` are the rows for which `keepsRow` is true. */
  foot(totals: TotalsOf<L>, kept: readonly RowOf<L>[]): Cells
  notes?(totals: TotalsOf<L>, kept: readonly RowOf<L>[], query: QueryOf<L>): readonly Note[]
  readonly breakdowns?: readonly Breakdown<RowOf<L>>[]
  readonly facet?: Facet<RowOf<L>>
  /** The text of a row that is searched, and the hint if no row matches. */
  readonly find: { in(row: RowOf<L>): string; readonly hint: string }
  readonly words: {
    readonly loading: string
    /** An alert of the specification, or an empty state. */
    readonly none: { readonly alert: string } | { readonly title: string; readonly hint: string }
    readonly failed: string
    readonly print?: string
  }
}
