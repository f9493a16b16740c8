/** The security log. Rows are only added; an admin may read the rows of the campus and the rows without a campus. */
export const securityLog = {
  number: 17,
  name: 'security log',
  sql: String.raw`
create table security_events (
  event_no bigint generated always as identity primary key,
  at timestamptz not null,
  -- Null where the user is unknown, and for most of the command line.
  campus text collate "C" references campuses,
  -- Null where the user is unknown: what was typed as the user id is not kept.
  user_id text,
  role staff_role,
  address text not null,
  -- Browser and system in words.
  device text not null,
  request_id text not null,
  kind text not null check (kind <> ''),
  -- Which alert it raised; null for most.
  alert text,
  -- The event as a sentence, and its parts.
  what text not null check (what <> '' and length(what) <= 300),
  details jsonb not null,
  check (campus is not null or user_id is null or user_id = 'operator')
);
create index security_events_by_time on security_events (campus, at);
create index security_alerts on security_events (at) where alert is not null;
create index security_events_of_user on security_events (user_id, kind, at) where user_id is not null;
create index failed_sign_ins_by_address on security_events (address, at)
  where kind in ('sign-in failed', 'sign-in slowed', 'password refused');

alter table security_events enable row level security;
create policy own_campus on security_events to portal_clerk
  using (campus = (select current_setting('app.campus', true))
    or campus is null and (select current_setting('app.campus', true)) <> '')
  with check (campus = (select current_setting('app.campus', true)));
grant insert (at, campus, user_id, role, address, device, request_id, kind, alert, what, details)
  on security_events to portal_clerk;
grant select on security_events to portal_admin;
`,
}
