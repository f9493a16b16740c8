/**
 * A debt is the balance of the last posted voucher, split by month (decisions 7). Adds the view of these vouchers, and
 * indexes from which the debts of a campus are read without reading its vouchers.
 */
export const debts = {
  number: 24,
  name: 'debts',
  sql: `
create view last_posted_vouchers with (security_invoker = true) as
select s.campus, s.roll_no, v.voucher_no, v.chain_no, v.student_class, v.section, v.net_balance
from students s cross join lateral (
  select * from vouchers l where l.campus = s.campus and l.roll_no = s.roll_no
    and l.posted and l.replaced_by is null and not l.voided order by l.chain_no desc limit 1
) v;
grant select on last_posted_vouchers to portal_clerk;

drop index vouchers_unpaid;
create index vouchers_unpaid on vouchers (campus, roll_no, chain_no)
  include (student_class, section, year, month, due_date, kind, posted, arrears, amount, net_balance)
  where not fee_paid and replaced_by is null and not voided;
create index vouchers_paid on vouchers (campus, roll_no, (year * 12 + month))
  where fee_paid and replaced_by is null and not voided;

-- A voucher that replaces one with receipts or adjustments stays posted from now on; one that was unposted is posted again.
with recursive replacing as (
  select v.campus, v.replaced_by as voucher_no from vouchers v
  where v.replaced_by is not null and (
    exists (select from receipts r where r.campus = v.campus and r.voucher_no = v.voucher_no)
    or exists (select from adjustments a where a.campus = v.campus and a.voucher_no = v.voucher_no))
  union select v.campus, v.replaced_by from vouchers v join replacing r on r.campus = v.campus and r.voucher_no = v.voucher_no
  where v.replaced_by is not null),
posted as (
  update vouchers v set posted = true from replacing r
  where v.campus = r.campus and v.voucher_no = r.voucher_no and not v.posted and v.replaced_by is null and not v.voided
  returning v.campus, v.roll_no, v.voucher_no, v.generated_by)
insert into changes (campus, changed_at, changed_by, what, roll_no, voucher_no, before, after)
select campus, now(), generated_by, 'vouchers posted', roll_no, voucher_no, '{"posted": false}', '{"posted": true}' from posted;
`,
}
