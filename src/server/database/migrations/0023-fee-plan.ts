/** The amounts that each class of a campus pays. An amount that is not set is null; a row is never deleted. */
export const feePlan = {
  number: 23,
  name: 'fee plan',
  sql: String.raw`
create table fee_plans (
  campus text collate "C" not null references campuses,
  student_class school_class not null,
  monthly_fee fee,
  registration_fee fee,
  admission_fee fee,
  examination_fee fee,
  changed_at timestamptz not null,
  changed_by text not null,
  primary key (campus, student_class)
);
alter table fee_plans enable row level security;
create policy own_campus on fee_plans to portal_clerk
  using (campus = (select current_setting('app.campus', true)))
  with check (campus = (select current_setting('app.campus', true)));
grant select on fee_plans to portal_clerk;
grant insert, update on fee_plans to portal_admin;
`,
}
