import { schoolTimeZone } from '#domain/calendar.ts'
import { promotionPauseDays } from '#domain/promotion.ts'

const promotedOn = `(changed_at at time zone '${schoolTimeZone}')::date`

/** What holds of students (decisions 4.states): each query answers campus and roll number of those that break its law. */
export const studentLaws = {
  'every voucher and every fee is of a student of its campus, and every student has fees': `
    select v.campus, v.voucher_no as key from vouchers v left join students s using (campus, roll_no)
      where s.state is null
    union all select campus, 'roll number ' || roll_no from students s full join fees f using (campus, roll_no)
      where s.state is null or f.monthly_fee is null`,
  'who is at school has no day of leaving, who left has one after the admission': `
    select campus, 'roll number ' || roll_no as key from students
    where (state = 'active') <> (left_on is null) or left_on < admission_date`,
  'only class 10 graduates': `
    select campus, 'roll number ' || roll_no as key from students where state = 'graduated' and student_class <> '10'`,
  'who left owed nothing, as long as no receipt was corrected since': `
    select s.campus, 'roll number ' || s.roll_no as key from students s
      join (select distinct on (campus, roll_no) campus, roll_no, net_balance from vouchers
        order by campus, roll_no, chain_no desc) v using (campus, roll_no)
      left join (select campus, roll_no, max(change_no) as change_no from changes
        where what = 'student removed' group by campus, roll_no) l using (campus, roll_no)
    where s.state = 'removed' and v.net_balance > 0 and not exists (select from changes c
      where c.campus = s.campus and c.roll_no = s.roll_no and c.what = 'receipt corrected' and c.change_no > l.change_no)`,
  'nobody is promoted again before the pause is over': `
    select campus, 'roll number ' || roll_no as key from (select campus, roll_no, ${promotedOn} as day,
        lag(${promotedOn}) over (partition by campus, roll_no order by change_no) as before
      from changes where what = 'class promoted') c
    where day - before < ${promotionPauseDays}`,
  'a promotion moves one class on': `
    select campus, 'roll number ' || roll_no as key from (select campus, roll_no,
        array_position(enum_range(null::school_class)::text[], before ->> 'studentClass') as was,
        array_position(enum_range(null::school_class)::text[], after ->> 'studentClass') as came,
        after ->> 'studentClass' as into_class
      from changes where what = 'class promoted') c
    where came is distinct from was + 1 or into_class = 'Hifz'`,
  'class and section follow each other in the history to what they are': `
    select distinct s.campus, 'roll number ' || s.roll_no as key from students s join (
      select campus, roll_no, f.field, f.was, f.came, lag(f.came) over told as before, lead(true) over told as more
      from changes c cross join lateral (values ('studentClass', before ->> 'studentClass', after ->> 'studentClass'),
        ('section', before ->> 'section', after ->> 'section')) f (field, was, came)
      where what in ('student admitted', 'class promoted', 'record edited') and f.came is not null
      window told as (partition by campus, roll_no, f.field order by change_no)) c using (campus, roll_no)
    where c.was <> c.before or c.more is null
      and c.came <> (case c.field when 'section' then s.section::text else s.student_class::text end)`,
  'the last promotion is that of the history': `
    select s.campus, 'roll number ' || s.roll_no as key from students s
      join (select campus, roll_no, max(${promotedOn}) as day from changes where what = 'class promoted'
        group by campus, roll_no) c using (campus, roll_no)
    where s.promoted_on is distinct from c.day`,
} as const satisfies Readonly<Record<string, string>>
