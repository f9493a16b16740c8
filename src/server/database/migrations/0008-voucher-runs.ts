/**
 * Numbered runs, one for each generation of vouchers, and voided vouchers, which keep their numbers but are in no sum.
 * The partial indexes are dropped before existing vouchers get their runs, so that fewer index entries are written.
 */
export const voucherRuns = {
  number: 8,
  name: 'voucher runs',
  sql: `
drop index one_voucher_per_month, vouchers_by_month, vouchers_unpaid, vouchers_to_post, vouchers_in_advance;

alter table counters drop constraint counters_counter_check;
alter table counters add constraint counters_counter_check check (counter in ('roll number', 'receipt', 'run'));

create table voucher_runs (
  campus text collate "C" not null references campuses,
  run_no integer not null check (run_no > 0),
  year integer not null,
  month integer not null,
  -- The student of a run of one voucher; null for a run of the campus.
  roll_no integer,
  issue_date date not null,
  due_date date not null,
  period_from date not null,
  period_to date not null,
  generated_at timestamptz not null,
  generated_by text not null,
  voided_at timestamptz,
  voided_by text,
  void_reason text,
  primary key (campus, run_no),
  foreign key (campus, roll_no) references students,
  check (due_date >= issue_date),
  check ((voided_at is null) = (voided_by is null) and (voided_at is null) = (void_reason is null))
);
alter table voucher_runs enable row level security;
create policy own_campus on voucher_runs to portal_clerk
  using (campus = (select current_setting('app.campus', true)))
  with check (campus = (select current_setting('app.campus', true)));
grant select, insert on voucher_runs to portal_clerk;
grant update (due_date, voided_at, voided_by, void_reason) on voucher_runs to portal_clerk;

alter table vouchers add column run_no integer, add column voided boolean not null default false;

-- The vouchers that were generated together; one that has its own line in the history was generated for its student.
create table run_of_voucher as
  select campus, voucher_no, for_roll_no,
    dense_rank() over (partition by campus order by generated_at, year, month, for_roll_no nulls first, generated_by)::int as run_no
  from (
    select v.*, case when c.voucher_no is not null then v.roll_no end as for_roll_no
    from vouchers v left join changes c
      on c.campus = v.campus and c.voucher_no = v.voucher_no and c.what = 'voucher generated'
    where v.kind = 'monthly') v;
analyze run_of_voucher;
insert into voucher_runs (campus, run_no, year, month, roll_no, issue_date, due_date, period_from, period_to,
    generated_at, generated_by)
  select campus, r.run_no, min(year), min(month), min(for_roll_no), min(issue_date), greatest(min(due_date), min(issue_date)),
    min(period_from), min(period_to), min(generated_at), min(generated_by)
  from run_of_voucher r join vouchers using (campus, voucher_no) group by campus, r.run_no;
update vouchers v set run_no = r.run_no from run_of_voucher r
  where r.campus = v.campus and r.voucher_no = v.voucher_no;
drop table run_of_voucher;
insert into counters (campus, counter, last)
  select c.campus, 'run', coalesce(max(r.run_no), 0) from campuses c left join voucher_runs r using (campus) group by c.campus;

-- Checks of rows changed above wait for the end of the transaction otherwise, and the table could not be altered.
set constraints all immediate;
alter table vouchers
  add foreign key (campus, run_no) references voucher_runs,
  add check (not voided or kind = 'monthly' and received = 0 and carried_to is null and replaced_by is null);
create unique index one_voucher_per_month on vouchers (campus, roll_no, year, month)
  where replaced_by is null and not voided;
create index vouchers_by_month on vouchers (campus, year, month, student_class) include (amount)
  where replaced_by is null and not voided;
create index vouchers_unpaid on vouchers (campus, roll_no, chain_no) include (student_class, section, net_balance)
  where not fee_paid and replaced_by is null and not voided;
create index vouchers_to_post on vouchers (campus, year, month) where not posted and replaced_by is null and not voided;
create index vouchers_in_advance on vouchers (campus, roll_no, chain_no)
  where net_balance < 0 and replaced_by is null and not voided;
-- Those of a month that do not count, as the numbers of its next vouchers follow theirs.
create index vouchers_not_counted on vouchers (campus, year, month) where replaced_by is not null or voided;

grant insert (run_no), update (voided, due_date) on vouchers to portal_clerk;

-- The latest voucher is the last that was neither replaced nor voided.
create or replace view latest_vouchers with (security_invoker = true) as
select s.campus, s.roll_no, v.voucher_no, v.chain_no, v.kind, v.student_class, v.section, v.year, v.month, v.issue_date,
  v.due_date, v.period_from, v.period_to, v.monthly_fee, v.discount, v.registration_fee, v.admission_fee,
  v.examination_fee, v.fine, v.arrears, v.received, v.received_on, v.received_by, v.edited_by, v.amount, v.net_balance,
  v.posted, v.fee_paid, v.carried_to, v.replaced_by, v.note, v.generated_at, v.generated_by, v.run_no, v.voided
from students s cross join lateral (
  select * from vouchers l where l.campus = s.campus and l.roll_no = s.roll_no
    and l.replaced_by is null and not l.voided order by l.chain_no desc limit 1
) v;
`,
}
