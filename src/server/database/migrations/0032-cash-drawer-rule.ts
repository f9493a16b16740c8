/** Cash drawers become a rule of the campus; it is on where a drawer was counted or closed, or money deposited. */
export const cashDrawerRule = {
  number: 32,
  name: 'cash-drawer-rule',
  sql: String.raw`
alter table campus_rules add column cash_drawer boolean not null default false;
grant update (cash_drawer) on campus_rules to portal_admin;
insert into campus_rules (campus, cash_drawer)
  select campus, true from cashier_closings
  union select campus, true from drawer_counts
  union select campus, true from deposits
  on conflict (campus) do update set cash_drawer = true;
`,
}
