// SQL that reads postings and changes of due dates from the history.

const postingEntries = `changes c where c.what in ('vouchers posted', 'vouchers unposted')`

/** SQL: each posting and unposting of a voucher, from the history entries that name vouchers. */
export const voucherPostings = `
  select c.campus, c.change_no, c.changed_at, c.what = 'vouchers posted' as posts, n.voucher_no collate "C" as voucher_no
  from (select * from ${postingEntries}) c cross join lateral jsonb_array_elements_text(
    case when c.voucher_no is null then c.after -> 'vouchers' else jsonb_build_array(c.voucher_no) end) n (voucher_no)`

/** SQL: the time of the first posting of `v` after its generation, from an entry that names it or only its month. */
export const firstPosting = `
  select c.changed_at from changes c
  where c.campus = v.campus and c.what = 'vouchers posted' and c.changed_at >= v.generated_at
    and (c.voucher_no = v.voucher_no or c.voucher_no is null
      and (c.after ->> 'year')::integer = v.year and (c.after ->> 'month')::integer = v.month
      and (c.after -> 'vouchers' ? v.voucher_no or not c.after ? 'vouchers'))
  order by c.change_no limit 1`

/** SQL: postings and unpostings of a whole month, from old entries that do not name vouchers. */
export const monthPostings = `
  select c.campus, c.change_no, c.changed_at, c.what = 'vouchers posted' as posts, (c.after ->> 'year')::integer as year,
    (c.after ->> 'month')::integer as month
  from ${postingEntries} and c.voucher_no is null and not c.after ? 'vouchers'`

const dueDateEntries = `changes c where c.what = 'due date changed'`

/** SQL: each change of a voucher's due date, with both dates, from the history entries that name vouchers. */
export const voucherRedatings = `
  select c.campus, c.change_no, c.changed_at, n.voucher_no collate "C" as voucher_no, d.was::date as was,
    (c.after ->> 'dueDate')::date as came
  from (select * from ${dueDateEntries}) c cross join lateral jsonb_each(c.before -> 'dueDates') d (was, numbers)
    cross join lateral jsonb_array_elements_text(d.numbers) n (voucher_no)`

/** SQL: changes of a run's due date, from old entries that do not name vouchers. */
export const runRedatings = `
  select c.campus, c.change_no, c.changed_at, (c.after ->> 'runNo')::integer as run_no,
    (c.before ->> 'dueDate')::date as was
  from ${dueDateEntries} and not c.before ? 'dueDates'`
