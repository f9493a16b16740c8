import type { rollForwardList } from '#reports/roll-forward.ts'
import { drafts } from '#server/records/debtors.ts'
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
    notPosted: 'coalesce(d.not_posted, 0)',
  }),
  from: (scope, { fromDate: from = null, toDate: until = null, asOf }) => sql`
    from ${rollForwardRows(scope, { from, until, asOf: asOf ?? null })} left join (
      select v.student_class, sum(v.amount)::bigint as not_posted from ${drafts(scope.campus, asOf)} v
      where v.issue_date <= coalesce(${until}::date, 'infinity') group by v.student_class) d
      on d.student_class = r.student_class`,
  orderBy: 'r.student_class',
}
