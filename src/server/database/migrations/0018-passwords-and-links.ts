/**
 * Passwords set by an admin are changed at the first sign-in, former passwords are kept as hashes, an admin's link lets
 * a user choose a new password, and a session has an id, a device and the hash of its confirmation.
 */
export const passwordsAndLinks = {
  number: 18,
  name: 'passwords and links',
  sql: String.raw`
-- Users from before chose their password, or were asked by nobody to.
alter table staff add column must_change boolean not null default false;
grant select (must_change) on staff to portal_clerk;
grant insert (must_change), update (must_change) on staff to portal_admin;

alter table sessions
  -- Its name on the wire, which says nothing about the token.
  add column session_id uuid not null default gen_random_uuid(),
  -- Where and on what the user signed in; empty for sessions from before.
  add column address text collate "C" not null default '' check (length(address) <= 64),
  add column agent text not null default '' check (length(agent) <= 300),
  -- Of the token with which the page shows that the password was entered again, and until when.
  add column confirmation_hash bytea,
  add column confirmed_until timestamptz,
  add check ((confirmation_hash is null) = (confirmed_until is null));
grant select (session_id, address, agent, started_at) on sessions to portal_admin;

-- Hashes of the passwords that a user had before, in their order; rows are only added, by the trigger below.
create table former_passwords (
  campus text collate "C" not null,
  user_id text collate "C" not null,
  place bigint not null generated always as identity,
  password_hash text not null,
  primary key (campus, user_id, place),
  foreign key (campus, user_id) references staff
);

-- The link of a user with which they choose a new password: a newer one takes its place, using it deletes it.
create table password_links (
  campus text collate "C" not null,
  user_id text collate "C" not null,
  token_hash bytea not null,
  made_by text not null,
  made_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > made_at),
  primary key (campus, user_id),
  foreign key (campus, user_id) references staff
);
-- A link is found before a campus is known.
create index password_links_by_token on password_links (token_hash);

-- However a password is changed: the one before is remembered, and a link ends.
create function remember_password() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  if new.password_hash <> old.password_hash then
    insert into former_passwords (campus, user_id, password_hash)
      values (old.campus, old.user_id, old.password_hash);
  end if;
  if new.password_hash <> old.password_hash or new.disabled then
    delete from password_links where campus = old.campus and user_id = old.user_id;
  end if;
  return null;
end $$;
create trigger remember_password after update of password_hash, disabled on staff
  for each row execute function remember_password();

do $$
declare
  campus_table text;
begin
  foreach campus_table in array array['former_passwords', 'password_links'] loop
    execute format('alter table %I enable row level security', campus_table);
    execute format(
      'create policy own_campus on %I to portal_clerk
         using (campus = (select current_setting(''app.campus'', true)))
         with check (campus = (select current_setting(''app.campus'', true)))', campus_table);
  end loop;
end $$;
grant select (campus, user_id), insert, update (token_hash, made_by, made_at, ends_at) on password_links to portal_admin;

create or replace function change_own_password(known_hash text, new_hash text, this_session bytea) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update staff set password_hash = new_hash, must_change = false
    where campus = current_setting('app.campus') and user_id = current_setting('app.user_id')
      and password_hash = known_hash and not disabled;
  if not found then return false; end if;
  delete from sessions
    where campus = current_setting('app.campus') and user_id = current_setting('app.user_id')
      and token_hash <> this_session;
  return true;
end $$;

-- One's own present hash and the ones before it, the newest first.
create function own_password_hashes(most integer) returns setof text language sql stable security definer
set search_path = public, pg_temp as $$
  (select password_hash from staff
    where campus = current_setting('app.campus') and user_id = current_setting('app.user_id') and not disabled)
  union all
  (select password_hash from former_passwords
    where campus = current_setting('app.campus') and user_id = current_setting('app.user_id')
    order by place desc limit most - 1)
$$;

-- The session goes on under another token; what was confirmed in it is not.
create function renew_own_session(this_session bytea, new_session bytea, now timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sessions set token_hash = new_session, seen_at = now, confirmation_hash = null, confirmed_until = null
    where campus = current_setting('app.campus') and user_id = current_setting('app.user_id')
      and token_hash = this_session;
  return found;
end $$;

create function confirm_own_session(this_session bytea, hash bytea, until timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sessions set confirmation_hash = hash, confirmed_until = until
    where campus = current_setting('app.campus') and user_id = current_setting('app.user_id')
      and token_hash = this_session;
  return found;
end $$;

create function own_sessions(this_session bytea)
returns table (session_id uuid, address text, agent text, started_at timestamptz, seen_at timestamptz, is_this boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.session_id, s.address, s.agent, s.started_at, s.seen_at, s.token_hash = this_session from sessions s
  where s.campus = current_setting('app.campus') and s.user_id = current_setting('app.user_id')
$$;

-- One of one's own sessions, or for null all but this one; returns how many were ended.
create function end_own_sessions(this_session bytea, ended_id uuid) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended integer;
begin
  delete from sessions
    where campus = current_setting('app.campus') and user_id = current_setting('app.user_id')
      and case when ended_id is null then token_hash <> this_session else session_id = ended_id end;
  get diagnostics ended = row_count;
  return ended;
end $$;

do $$
declare
  own_function text;
begin
  foreach own_function in array array['own_password_hashes(integer)', 'renew_own_session(bytea, bytea, timestamptz)',
    'confirm_own_session(bytea, bytea, timestamptz)', 'own_sessions(bytea)', 'end_own_sessions(bytea, uuid)'] loop
    execute format('revoke execute on function %s from public', own_function);
    execute format('grant execute on function %s to portal_clerk', own_function);
  end loop;
end $$;
revoke execute on function remember_password() from public;
`,
}
