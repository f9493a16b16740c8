// Compares the history of money and departures with the present state.

import { replaces, supersedes } from '#server/records/fees.ts'
import { monthPostings, voucherPostings, voucherRedatings } from '#server/records/posting-history.ts'
import { dayOf } from '#server/records/school-day.ts'

const inHistory = (what: string) => `changes c where c.what = '${what}'`

const amountIn = (side: 'before' | 'after', field: string) => `(${side} ->> '${field}')::bigint`

/** SQL: the kinds of history entries about money received or reversed. */
const moneyKinds = `('payment received', 'advance received', 'receipt corrected', 'cheque returned')`
const reversalKinds = `('receipt corrected', 'cheque returned')`

/** SQL: true if a later entry of the student meets a rule for the dated fee `f`. */
const isSuperseded = (rule: typeof supersedes) => `exists (
  select from fee_changes e join changes c using (campus, change_no)
  where e.campus = f.campus and e.roll_no = f.roll_no and e.change_no > f.change_no
    and ${rule('e', 'f', dayOf('c.changed_at'))})`

/** Laws on a complete history (decisions 3.corrections.history): each query returns the rows that break it. */
export const historyLaws = {
  'each receipt is in the history once, with its amount': `
    select r.campus, 'receipt ' || r.receipt_no as key from receipts r
      left join (select campus, receipt_no, voucher_no, roll_no, coalesce(${amountIn('after', 'receiptAmount')},
          ${amountIn('after', 'received')}
          - case what when 'receipt corrected' then 0 else ${amountIn('before', 'received')} end) as amount
        from changes where what in ${moneyKinds}) c using (campus, receipt_no)
    where r.kind = 'receipt' group by r.campus, r.receipt_no
    having count(c.amount) <> 1
      or bool_or((c.voucher_no, c.roll_no, c.amount) is distinct from (r.voucher_no, r.roll_no, r.amount))`,
  'each correction in the history has its reversals, and each reversal its correction': `
    select coalesce(r.campus, c.campus) as campus, coalesce(r.voucher_no, c.voucher_no) as key from (
        select distinct campus, voucher_no, entered_at from receipts where kind = 'reversal') r
      full join (select distinct campus, voucher_no, changed_at from changes
        where what in ${reversalKinds} and ${amountIn('before', 'received')} > 0) c
        on c.campus = r.campus and c.voucher_no = r.voucher_no and c.changed_at = r.entered_at
    where r.entered_at is null or c.changed_at is null`,
  'no payment was received at the counter when nothing was due': `
    select campus, 'receipt ' || receipt_no as key from ${inHistory('payment received')}
      and ${amountIn('before', 'balance')} <= 0`,
  'an advance was received only when nothing was due': `
    select campus, 'receipt ' || receipt_no as key from ${inHistory('advance received')}
      and ${amountIn('before', 'balance')} > 0`,
  'balance, received and amount in the history of a voucher form an unbroken chain to their present values': `
    select distinct v.campus, v.voucher_no as key from vouchers v join (
      select campus, voucher_no, f.field, f.was, f.came,
        lag(f.came) over entries as before, lead(f.came) over entries as more
      from changes c cross join lateral (values ('balance', ${amountIn('before', 'balance')}, ${amountIn('after', 'balance')}),
        ('received', ${amountIn('before', 'received')}, ${amountIn('after', 'received')}),
        ('amount', ${amountIn('before', 'amount')}, ${amountIn('after', 'amount')})) f (field, was, came)
      where what in ('voucher generated', 'voucher re-priced', 'payment received', 'advance received',
          'receipt corrected', 'cheque returned', 'balance adjusted', 'arrears changed')
        and f.came is not null
      window entries as (partition by campus, voucher_no, f.field order by change_no)) c using (campus, voucher_no)
    where c.was <> coalesce(c.before, case when c.field = 'received' then 0
        when c.field = 'balance' and v.kind = 'opening' then v.arrears end)
      or c.before is not null and c.was is null
      or c.more is null
        and c.came <> (case c.field when 'balance' then v.net_balance when 'received' then v.received else v.amount end)`,
  'a voucher with receipts has a payment or correction in the history': `
    select v.campus, v.voucher_no as key from vouchers v
      left join (select distinct campus, voucher_no from changes
        where what in ${moneyKinds}) c using (campus, voucher_no)
    where v.received <> 0 and c.voucher_no is null`,
  'each voucher is in the history with its generation': `
    select v.campus, v.voucher_no as key from vouchers v
      left join (select campus, voucher_no, what, count(*) as times from changes
        where what in ('student admitted', 'voucher generated') group by campus, voucher_no, what) o
        on o.campus = v.campus and o.voucher_no = v.voucher_no
          and o.what = case v.kind when 'admission' then 'student admitted' when 'monthly' then 'voucher generated' end
      left join (select distinct campus, changed_at, changed_by, ${amountIn('after', 'year')} as year,
          ${amountIn('after', 'month')} as month from ${inHistory('vouchers generated')}) r
        on v.kind = 'monthly' and r.campus = v.campus and r.changed_at = v.generated_at and r.changed_by = v.generated_by
          and r.year = v.year and r.month = v.month
    where v.kind <> 'opening' and (coalesce(o.times, 0) > 1 or o.times is null and r.campus is null)`,
  'each campus run generated the number and amount of vouchers that the history records': `
    select c.campus, 'history line ' || c.change_no as key from changes c
      left join (select v.campus, v.run_no, v.generated_at, v.generated_by, v.year, v.month, count(*) as generated,
          sum(coalesce(p.amount, v.amount)) as amount
        from vouchers v
          left join (select campus, voucher_no from ${inHistory('voucher generated')}) o using (campus, voucher_no)
          left join (select distinct on (campus, voucher_no) campus, voucher_no, ${amountIn('before', 'amount')} as amount
            from ${inHistory('voucher re-priced')} order by campus, voucher_no, change_no) p using (campus, voucher_no)
        where v.kind = 'monthly' and o.voucher_no is null
        group by v.campus, v.run_no, v.generated_at, v.generated_by, v.year, v.month) v
        on v.campus = c.campus and v.generated_at = c.changed_at and v.generated_by = c.changed_by
          and v.year = ${amountIn('after', 'year')} and v.month = ${amountIn('after', 'month')}
          and v.run_no = coalesce(${amountIn('after', 'runNo')}, v.run_no)
    where c.what = 'vouchers generated'
      and (${amountIn('after', 'generated')} is distinct from coalesce(v.generated, 0)
        or ${amountIn('after', 'amount')} <> coalesce(v.amount, 0))`,
  'each replacement is in the history once, with the replacing voucher': `
    select campus, voucher_no as key from (select campus, voucher_no, replaced_by, net_balance from vouchers
        where replaced_by is not null) v
      full join (select campus, voucher_no, count(*) as times, min(after ->> 'replacedBy') as replaced_by,
        min(${amountIn('before', 'balance')}) as balance from ${inHistory('voucher replaced')}
        group by campus, voucher_no) c using (campus, voucher_no)
    where (c.times, c.replaced_by, c.balance) is distinct from (1::bigint, v.replaced_by, v.net_balance)`,
  'the number of posted vouchers follows from the history': `
    select campus, year || '-' || lpad(month::text, 2, '0') as key from (
        select campus, year, month, count(*) as posted from vouchers where posted and kind = 'monthly'
        group by campus, year, month) v
      full join (
        select c.campus, coalesce(v.year, ${amountIn('after', 'year')}) as year,
          coalesce(v.month, ${amountIn('after', 'month')}) as month, sum(case c.what
            when 'vouchers posted' then coalesce(${amountIn('after', 'count')}, 1)
            when 'vouchers unposted' then -${amountIn('after', 'count')}
            else (c.after ->> 'posted')::boolean::int end) as posted
        from changes c left join vouchers v using (campus, voucher_no)
        where c.what in ('vouchers posted', 'vouchers unposted', 'voucher generated')
        group by 1, 2, 3) c using (campus, year, month)
    where coalesce(v.posted, 0) <> coalesce(c.posted, 0)`,
  'a line about the posting or due date of vouchers names as many as it counts': `
    select c.campus, 'history line ' || c.change_no as key from changes c left join (
      select campus, change_no, count(*) as named from (select campus, change_no from (${voucherPostings}) p
        union all select campus, change_no from (${voucherRedatings}) d) n group by 1, 2) n using (campus, change_no)
    where (c.what in ('vouchers posted', 'vouchers unposted') and c.after ? 'vouchers'
        or c.what = 'due date changed' and c.before ? 'dueDates')
      and ${amountIn('after', 'count')} <> coalesce(n.named, 0)`,
  'a voucher is posted where the last line that names it posted it, and such lines alternate': `
    select distinct campus, voucher_no as key from (
      select campus, voucher_no, posts, lag(posts) over entries as before, lead(true) over entries as more from (
        select campus, voucher_no, change_no, posts from (${voucherPostings}) p
        union all select v.campus, v.voucher_no, m.change_no, null from (${monthPostings}) m
          join vouchers v using (campus, year, month)) p
      window entries as (partition by campus, voucher_no order by change_no)) p
      left join vouchers v using (campus, voucher_no)
    where posts = before or more is null and posts is not null and posts is distinct from v.posted`,
  'each departure is in the history once, with its date': `
    select campus, 'roll number ' || roll_no as key from (select campus, roll_no, left_on::text as day,
        'student ' || state as what from students where state <> 'active') s
      full join (select campus, roll_no, count(*) as times, min(what) as what, min(after ->> 'removalDate') as day
        from changes where what in ('student removed', 'student graduated') group by campus, roll_no) c
        using (campus, roll_no)
    where (c.times, c.what, c.day) is distinct from (1::bigint, s.what, s.day)`,
  'each change of arrears follows a payment, correction or adjustment on an older voucher': `
    select campus, voucher_no as key from ${inHistory('arrears changed')}
      and (${amountIn('after', 'arrears')} - ${amountIn('before', 'arrears')}
        is distinct from ${amountIn('after', 'balance')} - ${amountIn('before', 'balance')}
        or not exists (select from changes p where p.campus = c.campus and p.roll_no = c.roll_no
          and p.voucher_no = c.after ->> 'receivedOnVoucher' and p.changed_at = c.changed_at
          and (p.what in ${moneyKinds} or p.what = 'balance adjusted')
          and (p.after ->> 'balance')::bigint - (p.before ->> 'balance')::bigint
            = ${amountIn('after', 'balance')} - ${amountIn('before', 'balance')}))`,
  'the editor of a voucher is the last to change its charges or receipts': `
    select v.campus, v.voucher_no as key from vouchers v
      left join (select distinct on (campus, voucher_no) campus, voucher_no, changed_by from changes
        where what = 'voucher re-priced' or what in ${reversalKinds} and ${amountIn('before', 'received')} > 0
        order by campus, voucher_no, change_no desc) c using (campus, voucher_no)
    where v.edited_by is distinct from c.changed_by`,
  'each dated fee is in the history as it was entered': `
    select f.campus, 'roll number ' || f.roll_no as key from fee_changes f left join changes c using (campus, change_no)
    where coalesce(c.what, '') not in ('fee changed', 'fees changed') or c.roll_no is distinct from f.roll_no
      or (c.after -> 'monthlyFee', c.after -> 'discount')
        is distinct from (to_jsonb(f.monthly_fee), to_jsonb(f.discount))
      or date_trunc('month', (c.after ->> 'feeChangeDate')::date) is distinct from f.from_month`,
  // Before version 2.3, a change did not supersede a fee that an edit had set for a later month.
  'a dated fee is superseded by a later entry that replaces it, or that precedes what an edit set': `
    select f.campus, 'roll number ' || f.roll_no as key from fee_changes f
    where not case when f.superseded then ${isSuperseded(supersedes)} else not ${isSuperseded(replaces)} end`,
  'undated fees in the history form an unbroken chain to the present fee': `
    select distinct f.campus, 'roll number ' || f.roll_no as key from fees f join (
      select campus, roll_no, before, after, lag(after) over entries as earlier, lead(true) over entries as more
      from changes c where what in ('fee changed', 'fees changed') and after ? 'monthlyFee'
        and not exists (select from fee_changes d where d.campus = c.campus and d.change_no = c.change_no)
      window entries as (partition by campus, roll_no order by change_no)) c using (campus, roll_no)
    where c.earlier is not null
        and (c.earlier -> 'monthlyFee', c.earlier -> 'discount') <> (c.before -> 'monthlyFee', c.before -> 'discount')
      or c.more is null and (c.after -> 'monthlyFee', c.after -> 'discount')
        is distinct from (to_jsonb(f.monthly_fee), to_jsonb(f.discount))`,
  'students, vouchers and receipts named in the history exist': `
    select c.campus, 'history line ' || c.change_no as key from changes c left join students s using (campus, roll_no)
      where c.roll_no is not null and s.state is null
    union select c.campus, 'history line ' || c.change_no from changes c left join vouchers v using (campus, voucher_no)
      where c.voucher_no is not null and v.chain_no is null
    union select c.campus, 'history line ' || c.change_no from changes c left join receipts r using (campus, receipt_no)
      where c.receipt_no is not null and r.amount is null`,
} as const satisfies Readonly<Record<string, string>>
