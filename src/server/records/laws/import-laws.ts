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
