/**
 * Incomplete records of a school's register: date of birth and gender may be null, and the texts that an import filled
 * with "Not known" until now may be empty, as other texts already could. The index counts and lists the incomplete
 * records of students at school.
 */
export const incompleteRecords = {
  number: 27,
  name: 'incomplete records',
  sql: String.raw`
alter table students alter column date_of_birth drop not null, alter column gender drop not null;

update students set
  place_of_birth = case place_of_birth when 'Not known' then '' else place_of_birth end,
  religion = case religion when 'Not known' then '' else religion end,
  father_home_phone = case father_home_phone when 'Not known' then '' else father_home_phone end
where import_no is not null and 'Not known' in (place_of_birth, religion, father_home_phone);

create index incomplete_records on students (campus, roll_no) where state = 'active'
  and (date_of_birth is null or gender is null or place_of_birth = '' or religion = '' or father_home_phone = '');
`,
}
