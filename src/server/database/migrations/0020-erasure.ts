/**
 * The personal data of children who left can be erased after a time that the campus sets. Sums, numbers and the history
 * of money stay. History entries with erased data keep their hashes, and the entry of the erasure has a hash of their
 * remaining content.
 */
export const erasure = {
  number: 20,
  name: 'erasure',
  sql: String.raw`
-- For how many years after a child left its data are kept; null keeps them for ever.
alter table campus_rules add column keep_years integer check (keep_years between 1 and 50);
grant update (keep_years) on campus_rules to portal_admin;

-- The day on which the personal data were erased; null where they were not.
alter table students add column erased_on date check (erased_on is null or state <> 'active');

-- The fields of a record in the history that say who a child is.
create function personal_fields() returns text[] language sql immutable parallel safe as $$
  select array['studentName', 'fatherName', 'dateOfBirth', 'placeOfBirth', 'religion', 'address', 'fatherCnic',
    'fatherOccupation', 'fatherHomePhone', 'fatherOfficePhone', 'telephone', 'fatherEmail']
$$;

-- The lines of history that hold the record of a student.
create view record_lines with (security_invoker = true) as
  select * from changes where roll_no is not null and what in ('student admitted', 'record edited');
grant select on record_lines to portal_clerk;

-- SHA-256 of the lines with the record of a student as they are, of those before a line, as hex.
create function hash_of_record_lines(of_campus text, of_roll_no integer, before_line bigint) returns text
language sql stable as $$
  select encode(sha256(convert_to(string_agg(change_to_hash(c), '' order by c.change_no), 'UTF8')), 'hex')
  from changes c join record_lines l using (campus, change_no)
  where c.campus = of_campus and c.roll_no = of_roll_no and c.change_no < before_line
$$;

-- Removes the personal data of students, whose records are erased already, from the history. Returns for each the hash of
-- its lines as they are then. Nothing else may change a line of history.
create function erase_history(roll_nos integer[]) returns table (erased integer, hash text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own_campus constant text := current_setting('app.campus', true);
begin
  if exists (select from unnest(roll_nos) r (n) where not exists (
      select from students where campus = own_campus and roll_no = r.n and erased_on is not null)) then
    raise exception 'A record in % is not erased', roll_nos;
  end if;
  update changes c set before = c.before - personal_fields(), after = c.after - personal_fields()
  from record_lines l
  where c.campus = own_campus and l.campus = own_campus and l.change_no = c.change_no and l.roll_no = any(roll_nos);
  return query select n, hash_of_record_lines(own_campus, n, 9223372036854775807) from unnest(roll_nos) r (n);
end $$;
revoke execute on function erase_history from public;
grant execute on function erase_history to portal_admin;
`,
}
