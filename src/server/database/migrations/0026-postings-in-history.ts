/**
 * History entries about posting and due dates now name their vouchers; earlier entries name a month or a run. A report
 * of a past day finds these few entries by the index.
 */
export const postingsInHistory = {
  number: 26,
  name: 'postings in history',
  sql: `
create index postings_in_history on changes (campus, change_no)
  where what in ('vouchers posted', 'vouchers unposted', 'due date changed');
`,
}
