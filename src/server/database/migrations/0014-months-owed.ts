/**
 * The months that a student owes follow from the charges of unpaid vouchers. The index of these vouchers now has the
 * charges, so that the dashboard does not read rows of vouchers (decision record 45).
 */
export const monthsOwed = {
  number: 14,
  name: 'months owed',
  sql: `
drop index vouchers_unpaid;
create index vouchers_unpaid on vouchers (campus, roll_no, chain_no)
  include (student_class, section, amount, net_balance) where not fee_paid and replaced_by is null and not voided;
`,
}
