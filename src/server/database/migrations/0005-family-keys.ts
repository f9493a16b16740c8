/**
 * The father's CNIC and phone in the form that is compared to find siblings; null if they identify nobody. They are
 * columns, because row level security would prevent the use of an index on an expression.
 */
export const familyKeys = {
  number: 5,
  name: 'family keys',
  sql: String.raw`
create function identifying_digits(digits text, shortest integer, longest integer) returns text
language sql immutable parallel safe as $$
  select case when length(digits) between shortest and longest and digits !~ '^(.)\1*$' then digits end
$$;
alter table students
  add column family_cnic text collate "C" generated always as (identifying_digits(plain_digits(father_cnic), 13, 13)) stored,
  add column family_phone text collate "C" generated always as
    (identifying_digits(plain_digits(father_home_phone), 7, 15)) stored;
create index students_by_family_cnic on students (campus, family_cnic) where family_cnic is not null;
create index students_by_family_phone on students (campus, family_phone) where family_phone is not null;
`,
}
