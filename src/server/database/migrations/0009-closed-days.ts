/**
 * The rules of a campus, all off until an admin sets them, and the days on which its books are closed. The triggers
 * also enforce the closed days against a call that read the rules before a closing was committed.
 */
export const closedDays = {
  number: 9,
  name: 'closed days',
  sql: String.raw`
create table campus_rules (
  campus text collate "C" primary key references campuses, -- a campus without a row has no rule
  -- Nothing dated on or before this day is accepted; null while every day is open.
  closed_until date,
  -- How many days before today a receipt may be dated by who is no admin; null for any number.
  back_days integer check (back_days between 0 and 366)
);

-- Closings and reopenings; rows are only added. The last one has the day that is in force.
create table book_closings (
  campus text collate "C" not null references campuses,
  closing_no integer not null check (closing_no > 0),
  -- Null where every day is open again.
  closed_until date,
  was_until date,
  entered_at timestamptz not null,
  entered_by text not null,
  reason text not null default '',
  -- Of a closing, in paisa: what the days since the one before came to.
  figures jsonb,
  primary key (campus, closing_no),
  check ((figures is not null) = (closed_until is not null and (was_until is null or closed_until > was_until))),
  check (figures is not null or reason <> '')
);

create function refuse_closed_receipt() returns trigger language plpgsql as $$
declare
  until date;
begin
  select r.closed_until into until from campus_rules r where r.campus = new.campus and new.received_on <= r.closed_until;
  if found then
    raise exception using errcode = 'PB001', message = 'the books are closed on the day of the receipt', detail = until::text;
  end if;
  return new;
end $$;
create trigger refuse_closed_receipt before insert on receipts
  for each row execute function refuse_closed_receipt();

create function refuse_closed_vouchers() returns trigger language plpgsql as $$
declare
  until date;
begin
  select r.closed_until into until from campus_rules r
    where exists (select from added a where a.campus = r.campus and a.issue_date <= r.closed_until) limit 1;
  if found then
    raise exception using errcode = 'PB001', message = 'the books are closed on the day of issue', detail = until::text;
  end if;
  return null;
end $$;
create trigger refuse_closed_vouchers after insert on vouchers
  referencing new table as added for each statement execute function refuse_closed_vouchers();

-- Receipts by the day of entry: they are added in that order, so that a few bytes for many rows are enough.
create index receipts_by_entry on receipts using brin (entered_at);

alter table campus_rules enable row level security;
alter table book_closings enable row level security;
create policy own_campus on campus_rules to portal_clerk
  using (campus = (select current_setting('app.campus', true)))
  with check (campus = (select current_setting('app.campus', true)));
create policy own_campus on book_closings to portal_clerk
  using (campus = (select current_setting('app.campus', true)))
  with check (campus = (select current_setting('app.campus', true)));
grant select on campus_rules, book_closings to portal_clerk;
grant insert on campus_rules to portal_admin;
grant update (closed_until, back_days) on campus_rules to portal_admin;
grant insert on book_closings to portal_admin;
`,
}
