/**
 * The rights of single users, the limit of amounts without approval by a second person, and the acts that wait for
 * approval. All are off until an admin sets them.
 */
export const twoPersons = {
  number: 11,
  name: 'two persons',
  sql: String.raw`
-- Null where no rights were chosen: the user has all that the role allows.
alter table staff add column rights jsonb
  check (jsonb_typeof(rights) = 'array' and rights <@ '["receive", "price", "generate", "approve"]');
grant select (rights) on staff to portal_clerk;
grant insert (rights), update (rights) on staff to portal_admin;

-- In paisa; null while no act needs a second person.
alter table campus_rules add column approval_limit bigint check (approval_limit >= 0);
grant update (approval_limit) on campus_rules to portal_admin;

alter table counters drop constraint counters_counter_check;
alter table counters add constraint counters_counter_check
  check (counter in ('roll number', 'receipt', 'run', 'adjustment', 'approval'));
insert into counters (campus, counter, last) select campus, 'approval', 0 from campuses;

create type approval_state as enum ('pending', 'approved', 'declined', 'withdrawn', 'alone');

create table approvals (
  campus text collate "C" not null references campuses,
  request_no integer not null check (request_no > 0),
  -- The name of the endpoint of the act, and its input as it came: it is done from it when it is approved.
  act text not null,
  input jsonb not null,
  why text not null check (why in ('above the limit', 'own money')),
  -- The limit that was in force.
  approval_limit bigint not null,
  state approval_state not null,
  roll_no integer not null,
  voucher_no text collate "C",
  receipt_no integer,
  -- By how much it changes what is owed or was received, in paisa.
  amount bigint not null check (amount >= 0),
  words text not null,
  balance_before bigint not null,
  balance_after bigint not null,
  reason text not null check (reason <> ''),
  requested_by text not null,
  requested_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  note text not null default '',
  primary key (campus, request_no),
  foreign key (campus, roll_no) references students,
  check ((state in ('pending', 'alone')) = (decided_by is null)),
  check ((decided_by is null) = (decided_at is null)),
  check (case state when 'approved' then decided_by <> requested_by when 'declined' then decided_by <> requested_by
    when 'withdrawn' then decided_by = requested_by else true end)
);
create index approvals_pending on approvals (campus, request_no) where state = 'pending';

-- A request is decided once; nothing else of it ever changes.
create function decide_approval() returns trigger language plpgsql as $$
begin
  if old.state <> 'pending' or (to_jsonb(new) - array['state', 'decided_by', 'decided_at', 'note'])
    <> (to_jsonb(old) - array['state', 'decided_by', 'decided_at', 'note']) then
    raise exception 'a request for approval is decided once';
  end if;
  return new;
end $$;
create trigger decide_approval before update on approvals for each row execute function decide_approval();

alter table approvals enable row level security;
create policy own_campus on approvals to portal_clerk
  using (campus = (select current_setting('app.campus', true)))
  with check (campus = (select current_setting('app.campus', true)));
grant select, insert, update (state, decided_by, decided_at, note) on approvals to portal_clerk;
`,
}
