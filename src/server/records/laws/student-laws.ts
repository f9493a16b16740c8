import { promotionPauseDays } from '#domain/promotion.ts'
import { dayOf } from '#server/records/school-day.ts'

const promotedOn = dayOf('changed_at')

/** Laws on students (decisions 4.states): each query returns campus and roll number of the students that break it. */
export const studentLaws = {
  'every voucher and fee belongs to a student of its campus, and every student has fees': `
    select v.campus, v.voucher_no as key from vouchers v left join students s using (campus, roll_no)
      where s.state is null
    union all select campus, 'roll number ' || roll_no from students s full join fees f using (campus, roll_no)
      where s.state is null or f.monthly_fee is null`,
  'an active student has no date of departure; one who left has a date after the admission': `
    select campus, 'roll number ' || roll_no as key from students
    where (state = 'active') <> (left_on is null) or left_on < admission_date`,
  'only class 10 graduates': `
    select campus, 'roll number ' || roll_no as key from students where state = 'graduated' and student_class <> '10'`,
  'a student who left owed nothing, or left owing with a reason, unless a receipt or an adjustment was taken back since': `
    select s.campus, 'roll number ' || s.roll_no as key from students s
      join latest_vouchers v using (campus, roll_no)
      left join (select distinct on (campus, roll_no) campus, roll_no, change_no, what, after from changes
        where what in ('student removed', 'student graduated') order by campus, roll_no, change_no desc) l
        using (campus, roll_no)
    where (s.state = 'removed' or l.after ? 'outcome') and v.net_balance > 0
      and not coalesce(l.after ->> 'outcome' = 'leaves owing' and v.net_balance <= (l.after ->> 'balance')::bigint, false)
      and not exists (select from changes c
        where c.campus = s.campus and c.roll_no = s.roll_no and c.what in ('receipt corrected', 'cheque returned', 'balance adjusted') and c.change_no > l.change_no)`,
  'the outcome of a departure has a reason and the balance that it left, and the adjustment that it names': `
    select c.campus, 'roll number ' || c.roll_no as key from changes c
      left join adjustments a on a.campus = c.campus and a.adjustment_no = (c.after ->> 'adjustmentNo')::integer
    where c.what in ('student removed', 'student graduated') and c.after ? 'outcome'
      and (coalesce(c.after ->> 'reason', '') = ''
        or (a.adjustment_no is null) <> (c.after ->> 'outcome' = 'leaves owing')
        or not coalesce(case c.after ->> 'outcome'
            when 'leaves owing' then (c.after ->> 'balance')::bigint > 0
            when 'written off' then a.kind = 'write-off' and (c.after ->> 'balance')::bigint = 0
            when 'paid back' then a.kind = 'refund' and (c.after ->> 'balance')::bigint = 0 end, false)
        or a.adjustment_no is not null and (a.roll_no, a.entered_at, a.reason)
          is distinct from (c.roll_no, c.changed_at, c.after ->> 'reason'))`,
  'no student is promoted twice within the pause': `
    select campus, 'roll number ' || roll_no as key from (select campus, roll_no, ${promotedOn} as day,
        lag(${promotedOn}) over (partition by campus, roll_no order by change_no) as before
      from changes where what = 'class promoted') c
    where day - before < ${promotionPauseDays}`,
  'a promotion moves to the next class': `
    select campus, 'roll number ' || roll_no as key from (select campus, roll_no,
        array_position(enum_range(null::school_class)::text[], before ->> 'studentClass') as was,
        array_position(enum_range(null::school_class)::text[], after ->> 'studentClass') as came,
        after ->> 'studentClass' as into_class
      from changes where what = 'class promoted') c
    where came is distinct from was + 1 or into_class = 'Hifz'`,
  'class and section in the history form an unbroken chain to their present values': `
    select distinct s.campus, 'roll number ' || s.roll_no as key from students s join (
      select campus, roll_no, f.field, f.was, f.came, lag(f.came) over entries as before, lead(true) over entries as more
      from changes c cross join lateral (values ('studentClass', before ->> 'studentClass', after ->> 'studentClass'),
        ('section', before ->> 'section', after ->> 'section')) f (field, was, came)
      where what in ('student admitted', 'class promoted', 'record edited') and f.came is not null
      window entries as (partition by campus, roll_no, f.field order by change_no)) c using (campus, roll_no)
    where c.was <> c.before or c.more is null
      and c.came <> (case c.field when 'section' then s.section::text else s.student_class::text end)`,
  'the date of the last promotion is that in the history': `
    select s.campus, 'roll number ' || s.roll_no as key from students s
      join (select campus, roll_no, max(${promotedOn}) as day from changes where what = 'class promoted'
        group by campus, roll_no) c using (campus, roll_no)
    where s.promoted_on is distinct from c.day`,
  'a record whose data were erased holds none, nor does its history, which has the erasure once': `
    select campus, 'roll number ' || roll_no as key from (select * from students where erased_on is not null) s
      full join (select campus, roll_no, count(*) as times, min(${dayOf('changed_at')}) as day from changes
        where what = 'personal data erased' group by campus, roll_no) c using (campus, roll_no)
    where (c.times, c.day) is distinct from (1::bigint, s.erased_on) or s.left_on is null
      or (s.student_name, s.father_name) <> ('Erased', 'Erased')
      or s.place_of_birth || s.religion || s.address || s.father_cnic || s.father_occupation || s.father_home_phone
        || s.father_office_phone || s.telephone || s.father_email || s.old_number <> ''
      or exists (select from import_rows i where i.campus = s.campus and i.roll_no = s.roll_no and i.cells <> '[]')
      or exists (select from record_lines l where l.campus = s.campus and l.roll_no = s.roll_no
        and (l.before ?| personal_fields() or l.after ?| personal_fields()))`,
} as const satisfies Readonly<Record<string, string>>

// The history has one entry for each applied import, with the opening balance of each student, and another entry if the
// import was withdrawn (docs/decisions/0063-moving-in.md).

const entriesOf = (what: string) =>
  `(select campus, change_no, changed_at, changed_by, (after ->> 'importNo')::bigint as import_no, after ->> 'what' as brings,
    after -> 'openings' as openings from changes where what = '${what}')`

const appliedEntries = `${entriesOf('rows imported')} c where not exists (select from ${entriesOf('import withdrawn')} w
  where w.campus = c.campus and w.import_no = c.import_no)`

/** Laws on imports: each query returns the rows that break it. */
export const importLaws = {
  'each opening balance and each imported student is in the history once': `
    select campus, 'roll number ' || roll_no as key from (
        select s.campus, s.roll_no, s.import_no, s.admitted_at, s.admitted_by, v.arrears as balance, v.generated_at,
          v.generated_by
        from students s left join vouchers v on v.campus = s.campus and v.roll_no = s.roll_no and v.kind = 'opening'
        where s.import_no is not null or v.voucher_no is not null) b
      full join (
        select c.campus, o.key::integer as roll_no, min(c.import_no) filter (where c.brings = 'students') as import_no,
          min(c.changed_at) filter (where c.brings = 'students') as admitted_at,
          min(c.changed_by) filter (where c.brings = 'students') as admitted_by,
          count(*) filter (where c.brings = 'students') as times,
          sum(o.value::bigint) filter (where o.value <> '0') as balance,
          min(c.changed_at) filter (where o.value <> '0') as generated_at,
          min(c.changed_by) filter (where o.value <> '0') as generated_by,
          count(*) filter (where o.value <> '0') as balances
        from (select * from ${appliedEntries}) c cross join lateral jsonb_each_text(c.openings) o group by 1, 2) c
        using (campus, roll_no)
    where (b.import_no, b.admitted_at, b.admitted_by) is distinct from (case when b.import_no is null then null
          else c.import_no end, case when b.import_no is null then b.admitted_at else c.admitted_at end,
          case when b.import_no is null then b.admitted_by else c.admitted_by end)
      or c.times is distinct from (b.import_no is not null)::int
      or (b.balance, b.generated_at, b.generated_by) is distinct from (c.balance, c.generated_at, c.generated_by)
      or c.balances > 1`,
  'each import is in the history as often as it was applied and withdrawn': `
    select coalesce(i.campus, a.campus, w.campus) as campus,
      'import ' || coalesce(i.import_no, a.import_no, w.import_no) as key
    from (select * from imports where state in ('applied', 'withdrawn')) i
      full join (select campus, import_no, count(*) as times, min(change_no) as change_no, min(brings) as brings,
          min(changed_at) as changed_at, min(changed_by) as changed_by
        from ${entriesOf('rows imported')} c group by campus, import_no) a
        on a.campus = i.campus and a.import_no = i.import_no
      full join (select campus, import_no, count(*) as times from ${entriesOf('import withdrawn')} c
        group by campus, import_no) w
        on w.campus = i.campus and w.import_no = i.import_no
    where case when (i.counts ->> 'new')::int + (i.counts ->> 'changed')::int = 0 then a.times is not null or i.change_no is not null
        else (a.times, a.change_no, a.brings, a.changed_at, a.changed_by)
          is distinct from (1::bigint, i.change_no, i.what, i.applied_at, i.applied_by) end
      or coalesce(w.times, 0) <> (i.state = 'withdrawn')::int`,
} as const satisfies Readonly<Record<string, string>>
