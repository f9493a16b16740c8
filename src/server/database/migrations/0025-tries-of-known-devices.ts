/**
 * A password that an admin set, or that was chosen by a link, no longer makes the user's browsers unknown: each browser
 * stays known for five tries, so that the guesses of others do not lock the user out (decision record 66).
 */
export const triesOfKnownDevices = {
  number: 25,
  name: 'tries of known devices',
  sql: `
-- How many attempts a device has before the first right password since it was set; null after that.
alter table known_devices add column tries_left integer check (tries_left >= 0);

create or replace function forget_devices() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  if new.disabled then
    delete from known_devices where campus = new.campus and user_id = new.user_id;
  else
    update known_devices set tries_left = 5 where campus = new.campus and user_id = new.user_id;
    delete from sign_in_tries where user_id = new.user_id and device_hash is not null;
  end if;
  return null;
end $$;

create or replace function change_own_password(known_hash text, new_hash text, this_session bytea) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was_given boolean;
begin
  select must_change into was_given from staff
    where campus = current_setting('app.campus') and user_id = current_setting('app.user_id')
      and password_hash = known_hash and not disabled
    for update;
  if not found then return false; end if;
  update staff set password_hash = new_hash, must_change = false
    where campus = current_setting('app.campus') and user_id = current_setting('app.user_id');
  delete from sessions
    where campus = current_setting('app.campus') and user_id = current_setting('app.user_id')
      and token_hash <> this_session;
  -- A user who was not asked to may change the password because of another device.
  if not was_given then
    delete from known_devices
      where campus = current_setting('app.campus') and user_id = current_setting('app.user_id');
  end if;
  return true;
end $$;
`,
}
