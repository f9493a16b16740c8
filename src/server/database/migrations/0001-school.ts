export const school = {
  number: 1,
  name: 'school',
  sql: `
-- Enumerations sort in the order in which they are listed: reports come in class order without a sort key of their own.
create type school_class as enum
  ('Play Group', 'Nursery', 'Prep', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'Hifz');
create type school_section as enum ('Red', 'Green', 'Blue', 'Pink', 'Rose', 'Hifz');
create type student_gender as enum ('male', 'female', 'other');
create type student_state as enum ('active', 'removed', 'graduated');
create type staff_role as enum ('admin', 'readwrite', 'write', 'read');
create type voucher_kind as enum ('admission', 'monthly');
create type receipt_kind as enum ('receipt', 'reversal');

-- An amount of money given by a person, in whole paisa.
create domain fee as bigint check (value between 0 and 999999999);

create table school (
  only_one boolean primary key default true check (only_one),
  name text not null check (name <> ''),
  tax_number text not null
);

create table campuses (
  campus text collate "C" primary key check (campus <> '' and length(campus) <= 120)
);

-- Staff and sessions are found before a campus is known: by user id and by token.
create table staff (
  campus text collate "C" not null references campuses,
  user_id text collate "C" not null unique check (user_id = lower(user_id) and user_id <> ''),
  name text not null,
  role staff_role not null,
  password_hash text not null,
  disabled boolean not null default false,
  primary key (campus, user_id)
);

create table sessions (
  campus text collate "C" not null,
  token_hash bytea not null unique,
  user_id text collate "C" not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (campus, token_hash),
  foreign key (campus, user_id) references staff
);
create index sessions_of_staff on sessions (campus, user_id);

create table sign_in_tries (
  user_id text collate "C" not null,
  address text collate "C" not null,
  tried_at timestamptz not null
);
create index sign_in_tries_of_user on sign_in_tries (user_id, tried_at);
create index sign_in_tries_of_address on sign_in_tries (address, tried_at);

-- The last number given out, counted in the transaction that uses it: no gap, no repeat.
create table counters (
  campus text collate "C" not null references campuses,
  counter text not null check (counter in ('roll number', 'receipt')),
  last integer not null default 0 check (last >= 0),
  primary key (campus, counter)
);

-- Names as the search compares them: small letters without accents or vowel signs, one Urdu letter where keyboards have
-- two, one blank between words. In the collation C, so that both engines and every server agree.
create function plain_words(names text) returns text language sql immutable strict parallel safe as $$
  select trim(lower(regexp_replace(translate(regexp_replace(normalize(names, nfkd),
    '[\\u0027\\u0060\\u00ad\\u02bc\\u0300-\\u036f\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06ed\\u200b-\\u200f\\u2018\\u2019\\u2060]',
    '', 'g'), 'يىكهةۃە', 'ییکہہہہ'),
    '[\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u005f\\u007b-\\u00bf\\u060c\\u061b\\u061f\\u06d4\\u2000-\\u206f\\u3000-\\u3002]+',
    ' ', 'g') collate "C"))
$$;
-- The digits of a card or phone number, a phone as it is dialled at home: +92 300 1234567 is 03001234567.
create function plain_digits(number text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(regexp_replace(translate(number, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789'),
    '[^0-9]', '', 'g'), '^(00)?92([0-9]{10})$', '0\\2')
$$;

create table students (
  campus text collate "C" not null references campuses,
  roll_no integer not null check (roll_no > 0),
  admission_no integer not null,
  registration_no integer not null,
  admission_date date not null,
  student_name text not null check (student_name <> ''),
  father_name text not null check (father_name <> ''),
  date_of_birth date not null,
  place_of_birth text not null,
  gender student_gender not null,
  religion text not null,
  address text not null default '',
  father_cnic text not null default '',
  father_occupation text not null default '',
  father_home_phone text not null,
  father_office_phone text not null default '',
  telephone text not null default '',
  father_email text not null default '',
  student_class school_class not null,
  section school_section not null,
  admission_class school_class not null,
  state student_state not null default 'active',
  left_on date,
  promoted_on date,
  admitted_at timestamptz not null,
  admitted_by text not null,
  -- A blank stands before each word and number. Cut, as an entry of an index has its bounds.
  search_names text collate "C" not null generated always as
    (' ' || left(plain_words(student_name), 120) || ' ' || left(plain_words(father_name), 120)) stored,
  search_numbers text collate "C" not null generated always as
    (' ' || plain_digits(father_cnic) || ' ' || plain_digits(father_home_phone) || ' '
      || plain_digits(father_office_phone) || ' ' || plain_digits(telephone)) stored,
  primary key (campus, roll_no),
  unique (campus, admission_no),
  unique (campus, registration_no),
  check ((state = 'active') = (left_on is null))
);
-- Holds all that a search compares: a campus is searched without reading its students.
create index students_to_search on students (campus) include (roll_no, state, search_names, search_numbers);
create index students_by_class on students (campus, student_class, section, roll_no);

-- What a student pays each month, and what waits to be charged once on the next voucher.
create table fees (
  campus text collate "C" not null,
  roll_no integer not null,
  monthly_fee fee not null,
  discount fee not null,
  registration_fee fee not null default 0,
  admission_fee fee not null default 0,
  examination_fee fee not null default 0,
  primary key (campus, roll_no),
  foreign key (campus, roll_no) references students,
  check (discount <= monthly_fee)
);

create table vouchers (
  campus text collate "C" not null,
  voucher_no text collate "C" not null,
  roll_no integer not null,
  -- The student's vouchers counted in the order of their making: the highest is the latest.
  chain_no integer not null check (chain_no > 0),
  kind voucher_kind not null,
  student_class school_class not null,
  section school_section not null,
  year integer not null,
  month integer not null check (month between 1 and 12),
  issue_date date not null,
  due_date date not null check (due_date >= issue_date),
  period_from date not null,
  period_to date not null check (period_to >= period_from),
  monthly_fee fee not null,
  discount fee not null check (discount <= monthly_fee),
  registration_fee fee not null,
  admission_fee fee not null,
  examination_fee fee not null,
  fine fee not null default 0,
  arrears bigint not null,
  received bigint not null default 0 check (received >= 0),
  -- Of the last receipt that stands, and who corrected one; written by count_receipt alone.
  received_on date,
  received_by text,
  edited_by text,
  amount bigint not null generated always as
    (monthly_fee::bigint + examination_fee::bigint + fine::bigint + registration_fee::bigint + admission_fee::bigint
      - discount::bigint) stored,
  net_balance bigint not null generated always as
    (arrears + monthly_fee::bigint + examination_fee::bigint + fine::bigint + registration_fee::bigint
      + admission_fee::bigint - discount::bigint - received) stored,
  posted boolean not null default false,
  fee_paid boolean not null,
  carried_to text collate "C",
  replaced_by text collate "C",
  note text not null default '',
  generated_at timestamptz not null,
  generated_by text not null,
  primary key (campus, voucher_no),
  unique (campus, roll_no, chain_no),
  foreign key (campus, roll_no) references students,
  foreign key (campus, carried_to) references vouchers,
  -- At commit: the voucher that takes this one's place comes after it, as the month has one voucher at a time.
  foreign key (campus, replaced_by) references vouchers deferrable initially deferred,
  check (carried_to is null or replaced_by is null),
  -- Nothing due means paid; something due means unpaid, unless another voucher took it over.
  check (fee_paid or net_balance > 0),
  check (not fee_paid or net_balance <= 0 or carried_to is not null or replaced_by is not null)
)
-- Each voucher is written again a few times: posted, carried, paid. Room on its page keeps that out of the six indexes,
-- which makes a campus run a third faster (docs/decisions/0026-growth-without-partitions.md).
with (fillfactor = 80);
create unique index one_voucher_per_month on vouchers (campus, roll_no, year, month) where replaced_by is null;
create index vouchers_by_month on vouchers (campus, year, month, student_class, section);
create index vouchers_by_issue_date on vouchers (campus, issue_date);
-- What is still owed: the same few however many years there are.
create index vouchers_unpaid on vouchers (campus, roll_no, chain_no) where not fee_paid;
create index vouchers_to_post on vouchers (campus, year, month) where not posted and replaced_by is null;

-- Money that came in. Rows are only ever added: a mistake is reversed by a row that names it.
create table receipts (
  campus text collate "C" not null,
  receipt_no integer not null check (receipt_no > 0),
  voucher_no text collate "C" not null,
  roll_no integer not null,
  kind receipt_kind not null,
  amount bigint not null,
  reverses integer,
  received_on date not null,
  received_by text not null,
  entered_at timestamptz not null,
  reason text not null default '',
  primary key (campus, receipt_no),
  unique (campus, reverses),
  foreign key (campus, voucher_no) references vouchers,
  foreign key (campus, roll_no) references students,
  foreign key (campus, reverses) references receipts,
  check (case kind when 'receipt' then amount > 0 and reverses is null else amount < 0 and reverses is not null end)
);
create index receipts_of_voucher on receipts (campus, voucher_no);
create index receipts_of_student on receipts (campus, roll_no);
create index receipts_by_day on receipts (campus, received_on, received_by);

-- A receipt row is the only thing that moves what a voucher received: nobody else may write those columns.
create function count_receipt() returns trigger language plpgsql security definer set search_path from current as $$
declare
  standing receipts := new;
begin
  if new.kind = 'reversal' then
    select * into standing from receipts r
      where r.campus = new.campus and r.voucher_no = new.voucher_no and r.kind = 'receipt'
        and not exists (select from receipts x where x.campus = r.campus and x.reverses = r.receipt_no)
      order by r.receipt_no desc limit 1;
  end if;
  update vouchers
    set received = received + new.amount,
      fee_paid = net_balance - new.amount <= 0,
      received_on = standing.received_on,
      received_by = standing.received_by,
      edited_by = case new.kind when 'reversal' then new.received_by else edited_by end
    where campus = new.campus and voucher_no = new.voucher_no;
  return null;
end $$;
create trigger count_receipt after insert on receipts for each row execute function count_receipt();

-- The school's history, written in the transaction of what it tells of.
create table changes (
  campus text collate "C" not null references campuses,
  change_no bigint not null generated always as identity,
  changed_at timestamptz not null,
  changed_by text not null,
  what text not null,
  roll_no integer,
  voucher_no text collate "C",
  receipt_no integer,
  before jsonb,
  after jsonb,
  primary key (campus, change_no)
);
create index changes_of_student on changes (campus, roll_no, change_no) where roll_no is not null;

-- The first answer to a call that carried an Idempotency-Key, given again when the call comes again.
create table answers (
  campus text collate "C" not null references campuses,
  idempotency_key text collate "C" not null,
  payload_hash bytea not null,
  answer jsonb,
  answered_at timestamptz not null,
  primary key (campus, idempotency_key)
);
create index answers_by_age on answers (answered_at);

-- A request works as portal_clerk: it owns nothing, deletes nothing and sees the rows of one campus. An admin's calls on
-- users work as portal_admin, which may that and write the staff of that campus.
do $$
declare
  -- From PostgreSQL 16 on who makes a role is its member, and yet may not take it on before it is granted so.
  may_take_on text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
  portal_role text;
begin
  foreach portal_role in array array['portal_clerk', 'portal_admin'] loop
    begin
      if not exists (select from pg_roles where rolname = portal_role) then
        execute format('create role %I nologin inherit nobypassrls', portal_role);
      end if;
    exception when duplicate_object or unique_violation then null;
    end;
    if not pg_has_role(current_user, portal_role, may_take_on) then
      execute format('grant %I to %I', portal_role, current_user);
    end if;
  end loop;
  if not pg_has_role('portal_admin', 'portal_clerk', 'usage') then
    grant portal_clerk to portal_admin;
  end if;
end $$;

grant usage on schema public to portal_clerk;
grant select on school, campuses, staff, students, fees, vouchers, receipts, changes, answers, counters to portal_clerk;
revoke select on staff from portal_clerk;
grant select (campus, user_id, name, role, disabled) on staff to portal_clerk;
grant insert on students, fees, receipts, changes, answers to portal_clerk;
grant insert (campus, voucher_no, roll_no, chain_no, kind, student_class, section, year, month, issue_date, due_date,
  period_from, period_to, monthly_fee, discount, registration_fee, admission_fee, examination_fee, fine, arrears,
  posted, fee_paid, note, generated_at, generated_by) on vouchers to portal_clerk;
grant update on students, fees to portal_clerk;
grant update (last) on counters to portal_clerk;
grant update (answer) on answers to portal_clerk;
grant update (monthly_fee, discount, registration_fee, admission_fee, examination_fee, fine, posted, fee_paid,
  carried_to, replaced_by, note) on vouchers to portal_clerk;

grant insert (campus, user_id, name, role, password_hash) on staff to portal_admin;
grant update (role, password_hash, disabled) on staff to portal_admin;
grant select (campus, user_id, seen_at), delete on sessions to portal_admin;

-- What a clerk may of the staff's secrets: one's own. Campus and user are bound at the door (records/door.ts).
create function own_password_hash() returns text language sql stable security definer
set search_path = public, pg_temp as $$
  select password_hash from staff
  where campus = current_setting('app.campus') and user_id = current_setting('app.user_id') and not disabled
$$;
-- Only in place of the hash that the given password was compared with, and then one's other sessions end.
create function change_own_password(known_hash text, new_hash text, this_session bytea) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update staff set password_hash = new_hash
    where campus = current_setting('app.campus') and user_id = current_setting('app.user_id')
      and password_hash = known_hash and not disabled;
  if not found then return false; end if;
  delete from sessions
    where campus = current_setting('app.campus') and user_id = current_setting('app.user_id')
      and token_hash <> this_session;
  return true;
end $$;
revoke execute on function own_password_hash(), change_own_password(text, text, bytea) from public;
grant execute on function own_password_hash(), change_own_password(text, text, bytea) to portal_clerk;

do $$
declare
  campus_table text;
begin
  foreach campus_table in array
    array['campuses', 'staff', 'sessions', 'counters', 'students', 'fees', 'vouchers', 'receipts', 'changes', 'answers']
  loop
    execute format('alter table %I enable row level security', campus_table);
    execute format(
      'create policy own_campus on %I to portal_clerk
         using (campus = (select current_setting(''app.campus'', true)))
         with check (campus = (select current_setting(''app.campus'', true)))', campus_table);
  end loop;
end $$;
`,
}
