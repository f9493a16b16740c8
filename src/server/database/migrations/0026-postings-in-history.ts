/**
 * Lines about posting and due dates name their vouchers from here on; those from before name a month or a run. A report as
 * of an evening finds these few among all lines.
 */
export const postingsInHistory = {
  number: 26,
  name: 'postings in history',
  sql: `
create index postings_in_history on changes (campus, change_no)
  where what in ('vouchers posted', 'vouchers unposted', 'due date changed');
`,
}
