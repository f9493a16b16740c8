/**
 * Cashier closings, the first counts of drawers, deposits from the safe, and the rule of blind counts. A row belongs to
 * the drawer of the user who entered it; only a correction in another drawer names the drawer, so that existing rows do
 * not change and receipts are written as before.
 */
export const cashierClose = {
  number: 12,
  name: 'cashier close',
  sql: String.raw`
alter table receipts add column drawer text, add constraint receipts_drawer_check check (drawer <> received_by);
alter table adjustments add column drawer text,
  add constraint adjustments_drawer_check check (drawer is null or kind = 'refund' and drawer <> entered_by);
alter table campus_rules add column blind_count boolean not null default false;

create table cashier_closings (
  campus text collate "C" not null references campuses,
  closing_no integer not null check (closing_no > 0),
  -- The user id of the cashier.
  drawer text not null,
  -- Its place among the closings of the drawer.
  place integer not null check (place > 0),
  -- The range of receipts, and of adjustments, whose rows of this drawer are covered; and the last numbers when it was made.
  after_receipt integer not null,
  up_to_receipt integer not null,
  last_receipt integer not null,
  after_adjustment integer not null,
  up_to_adjustment integer not null,
  last_adjustment integer not null,
  float_before bigint not null,
  -- Cash receipts less reversals and refunds of the range.
  cash bigint not null,
  expected bigint not null generated always as (float_before + cash) stored,
  counted bigint not null check (counted >= 0),
  -- How many of each note and coin; null where the sum alone was given.
  pieces jsonb,
  difference bigint not null generated always as (counted - float_before - cash) stored,
  remark text not null default '',
  float_kept bigint not null,
  to_safe bigint not null generated always as (counted - float_kept) stored,
  closed_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by text,
  -- How many users of the campus could write when it was accepted.
  writers integer,
  primary key (campus, closing_no),
  unique (campus, drawer, place),
  check (0 <= after_receipt and after_receipt <= up_to_receipt and up_to_receipt <= last_receipt),
  check (0 <= after_adjustment and after_adjustment <= up_to_adjustment and up_to_adjustment <= last_adjustment),
  check (float_kept between 0 and counted),
  check (counted = float_before + cash or remark <> ''),
  check ((accepted_at is null) = (accepted_by is null) and (accepted_at is null) = (writers is null)),
  check (accepted_by <> drawer or writers = 1)
);
create function keep_acceptance() returns trigger language plpgsql as $$
begin
  raise exception 'cashier closing % was accepted before', old.closing_no;
end $$;
create trigger keep_acceptance before update on cashier_closings
  for each row when (old.accepted_at is not null) execute function keep_acceptance();

-- First counts that differed from what was expected; the closing of the same place is the recount.
create table drawer_counts (
  campus text collate "C" not null references campuses,
  drawer text not null,
  place integer not null check (place > 0),
  up_to_receipt integer not null,
  up_to_adjustment integer not null,
  expected bigint not null,
  counted bigint not null check (counted >= 0),
  pieces jsonb,
  counted_at timestamptz not null,
  primary key (campus, drawer, place),
  check (counted <> expected)
);

create table deposits (
  campus text collate "C" not null references campuses,
  deposit_no integer not null check (deposit_no > 0),
  deposited_on date not null,
  account text not null check (account <> ''),
  slip text not null check (slip <> ''),
  cash bigint not null check (cash >= 0),
  -- The receipts of the cheques.
  cheques jsonb not null,
  -- Of which closings the cash is, with the amount in paisa of each.
  emptied jsonb not null,
  entered_at timestamptz not null,
  entered_by text not null,
  primary key (campus, deposit_no),
  check (cash > 0 or jsonb_array_length(cheques) > 0)
);

do $$
declare
  campus_table text;
begin
  foreach campus_table in array array['cashier_closings', 'drawer_counts', 'deposits'] loop
    execute format('alter table %I enable row level security', campus_table);
    execute format(
      'create policy own_campus on %I to portal_clerk
         using (campus = (select current_setting(''app.campus'', true)))
         with check (campus = (select current_setting(''app.campus'', true)))', campus_table);
    execute format('grant select, insert on %I to portal_clerk', campus_table);
  end loop;
end $$;
grant update (accepted_at, accepted_by, writers) on cashier_closings to portal_clerk;
grant update (blind_count) on campus_rules to portal_admin;
`,
}
