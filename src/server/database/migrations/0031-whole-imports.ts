/** An import arrives with all rows of its file at once; no import begins without them. */
export const wholeImports = {
  number: 31,
  name: 'whole-imports',
  sql: String.raw`
alter table imports drop constraint imports_state_check;
update imports i set state = case
    when row_count = (select count(*) from import_rows r where r.campus = i.campus and r.import_no = i.import_no)
    then 'stored' else 'expired' end
  where state = 'collecting';
alter table imports alter column state set default 'stored';
alter table imports add constraint imports_state_check
  check (state in ('stored', 'checked', 'applied', 'withdrawn', 'expired'));
`,
}
