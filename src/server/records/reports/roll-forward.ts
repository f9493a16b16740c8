import type { rollForwardList } from '#reports/roll-forward.ts'
import { rollForwardRows } from '#server/records/roll-forward.ts'
import { sql } from 'kysely'
import type { ListSource } from './source.ts'

/** The roll-forward of a campus, in the order of the classes. */
export const rolledForward: ListSource<typeof rollForwardList> = {
  values: () => ({
    studentClass: 'r.student_class',
    opening: 'r.opening',
    broughtIn: 'r."broughtIn"',
    charged: 'r.charged',
    adjusted: 'r.adjusted',
    received: 'r.received',
    closing: 'r.closing',
  }),
  from: (scope, { fromDate: from = null, toDate: until = null, asOf = null }) =>
    sql`from ${rollForwardRows(scope, { from, until, asOf })}`,
  orderBy: 'r.student_class',
}
