/** The tables of section 6 of the decisions: arrears of unposted vouchers, dated fees, the editor of a voucher. */
export const arrearsAndDatedFees = {
  number: 2,
  name: 'arrears and dated fees',
  sql: `
-- A payment on an older voucher lowers the arrears of the unposted ones that carry it. Those of a posted voucher are on
-- the family's paper and never change.
grant update (arrears) on vouchers to portal_clerk;
create function keep_posted_arrears() returns trigger language plpgsql as $$
begin
  if new.arrears <> old.arrears and (old.posted or new.posted) then
    raise exception 'the arrears of a posted voucher never change';
  end if;
  return new;
end $$;
create trigger keep_posted_arrears before update of arrears on vouchers
  for each row execute function keep_posted_arrears();

-- Whoever changes the charges of a voucher edits it; no call writes the name itself.
create function note_editor() returns trigger language plpgsql as $$
begin
  if (new.monthly_fee, new.discount, new.registration_fee, new.admission_fee, new.examination_fee, new.fine)
    <> (old.monthly_fee, old.discount, old.registration_fee, old.admission_fee, old.examination_fee, old.fine) then
    new.edited_by := coalesce(nullif(current_setting('app.user_id', true), ''), old.edited_by);
  end if;
  return new;
end $$;
create trigger note_editor
  before update of monthly_fee, discount, registration_fee, admission_fee, examination_fee, fine on vouchers
  for each row execute function note_editor();

-- A monthly fee that counts from a month on; rows are only added. A later entry supersedes what it replaces.
-- The monthly fee and discount of the table fees count until the first of these, and no longer change.
create table fee_changes (
  campus text collate "C" not null,
  change_no bigint not null,
  roll_no integer not null,
  from_month date not null check (extract(day from from_month) = 1),
  monthly_fee fee not null,
  discount fee not null,
  superseded boolean not null default false,
  primary key (campus, change_no),
  foreign key (campus, change_no) references changes,
  foreign key (campus, roll_no) references students,
  check (discount <= monthly_fee)
);
create unique index fee_changes_in_force on fee_changes (campus, roll_no, from_month) where not superseded;
alter table fee_changes enable row level security;
create policy own_campus on fee_changes to portal_clerk
  using (campus = (select current_setting('app.campus', true)))
  with check (campus = (select current_setting('app.campus', true)));
grant select, insert on fee_changes to portal_clerk;
grant update (superseded) on fee_changes to portal_clerk;
revoke update on fees from portal_clerk;
grant update (registration_fee, admission_fee, examination_fee) on fees to portal_clerk;

-- A student's fees for a voucher of a month: the monthly fee in force then, and what waits to be charged once.
create function fees_in_month(of_campus text, of_roll_no integer, in_month date)
returns table (monthly_fee fee, discount fee, registration_fee fee, admission_fee fee, examination_fee fee)
language sql stable as $$
  select coalesce(c.monthly_fee, f.monthly_fee), coalesce(c.discount, f.discount), f.registration_fee,
    f.admission_fee, f.examination_fee
  from fees f left join lateral (
    select d.monthly_fee, d.discount from fee_changes d
    where d.campus = f.campus and d.roll_no = f.roll_no and not d.superseded and d.from_month <= in_month
    order by d.from_month desc limit 1
  ) c on true
  where f.campus = of_campus and f.roll_no = of_roll_no
$$;

-- Who re-priced a voucher edited it, as who corrected its receipts did.
update vouchers v set edited_by = c.changed_by
from (
  select distinct on (campus, voucher_no) campus, voucher_no, changed_by from changes
  where what = 'voucher re-priced' or what = 'receipt corrected' and (before ->> 'received')::bigint > 0
  order by campus, voucher_no, change_no desc
) c
where c.campus = v.campus and c.voucher_no = v.voucher_no and v.edited_by is distinct from c.changed_by;
`,
}
