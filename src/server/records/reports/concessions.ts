import { sql } from 'kysely'
import { firstOfMonth, monthOf } from '#domain/calendar.ts'
import type { concessionList } from '#reports/concessions.ts'
import { booksAsOf, endOf } from '#server/records/books/as-of.ts'
import { dayOf } from '#server/records/school-day.ts'
import { enteredBetween, unlessAll, type ListSource } from './source.ts'

/** The active students with a discount this month, each with the last entry that changed it, in class order. */
export const listedConcessions: ListSource<typeof concessionList> = {
  values: () => ({
    rollNo: 's.roll_no',
    studentName: 's.student_name',
    studentClass: 's.student_class',
    section: 's.section',
    monthlyFee: 'f.monthly_fee::bigint',
    discount: 'f.discount::bigint',
    discountBefore: 'd.discount_before',
    since: 'coalesce(d.since, s.admission_date)',
    enteredAt: 'coalesce(d.changed_at, s.admitted_at)',
    who: 'coalesce(d.changed_by, s.admitted_by)',
    whoName: 'coalesce(t.name, d.changed_by, s.admitted_by)',
  }),
  from({ campus, today }, query) {
    const { fromDate, toDate, asOf } = query
    const { students, feeChanges, feesIn } = booksAsOf({ campus }, asOf)
    const month = firstOfMonth(monthOf(asOf ?? today))
    const changed = enteredBetween(sql`coalesce(d.changed_at, s.admitted_at)`, query)
    const wanted =
      fromDate === undefined && toDate === undefined
        ? sql`f.discount > 0`
        : sql`(f.discount > 0 or d.discount_before > 0) and ${changed}`
    return sql`
    from ${students} s
      cross join lateral ${feesIn(month)} f
      left join (
        select distinct on (c.roll_no) c.roll_no, c.changed_at, c.changed_by,
          (c.before ->> 'discount')::bigint as discount_before,
          coalesce((c.after ->> 'feeChangeDate')::date, e.from_month, ${sql.raw(dayOf('c.changed_at'))}) as since
        from changes c left join ${feeChanges} e on e.campus = c.campus and e.change_no = c.change_no
        where c.campus = ${campus} and c.changed_at < ${endOf(asOf)} and c.what in ('fee changed', 'fees changed')
          and (c.after ->> 'discount')::bigint <> (c.before ->> 'discount')::bigint
          and (e.change_no is null or not e.superseded and e.from_month <= ${month}::date)
        order by c.roll_no, coalesce(e.from_month, ${sql.raw(dayOf('c.changed_at'))}) desc, c.change_no desc) d on d.roll_no = s.roll_no
      left join staff t on t.campus = s.campus and t.user_id = coalesce(d.changed_by, s.admitted_by)
    where s.campus = ${campus} and s.state = 'active' and ${wanted}
      and ${unlessAll(query.studentClass, sql`s.student_class = ${query.studentClass}`)}
      and ${unlessAll(query.section, sql`s.section = ${query.section}`)}`
  },
  orderBy: 's.student_class, s.section, s.roll_no',
}
