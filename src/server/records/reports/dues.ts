import { sql } from 'kysely'
import { ages, type Age } from '#domain/ageing.ts'
import { firstOfMonth, monthOf } from '#domain/calendar.ts'
import { recordOf } from '#domain/record-of.ts'
import type { ageingList } from '#reports/ageing.ts'
import type { concessionList } from '#reports/concessions.ts'
import type { rollForwardList } from '#reports/roll-forward.ts'
import { booksAsOf, endOf } from '#server/records/books/as-of.ts'
import { rollForwardRows } from '#server/records/books/roll-forward.ts'
import { dayOf } from '#server/records/school-day.ts'
import { draftsByClass, unpaidParts } from '#server/records/vouchers/debtors.ts'
import { enteredBetween, unlessAll, type ListSource } from './source.ts'

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
    const isChanged = enteredBetween(sql`coalesce(d.changed_at, s.admitted_at)`, query)
    const isListed =
      fromDate === undefined && toDate === undefined
        ? sql`f.discount > 0`
        : sql`(f.discount > 0 or d.discount_before > 0) and ${isChanged}`
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
    where s.campus = ${campus} and s.state = 'active' and ${isListed}
      and ${unlessAll(query.studentClass, sql`s.student_class = ${query.studentClass}`)}
      and ${unlessAll(query.section, sql`s.section = ${query.section}`)}`
  },
  orderBy: 's.student_class, s.section, s.roll_no',
}

/** SQL: the rule of domain/ageing.ts for the unpaid part `u` of a voucher. */
function isOfAge(age: Age): string {
  const index = ages.findIndex(({ key }) => key === age)
  const [after, upTo] = [ages[index - 1]?.upTo, ages[index]?.upTo]
  const conditions = [
    ...(typeof after === 'number' ? [`u.days > ${after}`] : []),
    ...(typeof upTo === 'number' ? [`u.days <= ${upTo}`] : []),
  ]
  return conditions.join(' and ')
}

const sumsByAge = ages
  .map(({ key }) => `coalesce(sum(u.unpaid) filter (where ${isOfAge(key)}), 0)::bigint as "${key}"`)
  .join(', ')

/** The dues by age; class and section are from the last posted voucher. */
export const agedDues: ListSource<typeof ageingList> = {
  values: () => ({
    rollNo: 'a.roll_no',
    studentName: 's.student_name',
    studentClass: 'a.student_class',
    section: 'a.section',
    months: 'a.months',
    dueSince: 'a.due_since',
    ...recordOf(
      ages,
      ({ key }) => key,
      ({ key }) => `a."${key}"`,
    ),
    owed: 'a.owed',
  }),
  from: ({ campus, today }, { asOf, studentClass, section }) => sql`
    from (
      select u.roll_no, min(u.student_class) filter (where u.is_last) as student_class,
        min(u.section) filter (where u.is_last) as section, (count(*) filter (where u.unpaid > 0))::int as months,
        min(u.due_date) filter (where u.unpaid > 0) as due_since, ${sql.raw(sumsByAge)}, sum(u.unpaid)::bigint as owed
      from (select *, ${asOf ?? today}::date - due_date as days from ${unpaidParts(campus, asOf)} p where owed > 0) u
      group by u.roll_no) a
    join ${booksAsOf({ campus }, asOf).students} s on s.campus = ${campus} and s.roll_no = a.roll_no
    where ${unlessAll(studentClass, sql`a.student_class = ${studentClass}`)}
      and ${unlessAll(section, sql`a.section = ${section}`)}`,
  orderBy: 'a.student_class, a.section, a.roll_no',
}
