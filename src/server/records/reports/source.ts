import { sql, type RawBuilder } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import type { List, QueryOf } from '#reports/list.ts'
import type { FieldValues } from '#server/records/json-text.ts'
import { startOfDay } from '#server/records/school-day.ts'
import type { Scope } from '#server/records/scope.ts'

export interface ListSource<L extends List> {
  /** SQL for each field of a row. */
  values(scope: Scope, query: QueryOf<L>): FieldValues<L['row']>
  /** The JSON text of a row for other clients; by default it has the fields of a row. */
  readonly object?: string
  /** `from … where …` */
  from(scope: Scope, query: QueryOf<L>): RawBuilder<unknown>
  /** Selects the same rows for counting and summing, if that needs fewer tables. */
  totalsFrom?(scope: Scope, query: QueryOf<L>): RawBuilder<unknown>
  readonly orderBy: string
  /** The database joins a group's texts, which saves a message for each row; `orderBy` is the order within a group. */
  readonly groupBy?: string
}

/** SQL: the condition; true if the filter is missing or 'all'. */
export const unlessAll = (filter: string | undefined, condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  filter === undefined || filter === 'all' ? sql`true` : condition

interface Days {
  readonly fromDate?: CalendarDate | undefined
  readonly toDate?: CalendarDate | undefined
}

/** SQL: true if an instant is on these days, both included, by the calendar of the school. */
export const enteredBetween = (
  instant: RawBuilder<unknown>,
  { fromDate, toDate }: Days,
): RawBuilder<unknown> => {
  const from = unlessAll(fromDate, sql`${instant} >= ${startOfDay(sql`${fromDate}::date`)}`)
  return sql`${from} and ${unlessAll(toDate, sql`${instant} < ${startOfDay(sql`${toDate}::date + 1`)}`)}`
}

/** SQL: true if the student `s` is of the kind that a report covers (decisions 4.states.in-reports). */
export const isOfKind = (kind: 'admitted' | 'removed' | 'all'): RawBuilder<unknown> =>
  unlessAll(kind, kind === 'admitted' ? sql`s.state = 'active'` : sql`s.state <> 'active'`)
