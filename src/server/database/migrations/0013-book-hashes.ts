/**
 * Each row of money and history gets a hash over itself and the previous hash of its campus, in the order of commits.
 * The hashes are in a table of their own, so that no row changes after it was written. Existing rows are hashed in the
 * order of their entry.
 */
export const bookHashes = {
  number: 13,
  name: 'book hashes',
  sql: String.raw`
create table book_hashes (
  -- The row that has the hash refers to its campus, so that a payment does not check it twice more.
  campus text collate "C" not null,
  -- From 1 without a gap.
  place bigint not null,
  -- What the row is, as rows_to_hash names it, and its number.
  kind text not null,
  number bigint not null,
  -- SHA-256 of the hash before, none at the first place, and of the text of the row.
  hash bytea not null,
  primary key (campus, place)
);
alter table book_hashes enable row level security;
create policy own_campus on book_hashes to portal_clerk
  using (campus = (select current_setting('app.campus', true)))
  with check (campus = (select current_setting('app.campus', true)));
-- Whoever may write a receipt may write its hash, and change neither. The triggers run with the rights of the caller:
-- to change role and search path at each row costs more than the hash.
grant select, insert on book_hashes to portal_clerk;

-- The last hash when a closing was made; null in closings from before.
alter table book_closings add column hash_place bigint, add column hash bytea,
  add constraint book_closings_hash_check check ((hash is null) = (hash_place is null));
alter table cashier_closings add column hash_place bigint, add column hash bytea,
  add constraint cashier_closings_hash_check check ((hash is null) = (hash_place is null));

-- The texts of rows: what never changes after they were written, as JSON. Instants are microseconds of UTC and days
-- are ISO, whatever the session's settings; the place of each value is fixed. They never change once released.
create function receipt_to_hash(r receipts) returns text language sql stable parallel safe as $$
  select json_build_array('receipt', r.campus, r.receipt_no, r.voucher_no, r.roll_no, r.kind, r.amount, r.reverses,
    r.received_on, r.received_by, (extract(epoch from r.entered_at) * 1000000)::bigint, r.reason, r.method, r.reference,
    r.cheque_date, r.drawer)::text
$$;
create function adjustment_to_hash(a adjustments) returns text language sql stable parallel safe as $$
  select json_build_array('adjustment', a.campus, a.adjustment_no, a.roll_no, a.voucher_no, a.from_voucher_no, a.kind,
    a.amount, a.receipt_no, a.other_no, a.reverses, a.reason, a.entered_by, a.approved_by, a.effective_on,
    (extract(epoch from a.entered_at) * 1000000)::bigint, a.method, a.reference, a.drawer)::text
$$;
create function closing_to_hash(c book_closings) returns text language sql stable parallel safe as $$
  select json_build_array('closing', c.campus, c.closing_no, c.closed_until, c.was_until,
    (extract(epoch from c.entered_at) * 1000000)::bigint, c.entered_by, c.reason, c.figures, c.hash_place,
    encode(c.hash, 'hex'))::text
$$;
create function cashier_closing_to_hash(c cashier_closings) returns text language sql stable parallel safe as $$
  select json_build_array('cashier closing', c.campus, c.closing_no, c.drawer, c.place, c.after_receipt, c.up_to_receipt,
    c.last_receipt, c.after_adjustment, c.up_to_adjustment, c.last_adjustment, c.float_before, c.cash, c.counted,
    c.pieces, c.remark, c.float_kept, (extract(epoch from c.closed_at) * 1000000)::bigint, c.hash_place,
    encode(c.hash, 'hex'))::text
$$;
create function deposit_to_hash(d deposits) returns text language sql stable parallel safe as $$
  select json_build_array('deposit', d.campus, d.deposit_no, d.deposited_on, d.account, d.slip, d.cash, d.cheques,
    d.emptied, (extract(epoch from d.entered_at) * 1000000)::bigint, d.entered_by)::text
$$;
create function change_to_hash(c changes) returns text language sql stable parallel safe as $$
  select json_build_array('history line', c.campus, c.change_no, (extract(epoch from c.changed_at) * 1000000)::bigint,
    c.changed_by, c.what, c.roll_no, c.voucher_no, c.receipt_no, c.before, c.after)::text
$$;

-- Every row that has a hash, with its text.
create view rows_to_hash with (security_invoker = true) as
  select campus, 'receipt' as kind, receipt_no::bigint as number, entered_at, receipt_to_hash(r) as words from receipts r
  union all
  select campus, 'adjustment', adjustment_no, entered_at, adjustment_to_hash(a) from adjustments a
  union all
  select campus, 'closing', closing_no, entered_at, closing_to_hash(c) from book_closings c
  union all
  select campus, 'cashier closing', closing_no, closed_at, cashier_closing_to_hash(c) from cashier_closings c
  union all
  select campus, 'deposit', deposit_no, entered_at, deposit_to_hash(d) from deposits d
  union all
  select campus, 'history line', change_no, changed_at, change_to_hash(c) from changes c;

-- Gives a row its hash. The lock is held until the transaction ends, so that the hash before is the last one.
create function append_hash(of_campus text, of_kind text, of_number bigint, words text) returns void
  language plpgsql as $$
declare
  last_place bigint;
  last_hash bytea;
begin
  perform pg_advisory_xact_lock(hashtextextended('hashes of ' || of_campus, 0));
  select place, hash into last_place, last_hash from book_hashes where campus = of_campus order by place desc limit 1;
  insert into book_hashes (campus, place, kind, number, hash)
  values (of_campus, coalesce(last_place, 0) + 1, of_kind, of_number,
    sha256(coalesce(last_hash, '') || convert_to(words, 'UTF8')));
end $$;

-- Deferred: a row gets its hash at the commit, after everything else that a transaction waits for. So no two
-- transactions can wait for each other, and the lock is held no longer than the commit takes.
do $$
declare
  hashed record;
begin
  for hashed in select * from (values
    ('receipts', 'receipt', 'receipt_no', 'receipt_to_hash'),
    ('adjustments', 'adjustment', 'adjustment_no', 'adjustment_to_hash'),
    ('book_closings', 'closing', 'closing_no', 'closing_to_hash'),
    ('cashier_closings', 'cashier closing', 'closing_no', 'cashier_closing_to_hash'),
    ('deposits', 'deposit', 'deposit_no', 'deposit_to_hash'),
    ('changes', 'history line', 'change_no', 'change_to_hash')
  ) t (name, kind, number, words) loop
    execute format($body$
      create function hash_of_%1$s() returns trigger language plpgsql as $f$
      begin
        perform append_hash(new.campus, %2$L, new.%3$I, %4$I(new));
        return null;
      end $f$;
      create constraint trigger hash_of_%1$s after insert on %1$I deferrable initially deferred
        for each row execute function hash_of_%1$s()$body$, hashed.name, hashed.kind, hashed.number, hashed.words);
  end loop;
end $$;

-- Gives every row of a campus that has no hash its own, in the order of entry: rows from before there were hashes, and
-- those written without triggers. The campus may have no row whose hash waits for the commit.
create function hash_rows_of(of_campus text) returns void language plpgsql set search_path from current as $$
declare
  last record;
  one record;
  at bigint := 0;
  before bytea := '';
begin
  perform pg_advisory_xact_lock(hashtextextended('hashes of ' || of_campus, 0));
  select h.place, h.hash into last from book_hashes h where h.campus = of_campus order by h.place desc limit 1;
  if found then
    at := last.place;
    before := last.hash;
  end if;
  for one in select r.kind, r.number, r.words from rows_to_hash r where r.campus = of_campus
    and not exists (select from book_hashes h where h.campus = r.campus and h.kind = r.kind and h.number = r.number)
    order by r.entered_at, r.kind = 'history line', r.kind, r.number loop
    at := at + 1;
    before := sha256(before || convert_to(one.words, 'UTF8'));
    insert into book_hashes (campus, place, kind, number, hash) values (of_campus, at, one.kind, one.number, before);
  end loop;
end $$;
revoke execute on function hash_rows_of from public;

select hash_rows_of(campus) from campuses order by campus;
`,
}
