import { schoolTimeZone } from '#domain/calendar.ts'
import { sql, type RawBuilder } from 'kysely'

/** SQL: the calendar date of an instant in the time zone of the school. */
export const dayOf = (instant: string): string => `(${instant} at time zone '${schoolTimeZone}')::date`

/** A part of a query: the instant at which a calendar date begins. */
export const startOfDay = (date: RawBuilder<unknown>) =>
  sql`((${date})::timestamp at time zone ${schoolTimeZone})`
