// Contact fields are withheld where rows are read, so that no handler or export can forget to.

import { withoutContacts } from '#domain/contacts.ts'
import type { Scope } from '#server/records/scope.ts'

type Caller = Pick<Scope, 'seesContacts'>

export const asSeen = <T extends object>({ seesContacts }: Caller, record: T): T =>
  seesContacts ? record : withoutContacts(record)

/** A contact column of a student `s` as the caller may see it, as SQL: empty text where it is withheld. */
export const contactColumn = (
  { seesContacts }: Caller,
  column: 'father_cnic' | 'father_home_phone',
): string => (seesContacts ? `s.${column}` : `''`)
