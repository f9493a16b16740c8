// The references that write: the portal's rows in the fewest plain statements, by a user without row security.

const voucherColumns = `campus, voucher_no, roll_no, chain_no, kind, student_class, section, year, month, issue_date, due_date,
  period_from, period_to, monthly_fee, discount, registration_fee, admission_fee, examination_fee, arrears, fee_paid,
  note, generated_at, generated_by`

export interface CampusMonth {
  readonly campus: string
  readonly month: string
}

const charged =
  'f.monthly_fee::bigint + f.registration_fee + f.admission_fee + f.examination_fee - f.discount'

const values = `s.campus, replace(s.student_class::text || s.section::text || s.roll_no, ' ', '') || '-'
    || to_char(w.first_day, 'YYYYMM'), s.roll_no, coalesce(l.chain_no, 0) + 1, 'monthly', s.student_class, s.section,
  extract(year from w.first_day), extract(month from w.first_day), w.first_day, w.first_day + 10, w.first_day,
  (w.first_day + interval '1 month' - interval '1 day')::date, f.monthly_fee, f.discount, f.registration_fee,
  f.admission_fee, f.examination_fee, coalesce(l.net_balance, 0), coalesce(l.net_balance, 0) + ${charged} <= 0, '',
  now(), 'limit'`

/** A single INSERT of a month's vouchers for all students, with the arrears from each student's latest voucher. */
export const generation = (months: readonly CampusMonth[]): string => `
  insert into vouchers (${voucherColumns}) select ${values}
  from (values ${months.map(({ campus, month }) => `('${campus}', '${month}'::date)`).join(', ')}) w (campus, first_day)
    join students s on s.campus = w.campus
    join fees f on f.campus = s.campus and f.roll_no = s.roll_no
    left join lateral (select v.net_balance, v.chain_no from vouchers v
      where v.campus = s.campus and v.roll_no = s.roll_no order by v.chain_no desc limit 1) l on true
  where s.state = 'active' and not exists (select from vouchers v where v.campus = s.campus and v.roll_no = s.roll_no
    and v.year = extract(year from w.first_day) and v.month = extract(month from w.first_day))`

const receiptColumns =
  'campus, receipt_no, voucher_no, roll_no, kind, amount, received_on, received_by, entered_at'
const changeColumns = 'campus, changed_at, changed_by, what, roll_no, voucher_no, receipt_no, before, after'

/** The statements of one payment in full, all in one transaction. The receipt's trigger updates the voucher. */
export const paymentSteps = {
  /** $1 campus, $2 voucher number. */
  lock: `select v.roll_no, v.chain_no, v.received, v.net_balance from students s
    join vouchers v on v.campus = s.campus and v.roll_no = s.roll_no
    where v.campus = $1 and v.voucher_no = $2 for no key update of s, v`,
  /** $1 campus. */
  number: `update counters set last = last + 1 where campus = $1 and counter = 'receipt' returning last`,
  /** $1 campus, $2 receipt number, $3 voucher number, $4 roll number, $5 amount, $6 user. */
  receipt: `insert into receipts (${receiptColumns}) values ($1, $2, $3, $4, 'receipt', $5, current_date, $6, now())`,
  /** $1 campus, $2 user, $3 roll number, $4 voucher number, $5 receipt number, $6 before, $7 after. */
  change: `insert into changes (${changeColumns}) values ($1, now(), $2, 'payment received', $3, $4, $5, $6, $7)`,
  /** Earlier vouchers are paid with the arrears. $1 campus, $2 roll number, $3 the voucher's place in the chain. */
  settle: `update vouchers set fee_paid = true where campus = $1 and roll_no = $2 and chain_no < $3 and not fee_paid`,
  /** $1 campus, $2 idempotency key, $3 hash of the request, $4 reply. */
  answer: `insert into answers (campus, idempotency_key, payload_hash, answer, answered_at) values ($1, $2, $3, $4, now())`,
} as const

/**
 * The statements of a payment for pgbench, for a random student of the first `campuses` campuses. Pgbench cannot
 * remember payers and pays one rupee of the voucher issued on `day`, which writes the same rows as a payment in full.
 */
export const pgbenchScript = (campuses: number, students: number, day: string, clerk: string): string => `
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

/** The plain statements that void a run: vouchers, carried balances, run and history entry, in one transaction. */
export const voiding = (campus: string, runNo: number): string => `
  begin;
  with voided as (
    update vouchers v set voided = true from voucher_runs r
    where r.campus = '${campus}' and r.run_no = ${runNo} and v.campus = r.campus and v.run_no = r.run_no
      and v.issue_date = r.issue_date returning v.*)
  update vouchers c set carried_to = null, fee_paid = c.net_balance <= 0 from voided v
    where c.campus = v.campus and c.roll_no = v.roll_no and c.carried_to = v.voucher_no;
  update voucher_runs set voided_at = now(), voided_by = 'limit', void_reason = 'Wrong month'
    where campus = '${campus}' and run_no = ${runNo};
  insert into changes (campus, changed_at, changed_by, what, after)
    select campus, now(), 'limit', 'vouchers voided', jsonb_build_object('runNo', run_no, 'year', year, 'month', month)
    from voucher_runs where campus = '${campus}' and run_no = ${runNo};
  commit`
