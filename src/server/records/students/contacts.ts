// Contact fields are withheld when rows are read, so that no handler or export can forget it.

import { withoutContacts } from '#domain/contacts.ts'
import type { Scope } from '#server/records/scope.ts'

type Caller = Pick<Scope, 'seesContacts'>

export const asSeen = <T extends object>({ seesContacts }: Caller, record: T): T =>
  seesContacts ? record : withoutContacts(record)

/** SQL: a contact column of a student `s`; empty text if the caller may not see it. */
export const contactColumn = (
  { seesContacts }: Caller,
  column: 'father_cnic' | 'father_home_phone',
): string => (seesContacts ? `s.${column}` : `''`)
