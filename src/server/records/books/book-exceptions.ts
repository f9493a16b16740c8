// SQL for corrections and exceptions, each kind from the table in which it was written.

import { largeDiscountPercent, type ExceptionKind } from '#domain/book-exception.ts'
import { monthPostings, voucherPostings } from '#server/records/posting-history.ts'
import { dayOf } from '#server/records/school-day.ts'

/** SQL: an amount in a history entry. */
const amountIn = (side: 'before' | 'after', field: string, alias = 'c') =>
  `(${alias}.${side} ->> '${field}')::bigint`
const reasonOf = (alias = 'c') => `coalesce(${alias}.after ->> 'reason', '')`

interface ExceptionSql {
  readonly kind: ExceptionKind | { readonly sql: string }
  readonly day: string
  /** The amount in paisa; negative if less is owed. */
  readonly owed: string
  readonly reason?: string
  readonly number?: string
}

const columns = ({ kind, day, owed, reason, number }: ExceptionSql): string =>
  `${typeof kind === 'string' ? `'${kind}'` : kind.sql} as kind, ${day} as day, (${owed})::bigint as owed,
    ${number ?? 'null::integer'} as number, ${reason ?? `''`} as reason`

const changed = (alias = 'c') =>
  `${alias}.campus, ${alias}.changed_at as written_at, ${alias}.changed_by as who, ${alias}.roll_no, ${alias}.voucher_no`

/** SQL: true if receipt `m` was moved from another student, whose receipt was reversed by `x` at the same time. */
const movedFrom = `x.campus = m.campus and x.receipt_no = m.receipt_no - 1 and x.kind = 'reversal'
  and x.entered_at = m.entered_at and x.roll_no <> m.roll_no and x.amount = -m.amount and x.reason = m.reason`

/** SQL: receipts corrected to a smaller amount or to nothing; a moved receipt is one line instead of two. */
const corrections = `
  select ${changed()}, ${columns({
    kind: { sql: 'c.what' },
    day: dayOf('c.changed_at'),
    owed: `${amountIn('before', 'received')} - ${amountIn('after', 'received')}`,
    number: 'c.receipt_no',
    reason: reasonOf(),
  })} from changes c
    where c.what in ('receipt corrected', 'cheque returned') and ${amountIn('before', 'received')} > 0
      and not exists (select from receipts x join receipts m on ${movedFrom}
        where x.campus = c.campus and x.receipt_no = c.receipt_no and x.entered_at = c.changed_at)
  union all select m.campus, m.entered_at, m.received_by, m.roll_no, m.voucher_no, ${columns({
    kind: 'receipt moved',
    day: 'm.received_on',
    owed: '-m.amount',
    number: 'm.receipt_no',
    reason: `m.reason || '; from roll number ' || x.roll_no`,
  })} from receipts m join receipts x on ${movedFrom}`

/** SQL: back-dated receipts, except new receipts of corrections, which keep the day. */
const backDated = `
  select r.campus, r.entered_at, r.received_by, r.roll_no, r.voucher_no, ${columns({
    kind: 'receipt back-dated',
    day: 'r.received_on',
    owed: '-r.amount',
    number: 'r.receipt_no',
    reason: 'r.reason',
  })} from receipts r
    left join receipts x on x.campus = r.campus and x.receipt_no = r.receipt_no - 1 and x.kind = 'reversal'
      and x.entered_at = r.entered_at and (x.voucher_no = r.voucher_no or x.amount = -r.amount and x.reason = r.reason)
    where r.kind = 'receipt' and r.received_on < ${dayOf('r.entered_at')} and x.receipt_no is null`

const adjustments = `
  select a.campus, a.entered_at, a.entered_by, a.roll_no, a.voucher_no, ${columns({
    kind: { sql: 'a.kind::text' },
    day: 'a.effective_on',
    owed: 'a.amount',
    number: 'a.adjustment_no',
    reason: `case when a.reverses is null then '' else 'Takes back no. ' || a.reverses || '; ' end || a.reason`,
  })} from adjustments a where a.from_voucher_no is null`

/** SQL: the import of the opening voucher `v`, from the history, because only an admin's calls may read imports. */
const importOf = `(select c.after ->> 'importNo' from changes c where c.campus = v.campus and c.what = 'rows imported'
  and c.changed_at = v.generated_at and c.after -> 'openings' ->> v.roll_no::text = v.arrears::text
  order by c.change_no desc limit 1)`

/** SQL: imported advances, in the name of the admin who applied the import. */
const advancesBroughtIn = `
  select v.campus, v.generated_at, v.generated_by, v.roll_no, v.voucher_no, ${columns({
    kind: 'advance brought in',
    day: 'v.issue_date',
    owed: 'v.arrears',
    reason: `coalesce('Import ' || ${importOf}, '')`,
  })} from vouchers v where v.kind = 'opening' and v.arrears < 0`

/** SQL: the last posting or unposting of the voucher, or of its month, before each re-pricing. */
const postingBefore = `
  select distinct on (r.campus, r.change_no) r.campus, r.change_no, p.posts, p.is_named, p.changed_at
  from changes r join (
    select campus, voucher_no, change_no, changed_at, posts, true as is_named from (${voucherPostings}) n
    union all select v.campus, v.voucher_no, m.change_no, m.changed_at, m.posts, false
      from (${monthPostings}) m join vouchers v using (campus, year, month) where m.changed_at >= v.generated_at) p
    on p.campus = r.campus and p.voucher_no = r.voucher_no and p.change_no < r.change_no
  where r.what = 'voucher re-priced' order by r.campus, r.change_no, p.change_no desc`

/** SQL: re-pricings of vouchers posted at that time. Unposting a month leaves vouchers with receipts posted. */
const repricings = `
  select ${changed()}, ${columns({
    kind: 'voucher re-priced',
    day: dayOf('c.changed_at'),
    owed: `${amountIn('after', 'amount')} - ${amountIn('before', 'amount')}`,
  })} from changes c
    join vouchers v on v.campus = c.campus and v.voucher_no = c.voucher_no
    left join changes g on g.campus = c.campus and g.roll_no = c.roll_no and g.voucher_no = c.voucher_no
      and g.what = 'voucher generated'
    left join (${postingBefore}) p on p.campus = c.campus and p.change_no = c.change_no
    where c.what = 'voucher re-priced' and (v.kind = 'admission' or case when p.posts or p.is_named then p.posts
      when not p.posts then exists (select from receipts r where r.campus = v.campus
        and r.voucher_no = v.voucher_no and r.entered_at <= p.changed_at)
      else coalesce((g.after ->> 'posted')::boolean, false) end)`

const vouchersEnded = `
  select ${changed()}, ${columns({
    kind: 'voucher replaced',
    day: dayOf('c.changed_at'),
    owed: `${amountIn('after', 'balance')} - ${amountIn('before', 'balance')}`,
    reason: `coalesce('Replaced by ' || (c.after ->> 'replacedBy'), '')`,
  })} from changes c where c.what = 'voucher replaced'
  union all select ${changed()}, ${columns({
    kind: 'voucher voided',
    day: dayOf('c.changed_at'),
    owed: '-v.amount',
    reason: reasonOf(),
  })} from changes c join vouchers v on v.campus = c.campus and v.voucher_no = c.voucher_no
    where c.what = 'voucher voided'
  union all select ${changed()}, ${columns({
    kind: 'run voided',
    day: dayOf('c.changed_at'),
    owed: `-${amountIn('after', 'amount')}`,
    number: `(c.after ->> 'runNo')::integer`,
    reason: reasonOf(),
  })} from changes c where c.what = 'vouchers voided'`

const isLarge = (discount: string, fee: string) => `${discount} * 100 > ${fee} * ${largeDiscountPercent}`

/** SQL: a charge of a voucher `v` as generated, from the voucher's first re-pricing if there is one. */
const firstCharge = (
  column: string,
  key: string,
) => `coalesce((select ${amountIn('before', key, 'q')} from changes q
    where q.campus = v.campus and q.roll_no = v.roll_no and q.voucher_no = v.voucher_no and q.what = 'voucher re-priced'
      and q.before ? '${key}' order by q.change_no limit 1), v.${column})`
const [firstDiscount, firstFee] = [
  firstCharge('discount', 'discount'),
  firstCharge('monthly_fee', 'monthlyFee'),
]

/** SQL: discounts above the share of the monthly fee, at admission or after a change of fee or discount. */
const largeDiscounts = `
  select ${changed()}, ${columns({
    kind: 'large discount',
    day: `coalesce((c.after ->> 'feeChangeDate')::date, ${dayOf('c.changed_at')})`,
    owed: `-${amountIn('after', 'discount')}`,
    reason: `'of a monthly fee of ' || trim_scale(${amountIn('after', 'monthlyFee')} / 100.0)`,
  })} from changes c where c.what in ('fee changed', 'fees changed')
    and ${isLarge(amountIn('after', 'discount'), amountIn('after', 'monthlyFee'))}
  union all select v.campus, v.generated_at, v.generated_by, v.roll_no, v.voucher_no, ${columns({
    kind: 'large discount',
    day: 'v.issue_date',
    owed: `-${firstDiscount}`,
    reason: `'at admission, of a monthly fee of ' || trim_scale(${firstFee} / 100.0)`,
  })} from vouchers v where v.kind = 'admission' and ${isLarge(firstDiscount, firstFee)}`

const closings = `
  select b.campus, b.entered_at, b.entered_by, null, null, ${columns({
    kind: { sql: `case when b.figures is null then 'books reopened' else 'books closed' end` },
    day: 'b.closed_until',
    owed: '0',
    number: 'b.closing_no',
    reason: 'b.reason',
  })} from book_closings b`

/** SQL: every correction and exception, with its user and time. */
export const bookExceptions = [
  corrections,
  backDated,
  adjustments,
  advancesBroughtIn,
  repricings,
  vouchersEnded,
  largeDiscounts,
  closings,
].join(' union all ')
