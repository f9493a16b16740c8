/**
 * A browser in which a user signed in is a known device of that user, and its failed attempts are counted separately,
 * so that the guesses of others do not lock its users out (decision record 46).
 */
export const knownDevices = {
  number: 16,
  name: 'known devices',
  sql: `
create table known_devices (
  campus text collate "C" not null,
  user_id text collate "C" not null,
  -- SHA-256 of the random token in the browser's cookie; the users of one browser share the token.
  device_hash bytea not null,
  used_at timestamptz not null,
  primary key (campus, user_id, device_hash),
  foreign key (campus, user_id) references staff on delete cascade
);
-- Devices are found before a campus is known.
create index known_devices_by_hash on known_devices (device_hash, user_id);
-- No call reads or writes it: only sign-in does, on the server's own connection.
alter table known_devices enable row level security;
create policy own_campus on known_devices to portal_clerk
  using (campus = (select current_setting('app.campus', true)))
  with check (campus = (select current_setting('app.campus', true)));

-- However a password is changed or a user disabled, the devices that were known until then are forgotten.
create function forget_devices() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  delete from known_devices where campus = new.campus and user_id = new.user_id;
  return null;
end $$;
revoke execute on function forget_devices() from public;
create trigger forget_devices after update on staff
  for each row when (old.password_hash <> new.password_hash or (new.disabled and not old.disabled))
  execute function forget_devices();

-- Set where the attempt came from a known device of the user.
alter table sign_in_tries add column device_hash bytea;
`,
}
