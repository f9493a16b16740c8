import { runRedatings, voucherRedatings } from '#server/records/posting-history.ts'
import { validVoucher } from '#server/records/valid-vouchers.ts'

const inHistory = (what: string) => `changes c where c.what = '${what}'`

/** Laws on runs and voided vouchers (decision record 36): each query returns the rows that break it. */
export const runLaws = {
  'runs are numbered from 1 without a gap': `
    select campus, 'run ' || run_no as key from (select campus, run_no,
        lag(run_no, 1, 0) over (partition by campus order by run_no) as before from voucher_runs) r
    where run_no <> before + 1`,
  'each monthly voucher belongs to the run that generated it, and no other voucher belongs to one': `
    select v.campus, v.voucher_no as key from vouchers v
      left join voucher_runs r on r.campus = v.campus and r.run_no = v.run_no and r.year = v.year and r.month = v.month
        and r.generated_at = v.generated_at and r.generated_by = v.generated_by
        and coalesce(r.roll_no, v.roll_no) = v.roll_no
    where (v.kind = 'monthly') <> (r.run_no is not null) or v.kind <> 'monthly' and v.run_no is not null`,
  'a voided voucher has no receipt and carries nothing': `
    select v.campus, v.voucher_no as key from vouchers v where v.voided and (v.kind <> 'monthly' or v.received <> 0
      or v.carried_to is not null or v.replaced_by is not null
      or exists (select from receipts r where r.campus = v.campus and r.voucher_no = v.voucher_no)
      or exists (select from vouchers c where c.campus = v.campus and c.roll_no = v.roll_no
        and c.carried_to = v.voucher_no))`,
  'each voided voucher is in the history once, with its balance, or its run is': `
    select v.campus, v.voucher_no as key from (select campus, voucher_no, voided, net_balance, run_no from vouchers) v
      left join voucher_runs r on r.campus = v.campus and r.run_no = v.run_no
      left join (select campus, voucher_no, count(*) as times, min((before ->> 'balance')::bigint) as balance
        from ${inHistory('voucher voided')} group by campus, voucher_no) c
        on c.campus = v.campus and c.voucher_no = v.voucher_no
    where case when not v.voided then c.times is not null
      when c.times is null then r.voided_at is null
      else c.times <> 1 or c.balance <> v.net_balance end`,
  'a voided run has no voucher that counts, and the history records what was voided': `
    select campus, 'run ' || run_no as key from (
        select r.campus, r.run_no, r.voided_at, r.voided_by, r.void_reason,
          count(v.voucher_no) filter (where v.voided and not v.own_line) as voided,
          coalesce(sum(v.amount) filter (where v.voided and not v.own_line), 0) as amount,
          count(v.voucher_no) filter (where ${validVoucher('v')}) as valid
        from voucher_runs r left join (select o.*, exists (select from changes c where c.campus = o.campus
            and c.roll_no = o.roll_no and c.voucher_no = o.voucher_no and c.what = 'voucher voided') as own_line
          from vouchers o where o.voided or ${validVoucher('o')}) v using (campus, run_no)
        where r.voided_at is not null group by r.campus, r.run_no) r
      full join (select campus, (after ->> 'runNo')::integer as run_no, count(*) as times, min(changed_at) as changed_at,
          min(changed_by) as changed_by, min((after ->> 'count')::bigint) as count,
          min((after ->> 'amount')::bigint) as amount, min(after ->> 'reason') as reason
        from ${inHistory('vouchers voided')} group by 1, 2) c using (campus, run_no)
    where (r.voided_at, r.voided_by, r.void_reason, r.voided, r.amount, r.valid)
      is distinct from (c.changed_at, c.changed_by, c.reason, c.count, c.amount::numeric, 0::bigint) or c.times <> 1`,
  'due dates in the history of a run form an unbroken chain to its present one': `
    select distinct r.campus, 'run ' || r.run_no as key from voucher_runs r join (
      select campus, (after ->> 'runNo')::integer as run_no, before ->> 'dueDate' as was, after ->> 'dueDate' as came,
        lag(after ->> 'dueDate') over entries as before, lead(true) over entries as more
      from ${inHistory('due date changed')}
      window entries as (partition by campus, after ->> 'runNo' order by change_no)) c using (campus, run_no)
    where c.was <> coalesce(c.before, c.was) or c.more is null and c.came is distinct from r.due_date::text`,
  'the due dates of a voucher in the lines that name it form an unbroken chain to its present one': `
    select distinct campus, voucher_no as key from (
      select campus, voucher_no, was, came, lag(came) over entries as before, lead(true) over entries as more from (
        select campus, voucher_no, change_no, was, came from (${voucherRedatings}) d
        union all select v.campus, v.voucher_no, r.change_no, null, null from (${runRedatings}) r
          join vouchers v using (campus, run_no)) d
      window entries as (partition by campus, voucher_no order by change_no)) d
      left join vouchers v using (campus, voucher_no)
    where was <> before or more is null and came is not null and came is distinct from v.due_date`,
} as const satisfies Readonly<Record<string, string>>
