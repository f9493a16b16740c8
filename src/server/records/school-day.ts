import { sql, type RawBuilder } from 'kysely'
import { schoolTimeZone } from '#domain/calendar.ts'

/** SQL: the calendar date of an instant in the time zone of the school. */
export const dayOf = (instant: string): string => `(${instant} at time zone '${schoolTimeZone}')::date`

export const startOfDay = (date: RawBuilder<unknown>) =>
  sql`((${date})::timestamp at time zone ${schoolTimeZone})`

/** SQL: true if an instant is on a calendar date of the school, in a form that can use an index on instants. */
export const isOnDay = (instant: string, date: string): string =>
  `(${instant} >= (${date})::timestamp at time zone '${schoolTimeZone}'
    and ${instant} < (${date} + 1)::timestamp at time zone '${schoolTimeZone}')`
