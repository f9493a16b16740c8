/**
 * Second factors of users (an authenticator app, passkeys and recovery codes), sign-ins that wait for a factor, and the
 * rule that admins need a factor. A call reaches these tables only through the functions below, which use only the rows
 * of the session's user, or, for an admin, the rows of the campus.
 */
export const secondFactor = {
  number: 19,
  name: 'second factor',
  sql: String.raw`
alter table campus_rules add column admin_factor boolean not null default false;
grant update (admin_factor) on campus_rules to portal_admin;

create table totp_secrets (
  campus text collate "C" not null,
  user_id text collate "C" not null,
  -- In base32, as authenticator apps take it.
  secret text not null check (secret ~ '^[A-Z2-7]{32}$'),
  -- The time step of the last code that was accepted; no code of it or of an earlier one is accepted again.
  last_step bigint not null,
  set_up_at timestamptz not null,
  primary key (campus, user_id),
  foreign key (campus, user_id) references staff
);

create table passkeys (
  campus text collate "C" not null,
  user_id text collate "C" not null,
  credential_id text collate "C" not null check (credential_id <> ''),
  public_key bytea not null,
  -- As the authenticator counts its signatures; always 0 for one that does not count.
  counter bigint not null check (counter >= 0),
  transports jsonb not null check (jsonb_typeof(transports) = 'array'),
  name text not null check (name <> ''),
  -- The domain at which it was made, and at which alone it works.
  relying_party text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (campus, user_id, credential_id),
  foreign key (campus, user_id) references staff
);

create table recovery_codes (
  campus text collate "C" not null,
  user_id text collate "C" not null,
  code_hash bytea not null,
  made_at timestamptz not null,
  used_at timestamptz,
  primary key (campus, user_id, code_hash),
  foreign key (campus, user_id) references staff
);

-- What a passkey that is being added has to sign.
create table passkey_challenges (
  campus text collate "C" not null,
  user_id text collate "C" not null,
  challenge text not null,
  expires_at timestamptz not null,
  primary key (campus, user_id),
  foreign key (campus, user_id) references staff
);

-- Sign-ins with the right password that wait for the second factor; found by their token, before a campus is known.
create table pending_sign_ins (
  campus text collate "C" not null,
  token_hash bytea not null unique,
  user_id text collate "C" not null,
  -- The hash that the password was compared with: another one ends the sign-in.
  password_hash text not null,
  challenge text not null,
  attempts integer not null default 0 check (attempts between 0 and 5),
  expires_at timestamptz not null,
  primary key (campus, token_hash),
  foreign key (campus, user_id) references staff
);
create index pending_sign_ins_of_staff on pending_sign_ins (campus, user_id);
create index pending_sign_ins_by_age on pending_sign_ins (expires_at);

do $$
declare
  campus_table text;
begin
  foreach campus_table in array
    array['totp_secrets', 'passkeys', 'recovery_codes', 'passkey_challenges', 'pending_sign_ins']
  loop
    execute format('alter table %I enable row level security', campus_table);
    execute format(
      'create policy own_campus on %I to portal_clerk
         using (campus = (select current_setting(''app.campus'', true)))
         with check (campus = (select current_setting(''app.campus'', true)))', campus_table);
  end loop;
end $$;

-- One change of a user's factors at a time, and one use: the lock lasts until the end of the transaction.
create function lock_factors(who text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('factors of ' || who, 2))
$$;

create function own_second_factor() returns jsonb language sql stable security definer
set search_path = public, pg_temp as $$
  with me as (select current_setting('app.campus') as campus, current_setting('app.user_id') as user_id)
  select jsonb_build_object(
    'setUpAt', (select set_up_at from totp_secrets natural join me),
    'passkeys', (select coalesce(jsonb_agg(jsonb_build_object('credentialId', credential_id, 'name', name,
        'transports', transports, 'relyingParty', relying_party, 'createdAt', created_at, 'usedAt', used_at)
        order by created_at, credential_id), '[]') from passkeys natural join me),
    'codesLeft', (select count(*) from recovery_codes natural join me where used_at is null))
$$;

create function save_own_totp(new_secret text, step bigint, at timestamptz) returns void language sql
security definer set search_path = public, pg_temp as $$
  insert into totp_secrets (campus, user_id, secret, last_step, set_up_at)
  values (current_setting('app.campus'), current_setting('app.user_id'), new_secret, step, at)
  on conflict (campus, user_id) do update
    set secret = excluded.secret, last_step = excluded.last_step, set_up_at = excluded.set_up_at
$$;

create function save_own_recovery_codes(hashes bytea[], at timestamptz) returns void language sql
security definer set search_path = public, pg_temp as $$
  delete from recovery_codes
    where campus = current_setting('app.campus') and user_id = current_setting('app.user_id');
  insert into recovery_codes (campus, user_id, code_hash, made_at)
    select current_setting('app.campus'), current_setting('app.user_id'), hash, at from unnest(hashes) hash;
$$;

create function save_own_challenge(new_challenge text, until timestamptz) returns void language sql
security definer set search_path = public, pg_temp as $$
  insert into passkey_challenges (campus, user_id, challenge, expires_at)
  values (current_setting('app.campus'), current_setting('app.user_id'), new_challenge, until)
  on conflict (campus, user_id) do update set challenge = excluded.challenge, expires_at = excluded.expires_at
$$;

-- Taken once: null where there is none, or it has expired.
create function take_own_challenge(at timestamptz) returns text language sql
security definer set search_path = public, pg_temp as $$
  with taken as (
    delete from passkey_challenges
    where campus = current_setting('app.campus') and user_id = current_setting('app.user_id')
    returning challenge, expires_at)
  select challenge from taken where expires_at > at
$$;

create function add_own_passkey(id text, key bytea, signatures bigint, ways jsonb, label text, party text, at timestamptz)
returns boolean language sql security definer set search_path = public, pg_temp as $$
  with added as (
    insert into passkeys
      (campus, user_id, credential_id, public_key, counter, transports, name, relying_party, created_at)
    values (current_setting('app.campus'), current_setting('app.user_id'), id, key, signatures, ways, label, party, at)
    on conflict do nothing returning 1)
  select exists (select from added)
$$;

-- The name of the passkey; null where there is none.
create function remove_own_passkey(id text) returns text language sql
security definer set search_path = public, pg_temp as $$
  delete from passkeys
  where campus = current_setting('app.campus') and user_id = current_setting('app.user_id') and credential_id = id
  returning name
$$;

-- What a user has of second factors, with what waits for one. Called by the functions below, and by the operator.
create function delete_factors(of_campus text, who text) returns boolean language plpgsql as $$
declare
  had boolean;
begin
  select exists (select from totp_secrets where campus = of_campus and user_id = who)
    or exists (select from passkeys where campus = of_campus and user_id = who) into had;
  delete from totp_secrets where campus = of_campus and user_id = who;
  delete from passkeys where campus = of_campus and user_id = who;
  delete from recovery_codes where campus = of_campus and user_id = who;
  delete from passkey_challenges where campus = of_campus and user_id = who;
  delete from pending_sign_ins where campus = of_campus and user_id = who;
  return had;
end $$;

create function delete_own_factors() returns boolean language sql
security definer set search_path = public, pg_temp as $$
  select delete_factors(current_setting('app.campus'), current_setting('app.user_id'))
$$;

create function reset_factors(who text) returns boolean language sql
security definer set search_path = public, pg_temp as $$
  select delete_factors(current_setting('app.campus'), who)
$$;

create function users_with_factor() returns setof text language sql stable
security definer set search_path = public, pg_temp as $$
  select user_id from totp_secrets where campus = current_setting('app.campus', true)
  union
  select user_id from passkeys where campus = current_setting('app.campus', true)
$$;

revoke execute on function own_second_factor(), save_own_totp(text, bigint, timestamptz),
  save_own_recovery_codes(bytea[], timestamptz), save_own_challenge(text, timestamptz), take_own_challenge(timestamptz),
  add_own_passkey(text, bytea, bigint, jsonb, text, text, timestamptz), remove_own_passkey(text),
  delete_factors(text, text), delete_own_factors(), reset_factors(text), users_with_factor() from public;
grant execute on function own_second_factor(), save_own_totp(text, bigint, timestamptz),
  save_own_recovery_codes(bytea[], timestamptz), save_own_challenge(text, timestamptz), take_own_challenge(timestamptz),
  add_own_passkey(text, bytea, bigint, jsonb, text, text, timestamptz), remove_own_passkey(text),
  delete_own_factors() to portal_clerk;
grant execute on function reset_factors(text), users_with_factor() to portal_admin;
`,
}
