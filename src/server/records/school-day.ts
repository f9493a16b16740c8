import { sql, type RawBuilder } from 'kysely'
import { schoolTimeZone } from '#domain/calendar.ts'

/** SQL: in the time zone of the school. */
export const dayOf = (instant: string): string => `(${instant} at time zone '${schoolTimeZone}')::date`

export const startOfDay = (date: RawBuilder<unknown>) =>
  sql`((${date})::timestamp at time zone ${schoolTimeZone})`

/** SQL, in a form that an index of instants serves. */
export const isOnDay = (instant: string, date: string): string =>
  `(${instant} >= (${date})::timestamp at time zone '${schoolTimeZone}'
    and ${instant} < (${date} + 1)::timestamp at time zone '${schoolTimeZone}')`
