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
