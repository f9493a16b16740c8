import type { ReactNode } from 'react'
import type { RowOf } from '#reports/list.ts'
import type { Report } from '#reports/report.ts'

/** The parts of a single report's screen. Methods, so that one report's extras are assignable to ReportExtras. */
export interface ReportExtras<R extends Report = Report> {
  /** The main button of the screen, if it is not the button that gets the report. */
  MainAct?(this: void, props: MainActProps<R>): ReactNode
  /** A button for the selected rows. */
  SelectionAct?(this: void, props: { readonly rows: readonly RowOf<R['list']>[] }): ReactNode
  /** The part above the filters. */
  Above?(this: void): ReactNode
  /** Sums in addition to those of the rows, for the query that found the rows. */
  Sums?(this: void, props: { readonly query: Readonly<Record<string, unknown>> }): ReactNode
  /** A chart above the table. */
  Chart?(this: void, props: { readonly rows: readonly RowOf<R['list']>[] }): ReactNode
  /** A graph in place of the table. */
  Graph?(this: void, props: { readonly rows: readonly RowOf<R['list']>[] }): ReactNode
}

export interface MainActProps<R extends Report> {
  readonly disabled: boolean
  /** Null before the rows are loaded. */
  readonly rows: readonly RowOf<R['list']>[] | null
  /** Gets the report; null if it was cancelled, or if an alert showed why there are no rows. */
  readonly load: () => Promise<readonly RowOf<R['list']>[] | null>
}
