// One payment as the product writes it, in as few plain statements as that takes: student and voucher held, the next
// number, the receipt (whose trigger moves the voucher), the line of history, the answer kept under its key.

/** $1 campus, $2 voucher number. */
const held = `select v.roll_no, v.chain_no, v.received, v.net_balance from students s
  join vouchers v on v.campus = s.campus and v.roll_no = s.roll_no
  where v.campus = $1 and v.voucher_no = $2 for no key update of s, v`

const receiptColumns =
  'campus, receipt_no, voucher_no, roll_no, kind, amount, received_on, received_by, entered_at'
const changeColumns = 'campus, changed_at, changed_by, what, roll_no, voucher_no, receipt_no, before, after'

/** Step by step, in one transaction; the balance is paid in full. */
export const paymentSteps = {
  hold: held,
  /** $1 campus. */
  number: `update counters set last = last + 1 where campus = $1 and counter = 'receipt' returning last`,
  /** $1 campus, $2 receipt number, $3 voucher number, $4 roll number, $5 amount, $6 who. */
  receipt: `insert into receipts (${receiptColumns}) values ($1, $2, $3, $4, 'receipt', $5, current_date, $6, now())`,
  /** $1 campus, $2 who, $3 roll number, $4 voucher number, $5 receipt number, $6 before, $7 after. */
  change: `insert into changes (${changeColumns}) values ($1, now(), $2, 'payment received', $3, $4, $5, $6, $7)`,
  /** What the voucher had taken over is paid with it. $1 campus, $2 roll number, $3 its place among the student's. */
  settle: `update vouchers set fee_paid = true where campus = $1 and roll_no = $2 and chain_no < $3 and not fee_paid`,
  /** $1 campus, $2 key, $3 hash of the call, $4 answer. */
  answer: `insert into answers (campus, idempotency_key, payload_hash, answer, answered_at) values ($1, $2, $3, $4, now())`,
} as const

/** The same in one statement: $1 campus, $2 voucher number, $3 who, $4 key, $5 hash of the call. */
export const paymentAtOnce = `
  with held as (${held}),
  number as (update counters set last = last + 1 from held where campus = $1 and counter = 'receipt' returning last),
  receipt as (insert into receipts (${receiptColumns})
    select $1, last, $2, roll_no, 'receipt', net_balance, current_date, $3, now() from held, number),
  change as (insert into changes (${changeColumns})
    select $1, now(), $3, 'payment received', roll_no, $2, last,
      jsonb_build_object('received', received, 'balance', net_balance),
      jsonb_build_object('received', received + net_balance, 'balance', 0) from held, number),
  settled as (update vouchers v set fee_paid = true from held h
    where v.campus = $1 and v.roll_no = h.roll_no and v.chain_no < h.chain_no and not v.fee_paid)
  insert into answers (campus, idempotency_key, payload_hash, answer, answered_at)
  select $1, $4, $5, jsonb_build_object('msg', 'Voucher Paid', 'receiptNo', last, 'balance', 0), now() from number
  returning answer`

/** Where pgbench's payments go: one campus, or one of so many. */
export interface Spread {
  readonly campuses: number
  readonly students: number
  readonly day: string
  readonly clerk: string
}

/**
 * The same steps for pgbench. It cannot keep count of who has paid, so it takes one rupee of any student's latest
 * voucher: the same rows are written as by a payment in full.
 */
export const pgbenchScript = ({ campuses, students, day, clerk }: Spread): string => `
\\set c random(1, ${campuses})
\\set n random(1, ${students})
begin;
select v.voucher_no, v.received, v.net_balance from students s
  join vouchers v on v.campus = s.campus and v.roll_no = s.roll_no
  where s.campus = 'Campus ' || :c and s.roll_no = :n and v.issue_date = '${day}' for no key update of s, v \\gset
update counters set last = last + 1 where campus = 'Campus ' || :c and counter = 'receipt' returning last \\gset
insert into receipts (${receiptColumns})
  values ('Campus ' || :c, :last, :voucher_no, :n, 'receipt', 100, current_date, '${clerk}' || :c, now());
insert into changes (${changeColumns})
  values ('Campus ' || :c, now(), '${clerk}' || :c, 'payment received', :n, :voucher_no, :last,
    jsonb_build_object('received', :received::bigint, 'balance', :net_balance::bigint),
    jsonb_build_object('received', :received::bigint + 100, 'balance', :net_balance::bigint - 100));
update vouchers set fee_paid = false where campus = 'Campus ' || :c and roll_no = :n and fee_paid
  and voucher_no = :voucher_no;
insert into answers (campus, idempotency_key, payload_hash, answer, answered_at)
  values ('Campus ' || :c, gen_random_uuid()::text, '\\x00', jsonb_build_object('receiptNo', :last::int), now());
commit;
`
