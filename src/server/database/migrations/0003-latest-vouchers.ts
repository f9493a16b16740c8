/** The latest voucher of each student as a view, so that the queries share one definition. */
export const latestVouchers = {
  number: 3,
  name: 'latest vouchers',
  sql: `
-- By student, so that a query for one or for a class reads one voucher each from the index on chain_no.
-- With the rights of its caller, so that row-level security applies as on the table.
create view latest_vouchers with (security_invoker = true) as
select s.campus, s.roll_no, v.voucher_no, v.chain_no, v.kind, v.student_class, v.section, v.year, v.month, v.issue_date,
  v.due_date, v.period_from, v.period_to, v.monthly_fee, v.discount, v.registration_fee, v.admission_fee,
  v.examination_fee, v.fine, v.arrears, v.received, v.received_on, v.received_by, v.edited_by, v.amount, v.net_balance,
  v.posted, v.fee_paid, v.carried_to, v.replaced_by, v.note, v.generated_at, v.generated_by
from students s cross join lateral (
  select * from vouchers l where l.campus = s.campus and l.roll_no = s.roll_no order by l.chain_no desc limit 1
) v;
grant select on latest_vouchers to portal_clerk;
`,
}
