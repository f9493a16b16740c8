import { schoolTimeZone } from '#domain/calendar.ts'

// What the history tells of money and of coming and going, line by line, and how it stands now.

const inHistory = (what: string) => `changes c where c.what = '${what}'`

/** The number that a line tells in a field. */
const told = (side: 'before' | 'after', field: string) => `(${side} ->> '${field}')::bigint`

/** The history is complete (decisions 3.corrections.history): each query answers what it does not tell, or tells otherwise than it is. */
export const historyLaws = {
  'each receipt stands in the history once, with what it brought': `
    select r.campus, 'receipt ' || r.receipt_no as key from receipts r
      left join (select campus, receipt_no, voucher_no, roll_no, ${told('after', 'received')}
          - case what when 'payment received' then ${told('before', 'received')} else 0 end as amount
        from changes where what in ('payment received', 'receipt corrected')) c using (campus, receipt_no)
    where r.kind = 'receipt' group by r.campus, r.receipt_no
    having count(c.amount) <> 1
      or bool_or((c.voucher_no, c.roll_no, c.amount) is distinct from (r.voucher_no, r.roll_no, r.amount))`,
  'receipts are taken back as often as the history tells of a correction': `
    select campus, voucher_no as key from (
        select campus, voucher_no, count(*) as corrections from (select campus, voucher_no, kind,
            lag(kind) over (partition by campus, voucher_no order by receipt_no) as before from receipts) r
        where kind = 'reversal' and before = 'receipt' group by campus, voucher_no) r
      full join (select campus, voucher_no, count(*) as corrections from ${inHistory('receipt corrected')}
        and ${told('before', 'received')} > 0 group by campus, voucher_no) c using (campus, voucher_no)
    where r.corrections is distinct from c.corrections`,
  'nobody paid at the counter when nothing was due': `
    select campus, 'receipt ' || receipt_no as key from ${inHistory('payment received')}
      and ${told('before', 'balance')} <= 0`,
  'balance, received and amount follow each other in the history of a voucher to what they are': `
    select distinct v.campus, v.voucher_no as key from vouchers v join (
      select campus, voucher_no, f.field, f.was, f.came,
        lag(f.came) over told as before, lead(f.came) over told as more
      from changes c cross join lateral (values ('balance', ${told('before', 'balance')}, ${told('after', 'balance')}),
        ('received', ${told('before', 'received')}, ${told('after', 'received')}),
        ('amount', ${told('before', 'amount')}, ${told('after', 'amount')})) f (field, was, came)
      where what in ('voucher generated', 'voucher re-priced', 'payment received', 'receipt corrected', 'arrears changed')
        and f.came is not null
      window told as (partition by campus, voucher_no, f.field order by change_no)) c using (campus, voucher_no)
    where c.was <> coalesce(c.before, case c.field when 'received' then 0 end)
      or c.before is not null and c.was is null
      or c.more is null
        and c.came <> (case c.field when 'balance' then v.net_balance when 'received' then v.received else v.amount end)`,
  'what a voucher received stands in the history': `
    select v.campus, v.voucher_no as key from vouchers v
      left join (select distinct campus, voucher_no from changes
        where what in ('payment received', 'receipt corrected')) c using (campus, voucher_no)
    where v.received <> 0 and c.voucher_no is null`,
  'each voucher stands in the history with its making': `
    select v.campus, v.voucher_no as key from vouchers v
      left join (select campus, voucher_no, what, count(*) as times from changes
        where what in ('student admitted', 'voucher generated') group by campus, voucher_no, what) o
        on o.campus = v.campus and o.voucher_no = v.voucher_no
          and o.what = case v.kind when 'admission' then 'student admitted' else 'voucher generated' end
      left join (select distinct campus, changed_at, changed_by, ${told('after', 'year')} as year,
          ${told('after', 'month')} as month from ${inHistory('vouchers generated')}) r
        on v.kind = 'monthly' and r.campus = v.campus and r.changed_at = v.generated_at and r.changed_by = v.generated_by
          and r.year = v.year and r.month = v.month
    where coalesce(o.times, 0) > 1 or o.times is null and r.campus is null`,
  'each campus run made as many vouchers as it tells, and of the amount': `
    select c.campus, 'history line ' || c.change_no as key from changes c
      left join (select v.campus, v.generated_at, v.generated_by, v.year, v.month, count(*) as generated,
          sum(coalesce(p.amount, v.amount)) as amount
        from vouchers v
          left join (select campus, voucher_no from ${inHistory('voucher generated')}) o using (campus, voucher_no)
          left join (select distinct on (campus, voucher_no) campus, voucher_no, ${told('before', 'amount')} as amount
            from ${inHistory('voucher re-priced')} order by campus, voucher_no, change_no) p using (campus, voucher_no)
        where v.kind = 'monthly' and o.voucher_no is null
        group by v.campus, v.generated_at, v.generated_by, v.year, v.month) v
        on v.campus = c.campus and v.generated_at = c.changed_at and v.generated_by = c.changed_by
          and v.year = ${told('after', 'year')} and v.month = ${told('after', 'month')}
    where c.what = 'vouchers generated'
      and (${told('after', 'generated')} is distinct from coalesce(v.generated, 0)
        or ${told('after', 'amount')} <> coalesce(v.amount, 0))`,
  'each replacement stands in the history once, with the voucher that took the place': `
    select campus, voucher_no as key from (select campus, voucher_no, replaced_by, net_balance from vouchers
        where replaced_by is not null) v
      full join (select campus, voucher_no, count(*) as times, min(after ->> 'replacedBy') as replaced_by,
        min(${told('before', 'balance')}) as balance from ${inHistory('voucher replaced')}
        group by campus, voucher_no) c using (campus, voucher_no)
    where (c.times, c.replaced_by, c.balance) is distinct from (1::bigint, v.replaced_by, v.net_balance)`,
  'as many vouchers are posted as the history tells': `
    select campus, year || '-' || lpad(month::text, 2, '0') as key from (
        select campus, year, month, count(*) as posted from vouchers where posted and kind = 'monthly'
        group by campus, year, month) v
      full join (
        select c.campus, coalesce(v.year, ${told('after', 'year')}) as year,
          coalesce(v.month, ${told('after', 'month')}) as month, sum(case c.what
            when 'vouchers posted' then coalesce(${told('after', 'count')}, 1)
            when 'vouchers unposted' then -${told('after', 'count')}
            else (c.after ->> 'posted')::boolean::int end) as posted
        from changes c left join vouchers v using (campus, voucher_no)
        where c.what in ('vouchers posted', 'vouchers unposted', 'voucher generated')
        group by 1, 2, 3) c using (campus, year, month)
    where coalesce(v.posted, 0) <> coalesce(c.posted, 0)`,
  'each leaving stands in the history once, with its day': `
    select campus, 'roll number ' || roll_no as key from (select campus, roll_no, left_on::text as day,
        'student ' || state as what from students where state <> 'active') s
      full join (select campus, roll_no, count(*) as times, min(what) as what, min(after ->> 'removalDate') as day
        from changes where what in ('student removed', 'student graduated') group by campus, roll_no) c
        using (campus, roll_no)
    where (c.times, c.what, c.day) is distinct from (1::bigint, s.what, s.day)`,
  'arrears changed as often as what was received on an older voucher changed after they were made': `
    select campus, voucher_no as key from ${inHistory('arrears changed')}
      and (${told('after', 'arrears')} - ${told('before', 'arrears')}
        is distinct from ${told('after', 'balance')} - ${told('before', 'balance')}
        or not exists (select from changes p where p.campus = c.campus and p.roll_no = c.roll_no
          and p.voucher_no = c.after ->> 'receivedOnVoucher' and p.changed_at = c.changed_at
          and p.what in ('payment received', 'receipt corrected')
          and (p.after ->> 'balance')::bigint - (p.before ->> 'balance')::bigint
            = ${told('after', 'balance')} - ${told('before', 'balance')}))`,
  'who changed the charges or receipts of a voucher last edited it': `
    select v.campus, v.voucher_no as key from vouchers v
      left join (select distinct on (campus, voucher_no) campus, voucher_no, changed_by from changes
        where what = 'voucher re-priced' or what = 'receipt corrected' and ${told('before', 'received')} > 0
        order by campus, voucher_no, change_no desc) c using (campus, voucher_no)
    where v.edited_by is distinct from c.changed_by`,
  'each fee with a date stands in the history as it was entered': `
    select f.campus, 'roll number ' || f.roll_no as key from fee_changes f left join changes c using (campus, change_no)
    where coalesce(c.what, '') not in ('fee changed', 'fees changed') or c.roll_no is distinct from f.roll_no
      or (c.after -> 'monthlyFee', c.after -> 'discount')
        is distinct from (to_jsonb(f.monthly_fee), to_jsonb(f.discount))
      or date_trunc('month', (c.after ->> 'feeChangeDate')::date) is distinct from f.from_month`,
  'a fee with a date is superseded by a later entry for its month, or for an earlier one once it was in force': `
    select f.campus, 'roll number ' || f.roll_no as key from fee_changes f
    where f.superseded <> exists (select from fee_changes e join changes c using (campus, change_no)
      where e.campus = f.campus and e.roll_no = f.roll_no and e.change_no > f.change_no
        and (e.from_month = f.from_month or e.from_month < f.from_month
          and f.from_month <= (c.changed_at at time zone '${schoolTimeZone}')::date))`,
  'a fee without a date follows the one before it in the history to what it is': `
    select distinct f.campus, 'roll number ' || f.roll_no as key from fees f join (
      select campus, roll_no, before, after, lag(after) over told as earlier, lead(true) over told as more
      from changes c where what in ('fee changed', 'fees changed') and after ? 'monthlyFee'
        and not exists (select from fee_changes d where d.campus = c.campus and d.change_no = c.change_no)
      window told as (partition by campus, roll_no order by change_no)) c using (campus, roll_no)
    where c.earlier is not null
        and (c.earlier -> 'monthlyFee', c.earlier -> 'discount') <> (c.before -> 'monthlyFee', c.before -> 'discount')
      or c.more is null and (c.after -> 'monthlyFee', c.after -> 'discount')
        is distinct from (to_jsonb(f.monthly_fee), to_jsonb(f.discount))`,
  'the history tells of students, vouchers and receipts that there are': `
    select c.campus, 'history line ' || c.change_no as key from changes c left join students s using (campus, roll_no)
      where c.roll_no is not null and s.state is null
    union select c.campus, 'history line ' || c.change_no from changes c left join vouchers v using (campus, voucher_no)
      where c.voucher_no is not null and v.chain_no is null
    union select c.campus, 'history line ' || c.change_no from changes c left join receipts r using (campus, receipt_no)
      where c.receipt_no is not null and r.amount is null`,
} as const satisfies Readonly<Record<string, string>>
