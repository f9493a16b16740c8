/**
 * The data of a school that starts with the portal: imports of its files, which are temporary, the former number of a
 * student, and vouchers of the kind `opening` for opening balances. This transaction may not use the new kind yet.
 */
export const movingIn = {
  number: 22,
  name: 'moving in',
  sql: String.raw`
alter type voucher_kind add value 'opening';

alter table counters drop constraint counters_counter_check;
alter table counters add constraint counters_counter_check
  check (counter in ('roll number', 'receipt', 'run', 'adjustment', 'approval', 'import'));
insert into counters (campus, counter, last) select campus, 'import', 0 from campuses;

-- A file that an admin brings in. A working paper, no part of the books: what it changed is in the history.
create table imports (
  campus text collate "C" not null references campuses,
  import_no bigint not null check (import_no > 0),
  what text not null check (what in ('students', 'balances', 'fees', 'contacts')),
  file_name text not null,
  file_hash bytea not null,
  -- The headings of the file, texts in their order.
  headings jsonb not null,
  row_count integer not null check (row_count >= 0),
  -- What the columns and values mean; null until an admin said so.
  settings jsonb,
  state text not null default 'collecting' check (state in ('collecting', 'checked', 'applied', 'withdrawn')),
  started_at timestamptz not null,
  started_by text not null,
  applied_at timestamptz,
  applied_by text,
  counts jsonb,
  -- The line of the history of its application.
  change_no bigint,
  primary key (campus, import_no),
  check ((state in ('applied', 'withdrawn')) = (applied_at is not null)),
  check ((applied_at is null) = (applied_by is null))
);

create table import_rows (
  campus text collate "C" not null,
  import_no bigint not null,
  -- The row in the file.
  row_no integer not null check (row_no > 0),
  -- The cells, texts in the order of the headings.
  cells jsonb not null,
  outcome text check (outcome in ('new', 'changed', 'same', 'refused', 'left out')),
  left_out boolean not null default false,
  problems jsonb not null default '[]',
  -- The student that the row is about, once known.
  roll_no integer,
  primary key (campus, import_no, row_no),
  foreign key (campus, import_no) references imports
);

-- What the columns of a file with these headings meant the last time.
create table import_mappings (
  campus text collate "C" not null references campuses,
  headings_hash bytea not null,
  what text not null check (what in ('students', 'balances', 'fees', 'contacts')),
  settings jsonb not null,
  saved_at timestamptz not null,
  primary key (campus, headings_hash, what)
);

do $$
declare
  campus_table text;
begin
  foreach campus_table in array array['imports', 'import_rows', 'import_mappings'] loop
    execute format('alter table %I enable row level security', campus_table);
    execute format(
      'create policy own_campus on %I to portal_clerk
         using (campus = (select current_setting(''app.campus'', true)))
         with check (campus = (select current_setting(''app.campus'', true)))', campus_table);
    execute format('grant select, insert, update on %I to portal_admin', campus_table);
  end loop;
end $$;

-- The number that the school gave the student before, as it is on old papers: any text. And the import that admitted the
-- student; null for an admission. The search finds the old number as it is typed, and by its digits alone, which follow
-- a sign that no name has.
drop index students_to_search;
alter table students
  drop column search_names,
  add column old_number text not null default '' check (length(old_number) <= 60),
  add column import_no bigint,
  add constraint students_import_no_fkey foreign key (campus, import_no) references imports;
alter table students
  add column search_names text collate "C" not null generated always as
    (' ' || left(plain_words(student_name), 120) || ' ' || left(plain_words(father_name), 120)
      || case old_number when '' then '' else ' ' || left(plain_words(old_number), 120) || ' #' || plain_digits(old_number) end)
    stored;
create index students_to_search on students (campus) include (roll_no, state, search_names, search_numbers);

-- Who admitted a student does not change.
revoke update on students from portal_clerk;
grant update (admission_date, student_name, father_name, date_of_birth, place_of_birth, gender, religion, address,
  father_cnic, father_occupation, father_home_phone, father_office_phone, telephone, father_email, student_class, section,
  admission_class, state, left_on, promoted_on, erased_on, old_number) on students to portal_clerk;

-- The few lines that name many students are found for one of them.
create index imports_in_history on changes (campus, change_no) where what in ('rows imported', 'import withdrawn');
`,
}
