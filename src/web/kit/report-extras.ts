import type { ReactNode } from 'react'
import type { Month } from '#domain/calendar.ts'
import type { RowOf } from '#reports/list.ts'
import type { Report } from '#reports/report.ts'

/** The parts of a single report's screen. Methods, so that one report's extras are assignable to ReportExtras. */
export interface ReportExtras<R extends Report = Report> {
  /** The main button of the screen, if it is not the button that gets the report. */
  MainAct?(this: void, props: MainActProps<R>): ReactNode
  /** A button for the selected rows. */
  SelectionAct?(this: void, props: { readonly rows: readonly RowOf<R['list']>[] }): ReactNode
  /** The part above the filters; the month is null if the rows are of other dates. */
  Above?(this: void, props: { readonly month: Month | null }): ReactNode
  /** A line above the rows about those found. */
  Notice?(this: void, props: NoticeProps<R>): ReactNode
  /** Sums in addition to those of the rows, for the query that found the rows. */
  Sums?(this: void, props: { readonly query: Readonly<Record<string, unknown>> }): ReactNode
  /** A chart above the table. */
  Chart?(this: void, props: { readonly rows: readonly RowOf<R['list']>[] }): ReactNode
  /** A graph in place of the table. */
  Graph?(this: void, props: { readonly rows: readonly RowOf<R['list']>[] }): ReactNode
}

/** A chip that turns a filter of the report on or off. */
export interface Switch {
  readonly label: string
  readonly isOn: boolean
  /** The facet value that the switch leaves out. */
  readonly leavesOut: string
  readonly toggle: () => void
  /** True if the switch was just pressed; it then keeps the focus when the rows have loaded. */
  readonly hasFocus: boolean
}

export interface NoticeProps<R extends Report> {
  readonly rows: readonly RowOf<R['list']>[]
  /** True if the search text or the facet narrows the rows. */
  readonly isNarrowed: boolean
  /** The query that found the rows. */
  readonly query: Readonly<Record<string, unknown>>
  readonly switches: readonly Switch[]
  /** Loads the rows again. */
  readonly reload: () => Promise<unknown>
}

export interface MainActProps<R extends Report> {
  readonly disabled: boolean
  /** Null before the rows are loaded. */
  readonly rows: readonly RowOf<R['list']>[] | null
  /** Gets the report; null if it was cancelled, or if an alert showed why there are no rows. */
  readonly load: () => Promise<readonly RowOf<R['list']>[] | null>
}
