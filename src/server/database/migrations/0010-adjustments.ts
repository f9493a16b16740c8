/**
 * Adjustments, which change a student's balance in addition to charges and receipts; each has a number, a reason and a
 * user. The column `net_balance` is created again to include them; existing vouchers have none.
 */
export const adjustments = {
  number: 10,
  name: 'adjustments',
  sql: String.raw`
create type adjustment_kind as enum
  ('write-off', 'waiver', 'transfer', 'receipt corrected', 'cheque returned', 'refund');

alter table counters drop constraint counters_counter_check;
alter table counters add constraint counters_counter_check
  check (counter in ('roll number', 'receipt', 'run', 'adjustment'));
insert into counters (campus, counter, last) select campus, 'adjustment', 0 from campuses;

create table adjustments (
  campus text collate "C" not null references campuses,
  adjustment_no integer not null check (adjustment_no > 0),
  roll_no integer not null,
  -- The last posted voucher of the student, whose balance it changes.
  voucher_no text collate "C" not null,
  -- The voucher of the receipt that was taken back, whose balance changes by the opposite: it stays what was carried.
  from_voucher_no text collate "C",
  kind adjustment_kind not null,
  -- What the balance changes by, in paisa: negative where the student owes less.
  amount bigint not null,
  -- The receipt that was corrected or whose cheque was returned after a later voucher had included its voucher.
  receipt_no integer,
  -- The other row of a transfer.
  other_no integer,
  -- The adjustment that this one takes back.
  reverses integer,
  reason text not null check (reason <> ''),
  entered_by text not null,
  approved_by text,
  effective_on date not null,
  entered_at timestamptz not null,
  -- How a refund was paid out; null for every other kind.
  method payment_method,
  reference text not null default '',
  primary key (campus, adjustment_no),
  unique (campus, reverses),
  foreign key (campus, roll_no) references students,
  foreign key (campus, voucher_no) references vouchers,
  foreign key (campus, from_voucher_no) references vouchers,
  foreign key (campus, receipt_no) references receipts,
  foreign key (campus, reverses) references adjustments,
  foreign key (campus, other_no) references adjustments deferrable initially deferred,
  check (amount <> 0),
  check ((kind in ('receipt corrected', 'cheque returned')) = (receipt_no is not null)),
  check ((receipt_no is null) = (from_voucher_no is null)),
  check ((kind = 'transfer') = (other_no is not null)),
  check ((kind = 'refund') = (method is not null)),
  check (case kind when 'write-off' then amount < 0 when 'waiver' then amount < 0 when 'refund' then amount > 0
    else true end or reverses is not null)
);
create index adjustments_of_student on adjustments (campus, roll_no);
create index adjustments_by_day on adjustments (campus, effective_on);

drop view latest_vouchers;
drop index vouchers_unpaid, vouchers_in_advance;
alter table vouchers
  drop column net_balance,
  add column adjusted bigint not null default 0;
alter table vouchers
  add column net_balance bigint not null generated always as
    (arrears + monthly_fee + examination_fee + fine + registration_fee + admission_fee - discount - received + adjusted)
    stored;
create index vouchers_unpaid on vouchers (campus, roll_no, chain_no) include (student_class, section, net_balance)
  where not fee_paid and replaced_by is null and not voided;
create index vouchers_in_advance on vouchers (campus, roll_no, chain_no)
  where net_balance < 0 and replaced_by is null and not voided;

create view latest_vouchers with (security_invoker = true) as
select s.campus, s.roll_no, v.voucher_no, v.chain_no, v.kind, v.student_class, v.section, v.year, v.month, v.issue_date,
  v.due_date, v.period_from, v.period_to, v.monthly_fee, v.discount, v.registration_fee, v.admission_fee,
  v.examination_fee, v.fine, v.arrears, v.received, v.adjusted, v.received_on, v.received_by, v.edited_by, v.amount,
  v.net_balance, v.posted, v.fee_paid, v.carried_to, v.replaced_by, v.note, v.generated_at, v.generated_by, v.run_no,
  v.voided
from students s cross join lateral (
  select * from vouchers l where l.campus = s.campus and l.roll_no = s.roll_no
    and l.replaced_by is null and not l.voided order by l.chain_no desc limit 1
) v;
grant select on latest_vouchers to portal_clerk;

create function count_adjustment() returns trigger language plpgsql security definer set search_path from current as $$
begin
  update vouchers set adjusted = adjusted + new.amount, fee_paid = net_balance + new.amount <= 0
    where campus = new.campus and voucher_no = new.voucher_no;
  if new.from_voucher_no is not null then
    update vouchers set adjusted = adjusted - new.amount, fee_paid = net_balance - new.amount <= 0
      where campus = new.campus and voucher_no = new.from_voucher_no;
  end if;
  return null;
end $$;
create trigger count_adjustment after insert on adjustments for each row execute function count_adjustment();

create function refuse_closed_adjustment() returns trigger language plpgsql as $$
declare
  until date;
begin
  select r.closed_until into until from campus_rules r where r.campus = new.campus and new.effective_on <= r.closed_until;
  if found then
    raise exception using errcode = 'PB001', message = 'the books are closed on the day of the adjustment', detail = until::text;
  end if;
  return new;
end $$;
create trigger refuse_closed_adjustment before insert on adjustments
  for each row execute function refuse_closed_adjustment();

alter table adjustments enable row level security;
create policy own_campus on adjustments to portal_clerk
  using (campus = (select current_setting('app.campus', true)))
  with check (campus = (select current_setting('app.campus', true)));
grant select, insert on adjustments to portal_clerk;
`,
}
