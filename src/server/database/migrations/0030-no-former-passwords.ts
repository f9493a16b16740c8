/** Former passwords are no longer kept: a new one is only compared with the present one. */
export const noFormerPasswords = {
  number: 30,
  name: 'no-former-passwords',
  sql: String.raw`
drop function own_password_hashes(integer);
drop trigger remember_password on staff;
drop function remember_password();
drop table former_passwords;

-- However a password is changed: a link ends.
create function end_password_link() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  if new.password_hash <> old.password_hash or new.disabled then
    delete from password_links where campus = old.campus and user_id = old.user_id;
  end if;
  return null;
end $$;
create trigger end_password_link after update of password_hash, disabled on staff
  for each row execute function end_password_link();
revoke execute on function end_password_link() from public;
`,
}
