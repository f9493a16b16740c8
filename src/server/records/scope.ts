import type { Schema } from '#server/database/schema.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Transaction } from 'kysely'

/** What every record file is bound to: one transaction on one campus, on behalf of one member of staff. */
export interface Scope {
  readonly trx: Transaction<Schema>
  readonly campus: string
  readonly userId: string
  /** Whether the caller may see contact fields (domain/contacts.ts); where not, records return them empty. */
  readonly seesContacts: boolean
  readonly now: Date
  /** The campus's calendar date at `now`. */
  readonly today: CalendarDate
}
