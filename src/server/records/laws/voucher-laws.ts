import { feeHeads } from '#domain/fee-heads.ts'
import { bookEntries, broughtIn } from '#server/records/books/book-entries.ts'
import { sumOfColumns } from '#server/records/fee-columns.ts'
import { runRedatings, voucherRedatings } from '#server/records/posting-history.ts'
import { everHadAdjustments, everHadReceipts, validVoucher } from '#server/records/valid-vouchers.ts'
import {
  admissionVoucherNoSql,
  monthlyVoucherNoSql,
  openingVoucherNoSql,
} from '#server/records/vouchers/voucher-values.ts'

const numberColumns = {
  studentClass: 'student_class',
  section: 'section',
  rollNo: 'roll_no',
  year: 'year',
  month: 'month',
  timesInMonth: 'times',
}

/** Laws on vouchers (decisions 3.books): each query returns campus and number of the vouchers that break it. */
export const voucherLaws = {
  'amount and balance are the sums of their parts': `
    select campus, voucher_no as key from vouchers
    where net_balance <> arrears + amount - received + adjusted
      or amount <> ${sumOfColumns(feeHeads)}`,
  'a discount does not exceed the monthly fee': `
    select campus, voucher_no as key from vouchers where discount > monthly_fee
    union all select campus, 'roll number ' || roll_no from fees where discount > monthly_fee`,
  'the received amount of a voucher is the sum of its receipts': `
    select v.campus, v.voucher_no as key from vouchers v
      left join (select campus, voucher_no, sum(amount) as received from receipts group by campus, voucher_no) r
        using (campus, voucher_no)
    where v.received <> coalesce(r.received, 0)`,
  'receiver and date of a voucher are those of its last receipt that was not reversed': `
    select v.campus, v.voucher_no as key from vouchers v
      left join (select distinct on (r.campus, r.voucher_no) r.campus, r.voucher_no, r.received_on, r.received_by
        from receipts r left join receipts x on x.campus = r.campus and x.reverses = r.receipt_no
        where r.kind = 'receipt' and x.receipt_no is null
        order by r.campus, r.voucher_no, r.receipt_no desc) s using (campus, voucher_no)
    where (v.received_on, v.received_by) is distinct from (s.received_on, s.received_by)`,
  'an opening balance and amounts without replaced and voided vouchers, minus receipts, plus adjustments, are the balance of the latest voucher': `
    select v.campus, 'roll number ' || v.roll_no as key from (
      select campus, roll_no, sum(amount + ${broughtIn}) filter (where ${validVoucher()}) as amount from vouchers v
        group by campus, roll_no) v
      join latest_vouchers l using (campus, roll_no)
      left join (select campus, roll_no, sum(amount) as received from receipts group by campus, roll_no) r
        using (campus, roll_no)
      left join (select campus, roll_no, sum(amount) as adjusted from adjustments where from_voucher_no is null
        group by campus, roll_no) a using (campus, roll_no)
    where coalesce(v.amount, 0) - coalesce(r.received, 0) + coalesce(a.adjusted, 0) <> l.net_balance`,
  'arrears are an opening balance, or the balance of the voucher before, with receipts and adjustments on replaced vouchers between the two': `
    select campus, voucher_no as key from (select campus, voucher_no, arrears, ${broughtIn} as brought_in,
        lag(net_balance, 1, 0::bigint) over chain as left_open,
        received_on_replaced - lag(received_on_replaced, 1, 0::numeric) over chain as received_between
      from (select *, coalesce(sum(received - adjusted) filter (where replaced_by is not null)
          over (partition by campus, roll_no order by chain_no), 0) as received_on_replaced from vouchers) v
      where ${validVoucher()} window chain as (partition by campus, roll_no order by chain_no)) v
    where arrears <> brought_in + left_open - received_between`,
  'the vouchers of a student are numbered from 1 without a gap': `
    select campus, 'roll number ' || roll_no as key from vouchers
    group by campus, roll_no having max(chain_no) <> count(*) or min(chain_no) <> 1`,
  'an unpaid balance is carried to the next voucher that was neither replaced nor voided, and nothing else is carried': `
    select campus, voucher_no as key from (select *, lead(voucher_no)
        over (partition by campus, roll_no, ${validVoucher()} order by chain_no) as next from vouchers) v
    where carried_to is distinct from (case when ${validVoucher()} and net_balance > 0 then next end)`,
  'a voucher is paid when nothing is due, or when the voucher it was carried to is paid': `
    select v.campus, v.voucher_no as key from vouchers v
      left join vouchers c on c.campus = v.campus and c.voucher_no = v.carried_to
    where v.fee_paid <> (v.net_balance <= 0 or coalesce(c.fee_paid, false))`,
  'a replaced voucher was replaced by the next one of the same student and month that was generated while it counted': `
    select v.campus, v.voucher_no as key from vouchers v
      left join vouchers n on n.campus = v.campus and n.voucher_no = v.replaced_by and n.roll_no = v.roll_no
        and n.chain_no > v.chain_no and n.year = v.year and n.month = v.month
    where v.replaced_by is not null and (n.voucher_no is null or exists (select from vouchers b
      left join vouchers r on r.campus = b.campus and r.voucher_no = b.replaced_by
      where b.campus = v.campus and b.roll_no = v.roll_no and b.chain_no > v.chain_no and b.chain_no < n.chain_no
        and not b.voided and coalesce(r.chain_no >= n.chain_no, true)))`,
  'a student has one voucher per month, not counting replaced and voided ones': `
    select campus, 'roll number ' || roll_no || ' in ' || year || '-' || month as key from vouchers
    where ${validVoucher()} group by campus, roll_no, year, month having count(*) > 1`,
  'a voucher number consists of class, section, roll number, and kind or month': `
    select campus, voucher_no as key from (select *, row_number()
        over (partition by campus, roll_no, year, month, kind order by chain_no) as times from vouchers) v
    where voucher_no <> case kind when 'admission' then ${admissionVoucherNoSql(numberColumns)}
      when 'opening' then ${openingVoucherNoSql(numberColumns)} else ${monthlyVoucherNoSql(numberColumns)} end`,
  'an admission voucher is the first of its student, and posted': `
    select campus, voucher_no as key from vouchers where kind = 'admission' and (chain_no <> 1 or not posted)`,
  'an opening voucher is the first of its student, charges nothing, is posted and brings a balance': `
    select campus, voucher_no as key from vouchers where kind = 'opening' and (chain_no <> 1 or not posted or arrears = 0
      or ${feeHeads.map(({ column }) => `${column} <> 0`).join(' or ')} or replaced_by is not null or voided
      or period_to <> (date_trunc('month', period_from) + interval '1 month - 1 day')::date
      or (issue_date, due_date) <> (period_to, period_to))`,
  'a voucher belongs to the month in which its period begins, and is not due before its issue': `
    select campus, voucher_no as key from vouchers where due_date < issue_date or period_to < period_from
      or date_trunc('month', period_from) <> make_date(year, month, 1)`,
  'receipts are on posted vouchers only': `
    select distinct v.campus, v.voucher_no as key from vouchers v join receipts r using (campus, voucher_no)
    where not v.posted`,
  'a voucher with an adjustment, or in place of one with receipts or adjustments, is posted': `
    select v.campus, v.voucher_no as key from vouchers v
    where not v.posted and ${validVoucher('v')} and (${everHadReceipts} or ${everHadAdjustments})`,
  'what a student owes by all entries, without drafts, is the balance of the last posted voucher': `
    select e.campus, 'roll number ' || e.roll_no as key from (
        select campus, roll_no, sum(owed) as owed from (${bookEntries}) e group by campus, roll_no) e
      left join last_posted_vouchers l using (campus, roll_no)
      left join lateral (select sum(v.amount) as amount from vouchers v where v.campus = e.campus and v.roll_no = e.roll_no
        and v.chain_no > l.chain_no and ${validVoucher('v')}) d on true
    where l.chain_no is not null and e.owed - coalesce(d.amount, 0) <> l.net_balance`,
} as const satisfies Readonly<Record<string, string>>

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
