import { sql } from 'kysely'
import { ages, type Age } from '#domain/ageing.ts'
import { recordOf } from '#domain/record-of.ts'
import type { ageingList } from '#reports/ageing.ts'
import { booksAsOf } from '#server/records/books/as-of.ts'
import { unpaidParts } from '#server/records/vouchers/debtors.ts'
import { unlessAll, type ListSource } from './source.ts'

/** True if the unpaid part `u` of a voucher is of an age, as the rule in domain/ageing.ts has it. */
function isOfAge(age: Age): string {
  const place = ages.findIndex(({ key }) => key === age)
  const [after, upTo] = [ages[place - 1]?.upTo, ages[place]?.upTo]
  const conditions = [
    ...(typeof after === 'number' ? [`u.days > ${after}`] : []),
    ...(typeof upTo === 'number' ? [`u.days <= ${upTo}`] : []),
  ]
  return conditions.join(' and ')
}

const sumsByAge = ages
  .map(({ key }) => `coalesce(sum(u.unpaid) filter (where ${isOfAge(key)}), 0)::bigint as "${key}"`)
  .join(', ')

/** The students who owe, with their debts by age; class and section are those of the last posted voucher. */
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
