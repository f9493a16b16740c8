import { sql } from 'kysely'
import type { rollForwardList } from '#reports/roll-forward.ts'
import { rollForwardRows } from '#server/records/books/roll-forward.ts'
import { draftsByClass } from '#server/records/vouchers/debtors.ts'
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
    notPosted: 'coalesce(d.not_posted, 0)',
  }),
  from: (scope, { fromDate, toDate, asOf }) => sql`
    from ${rollForwardRows(scope, { from: fromDate ?? null, until: toDate ?? null, asOf: asOf ?? null })}
      left join ${draftsByClass(scope.campus, { toDate, asOf })} d on d.student_class = r.student_class`,
  orderBy: 'r.student_class',
}
