import { ages, type Age } from '#domain/ageing.ts'
import { recordOf } from '#domain/record-of.ts'
import type { ageingList } from '#reports/ageing.ts'
import { bookEntries } from '#server/records/book-entries.ts'
import { startOfDay } from '#server/records/school-day.ts'
import { sql } from 'kysely'
import { unlessAll, type ListSource } from './source.ts'

/** Whether the unpaid part `u` of a voucher is of an age, as the rule in domain/ageing.ts has it. */
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

/**
 * The students who owe. All of it is taken from the entries that were written by the evening: the charges of a voucher are
 * the sum of its own, so that replaced and voided ones come to nothing, and the balance is the sum of all. A due date that
 * was changed later is the one before.
 */
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
  from: ({ campus, today }, { asOf, studentClass, section }) => {
    const evening = asOf === undefined ? sql`'infinity'::timestamptz` : startOfDay(sql`${asOf}::date + 1`)
    return sql`
    from (
      with entries as materialized (
        select roll_no, kind, voucher_no, owed from (${sql.raw(bookEntries)}) e
        where campus = ${campus} and written_at < ${evening}),
      balances as (select roll_no, sum(owed) as balance from entries group by roll_no having sum(owed) > 0),
      charges as (
        select roll_no, voucher_no, sum(owed) as amount from entries
        where kind in ('billed', 're-priced', 'replaced', 'voided') and roll_no in (select roll_no from balances)
        group by roll_no, voucher_no),
      redated as (
        select distinct on ((after ->> 'runNo')::integer) (after ->> 'runNo')::integer as run_no,
            (before ->> 'dueDate')::date as due_date
          from changes where campus = ${campus} and what = 'due date changed' and changed_at >= ${evening}
          order by (after ->> 'runNo')::integer, change_no),
      owing as (
        select c.roll_no, v.student_class, v.section, v.chain_no, coalesce(d.due_date, v.due_date) as due_date, c.amount,
          b.balance - coalesce(sum(c.amount) over (partition by c.roll_no order by v.chain_no desc
            rows between unbounded preceding and 1 preceding), 0) as left_over,
          row_number() over (partition by c.roll_no order by v.chain_no) as place
        from charges c join balances b using (roll_no)
          join vouchers v on v.campus = ${campus} and v.voucher_no = c.voucher_no
          left join redated d on d.run_no = v.run_no),
      unpaid as (
        select roll_no, student_class, section, chain_no, amount, due_date, ${asOf ?? today}::date - due_date as days,
          case when place = 1 then greatest(left_over, 0) else greatest(least(left_over, amount), 0) end as unpaid
        from owing)
      select u.roll_no, (array_agg(u.student_class order by u.amount <> 0 desc, u.chain_no desc))[1] as student_class,
        (array_agg(u.section order by u.amount <> 0 desc, u.chain_no desc))[1] as section, (count(*) filter (where u.unpaid > 0))::int as months,
        min(u.due_date) filter (where u.unpaid > 0) as due_since, ${sql.raw(sumsByAge)}, sum(u.unpaid)::bigint as owed
      from unpaid u group by u.roll_no) a
    join students s on s.campus = ${campus} and s.roll_no = a.roll_no
    where ${unlessAll(studentClass, sql`a.student_class = ${studentClass}`)}
      and ${unlessAll(section, sql`a.section = ${section}`)}`
  },
  orderBy: 'a.student_class, a.section, a.roll_no',
}
