import { paymentMethods } from '#domain/payment-method.ts'
import { figureNames } from '#domain/roll-forward.ts'
import { chargeEntries } from '#server/records/books/book-entries.ts'
import { classesFiled } from '#server/records/books/closed-days.ts'
import { rollForwardByClass } from '#server/records/books/roll-forward.ts'

const figure = (name: string) => `(c.figures ->> '${name}')::bigint`
const within = (day: string) => `${day} <= c.closed_until and (c.was_until is null or ${day} > c.was_until)`

/** SQL: the amount that a closing filed for a payment method; 0 if it has no line for the method. */
const filedBy = (method: string) => `coalesce((select (m ->> 'net')::bigint
  from jsonb_array_elements(c.figures -> 'byMethod') m where m ->> 'method' = '${method}'), 0)`

/** SQL: true if the closing `c` has figures and no later closing or reopening ends before its last day. */
const isInForce = `c.figures is not null
      and not exists (select from book_closings o where o.campus = c.campus and o.closing_no > c.closing_no
        and coalesce(o.closed_until < c.closed_until, true))`

/** SQL: true if the closing `c` filed classes; older closings did not. */
const hasClasses = `c.figures ? 'byClass' and jsonb_typeof(c.figures -> 'byClass') = 'array'`

/** Laws on closed days (decision record 37): each query returns the rows that break it. */
export const closingLaws = {
  'closings are numbered from 1 without a gap, and each begins where the one before ended': `
    select campus, 'closing ' || closing_no as key from (
      select campus, closing_no, was_until, row_number() over entries as place, lag(closed_until) over entries as before
      from book_closings window entries as (partition by campus order by closing_no)) c
    where closing_no <> place or was_until is distinct from before`,
  'the books are closed up to the day of the last closing or reopening': `
    select campus, 'rules' as key from campus_rules full join (
      select distinct on (campus) campus, closed_until as last from book_closings order by campus, closing_no desc) c
      using (campus)
    where closed_until is distinct from last`,
  'the figures of a closing in force are those of the books': `
    select c.campus, 'closing ' || c.closing_no as key from book_closings c
      cross join lateral (select coalesce(sum(owed) filter (where ${within('day')} and kind <> 'opening'), 0) as charged,
          coalesce(sum(owed) filter (where ${within('day')} and kind = 'opening'), 0) as brought_in,
          coalesce(sum(owed) filter (where day <= c.was_until), 0) as before
        from (${chargeEntries}) d where d.campus = c.campus) v
      cross join lateral (select coalesce(sum(amount) filter (where ${within('received_on')}), 0) as received,
          coalesce(sum(amount) filter (where received_on <= c.was_until), 0) as before,
          count(*) filter (where ${within('received_on')} and amount > 0) as receipts,
          count(*) filter (where ${within('received_on')} and amount < 0) as reversals,
          ${paymentMethods
            .map(
              (method) =>
                `coalesce(sum(amount) filter (where ${within('received_on')} and method = '${method}'), 0) as ${method}`,
            )
            .join(', ')}
        from receipts r where r.campus = c.campus) r
      cross join lateral (select coalesce(sum(amount) filter (where ${within('effective_on')}), 0) as adjusted,
          coalesce(sum(amount) filter (where effective_on <= c.was_until), 0) as before
        from adjustments a where a.campus = c.campus and a.from_voucher_no is null) a
    where ${isInForce}
      and (${figure('opening')} <> v.before - r.before + a.before or ${figure('charged')} <> v.charged
        or coalesce(${figure('broughtIn')}, 0) <> v.brought_in
        or coalesce(${figure('adjusted')}, 0) <> a.adjusted
        or ${figure('received')} <> r.received or ${figure('receipts')} <> r.receipts
        or ${figure('reversals')} <> r.reversals
        or ${figure('closing')} <> v.before - r.before + a.before + v.brought_in + v.charged - r.received + a.adjusted
        or ${paymentMethods.map((method) => `${filedBy(method)} <> r.${method}`).join(' or ')})`,
  'the classes of a closing add up to its figures': `
    select c.campus, 'closing ' || c.closing_no as key from book_closings c
      cross join lateral (select ${figureNames
        .map((name) => `coalesce(sum((l ->> '${name}')::bigint), 0) as "${name}"`)
        .join(', ')}
        from jsonb_array_elements(case when ${hasClasses} then c.figures -> 'byClass' end) l) f
    where ${hasClasses}
      and (${figureNames.map((name) => `coalesce(${figure(name)}, 0) <> f."${name}"`).join(' or ')})`,
  'the classes of a closing in force are those of the books': `
    select c.campus, 'closing ' || c.closing_no as key from book_closings c
      cross join lateral (select c.campus, c.was_until as opened, c.closed_until as until,
        'infinity'::timestamptz as written_before) p
      cross join lateral (select coalesce(jsonb_agg(jsonb_build_object('studentClass', r.student_class,
          ${figureNames.map((name) => `'${name}', r."${name}"`).join(', ')}) order by r.student_class), '[]') as classes
        from (${rollForwardByClass}) r) b
    where ${isInForce} and ${hasClasses} and ${classesFiled} <> b.classes`,
} as const satisfies Readonly<Record<string, string>>

/** SQL: the hashed rows in the order of their commits, with their present text. */
const hashedRows = `
  select h.campus, h.place, h.kind, h.number, h.hash, r.words, row_number() over entries as nth,
    lag(h.hash) over entries as before
  from book_hashes h left join rows_to_hash r on r.campus = h.campus and r.kind = h.kind and r.number = h.number
  window entries as (partition by h.campus order by h.place)`

/** SQL: history entries that an erasure changed; the erasure has the hash of the rest (decision record 56). */
const erasedEntries = `
  select l.campus, l.change_no as number from record_lines l join changes e on e.campus = l.campus
    and e.roll_no = l.roll_no and e.what = 'personal data erased' and l.change_no < e.change_no
  where e.after ->> 'recordLinesHash' = hash_of_record_lines(e.campus, e.roll_no, e.change_no)`

const closings = `
  select campus, 'closing' as kind, closing_no as number, hash_place, hash from book_closings
  union all select campus, 'cashier closing', closing_no, hash_place, hash from cashier_closings`

/** Laws on the hashes of money and history (decision record 44): each query returns the rows that break it. */
export const bookHashLaws = {
  'a row of money or history has one hash': `
    select campus, kind || ' ' || number as key from rows_to_hash r
      left join (select campus, kind, number, count(*) as hashes from book_hashes group by campus, kind, number) h
        using (campus, kind, number)
    where hashes is distinct from 1`,
  'a row of money or history is what it was when it got its hash, and none before it is missing': `
    select campus, kind || ' ' || number as key from (${hashedRows}) o
    where place <> nth or hash is distinct from sha256(coalesce(before, '') || convert_to(words, 'UTF8'))
      and not (kind = 'history line' and (campus, number) in (${erasedEntries}))`,
  'a closing states the hash of an entry before it, and so does every later one': `
    select c.campus, c.kind || ' ' || c.number as key from (
        select c.*, count(hash) over (partition by campus, kind order by number) as stated from (${closings}) c) c
      left join book_hashes o on o.campus = c.campus and o.kind = c.kind and o.number = c.number
      left join book_hashes h on h.campus = c.campus and h.place = c.hash_place
    where stated > 0 and (c.hash is null or h.hash is distinct from c.hash or h.place >= o.place)`,
} as const satisfies Readonly<Record<string, string>>
