import type { ReactNode } from 'react'
import type { RowOf } from '#reports/list.ts'
import type { Report } from '#reports/report.ts'

/**
 * The parts that only one report's screen has. Declared as methods, so that the extras of one report are a
 * ReportExtras.
 */
export interface ReportExtras<R extends Report = Report> {
  /** The button of the screen's main act, if that is another one than getting the report. */
  MainAct?(this: void, props: MainActProps<R>): ReactNode
  /** A button for the rows that are selected. */
  SelectionAct?(this: void, props: { readonly rows: readonly RowOf<R['list']>[] }): ReactNode
  /** The part above the screen's fields. */
  Above?(this: void): ReactNode
  /** Sums beside those of the rows, for the query that found them. */
  Sums?(this: void, props: { readonly query: Readonly<Record<string, unknown>> }): ReactNode
  /** The rows added up in a chart, above the table. */
  Chart?(this: void, props: { readonly rows: readonly RowOf<R['list']>[] }): ReactNode
  /** The rows as a graph, in place of the table. */
  Graph?(this: void, props: { readonly rows: readonly RowOf<R['list']>[] }): ReactNode
}

export interface MainActProps<R extends Report> {
  readonly disabled: boolean
  /** The rows on the screen; null before they are loaded. */
  readonly rows: readonly RowOf<R['list']>[] | null
  /** Gets the report; returns null if it was cancelled, or if an alert said why there are no rows. */
  readonly load: () => Promise<readonly RowOf<R['list']>[] | null>
}
