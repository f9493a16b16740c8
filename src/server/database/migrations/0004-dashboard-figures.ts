/** Indexes for the figures of the dashboard, so that twelve months are summed without reading the tables. */
export const dashboardFigures = {
  number: 4,
  name: 'dashboard figures',
  sql: `
drop index receipts_by_day;
create index receipts_by_day on receipts (campus, received_on, received_by) include (kind, amount);
drop index vouchers_by_month;
create index vouchers_by_month on vouchers (campus, year, month, student_class, section) include (amount, replaced_by);
-- What was paid in advance: few vouchers, however many years there are.
create index vouchers_in_advance on vouchers (campus, roll_no, chain_no) where net_balance < 0;
`,
}
