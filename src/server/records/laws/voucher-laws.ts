import { feeHeads } from '#domain/fee-heads.ts'
import { bookEntries, broughtIn } from '#server/records/books/book-entries.ts'
import { sumOfColumns } from '#server/records/fee-columns.ts'
import { everHadAdjustments, everHadReceipts, validVoucher } from '#server/records/valid-vouchers.ts'
import {
  admissionVoucherNoSql,
  monthlyVoucherNoSql,
  openingVoucherNoSql,
} from '#server/records/vouchers/voucher-number-sql.ts'

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
