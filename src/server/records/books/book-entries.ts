// SQL for all entries that change debts.

import { dayOf } from '#server/records/school-day.ts'

const repricedBy = `((after ->> 'amount')::bigint - (before ->> 'amount')::bigint)`

/** SQL: replaced or voided vouchers with the time, the user and the reason. */
export const endedVouchers = `
  select v.campus, v.voucher_no, 'replaced' as kind, n.generated_at as ended_at, n.generated_by as ended_by,
    n.voucher_no as other, '' as reason
  from vouchers v join vouchers n on n.campus = v.campus and n.voucher_no = v.replaced_by
  where v.replaced_by is not null
  union all select v.campus, v.voucher_no, 'voided', coalesce(c.changed_at, r.voided_at),
    coalesce(c.changed_by, r.voided_by), null, coalesce(c.after ->> 'reason', r.void_reason, '')
  from vouchers v
    join voucher_runs r on r.campus = v.campus and r.run_no = v.run_no
    left join changes c on c.campus = v.campus and c.roll_no = v.roll_no and c.voucher_no = v.voucher_no
      and c.what = 'voucher voided'
  where v.voided`

/** The SQL of each column; an omitted column is null, or '' for text. */
interface EntrySql {
  readonly kind: string
  /** Campus, roll number and voucher. */
  readonly of: string
  readonly day: string
  readonly writtenAt: string
  readonly who: string
  /** The amount in paisa. */
  readonly owed: string
  readonly number?: string
  readonly reverses?: string
  readonly before?: string
  readonly after?: string
  readonly discountBefore?: string
  readonly discountAfter?: string
  /** The kind of an adjustment. */
  readonly how?: string
  readonly method?: string
  readonly reference?: string
  readonly other?: string
  readonly reason?: string
}

const bigint = (value = 'null'): string => `(${value})::bigint`

/** The columns of an entry, with the same types in every part of the union. */
const columns = (entry: EntrySql): string =>
  `${entry.of}, ${entry.kind} as kind, ${entry.day} as day, ${entry.writtenAt} as written_at, ${entry.who} as who,
    ${entry.owed} as owed, ${entry.number ?? 'null::integer'} as number, ${entry.reverses ?? 'null::integer'} as reverses,
    ${bigint(entry.before)} as before, ${bigint(entry.after)} as after, ${bigint(entry.discountBefore)} as discount_before,
    ${bigint(entry.discountAfter)} as discount_after, ${entry.how ?? 'null'}::adjustment_kind as how,
    ${entry.method ?? 'null'}::payment_method as method, ${entry.reference ?? `''`} as reference,
    ${entry.other ?? 'null'} as other, ${entry.reason ?? `''`} as reason`

/** SQL: the opening balance on a voucher `v`: the arrears of an opening voucher, 0 for every other voucher. */
export const broughtIn = `case v.kind when 'opening' then v.arrears else 0 end`

/**
 * SQL: the first amount of each voucher on its day of issue, and each re-pricing on the day of its entry. The entry of
 * an opening voucher has a kind of its own and the opening balance. The amount of a replaced voucher is reversed on the
 * day its replacement was generated, the amount of a voided voucher on the day of its void.
 */
export const chargeEntries = `
  select ${columns({
    kind: `case v.kind when 'opening' then 'opening' else 'billed' end`,
    of: 'v.campus, v.roll_no, v.voucher_no',
    day: 'v.issue_date',
    writtenAt: 'v.generated_at',
    who: 'v.generated_by',
    owed: `v.amount - coalesce(r.amount, 0) + ${broughtIn}`,
    reason: 'v.note',
  })} from vouchers v
    left join (select campus, voucher_no, sum(${repricedBy}) as amount from changes
      where what = 'voucher re-priced' group by campus, voucher_no) r using (campus, voucher_no)
  union all select ${columns({
    kind: `'re-priced'`,
    of: 'campus, roll_no, voucher_no',
    day: dayOf('changed_at'),
    writtenAt: 'changed_at',
    who: 'changed_by',
    owed: repricedBy,
    before: `before ->> 'amount'`,
    after: `after ->> 'amount'`,
  })} from changes where what = 'voucher re-priced'
  union all select ${columns({
    kind: 'x.kind',
    of: 'v.campus, v.roll_no, v.voucher_no',
    day: dayOf('x.ended_at'),
    writtenAt: 'x.ended_at',
    who: 'x.ended_by',
    owed: '-v.amount',
    other: 'x.other',
    reason: 'x.reason',
  })} from (${endedVouchers}) x join vouchers v on v.campus = x.campus and v.voucher_no = x.voucher_no`

/** SQL: receipts and reversals; reversals raise the debt. */
const receiptEntries = `
  select ${columns({
    kind: 'r.kind::text',
    of: 'r.campus, r.roll_no, r.voucher_no',
    day: 'r.received_on',
    writtenAt: 'r.entered_at',
    who: 'r.received_by',
    owed: '-r.amount',
    number: 'r.receipt_no',
    reverses: 'r.reverses',
    method: 'r.method',
    reference: 'r.reference',
    reason: 'r.reason',
  })} from receipts r`

/** SQL: adjustments. An adjustment between two vouchers of a student owes 0 and has its amount in `after`. */
const adjustmentEntries = `
  select ${columns({
    kind: `case when a.from_voucher_no is null then 'adjusted' else 'moved' end`,
    of: 'a.campus, a.roll_no, a.voucher_no',
    day: 'a.effective_on',
    writtenAt: 'a.entered_at',
    who: 'a.entered_by',
    owed: 'case when a.from_voucher_no is null then a.amount else 0 end',
    number: 'a.adjustment_no',
    reverses: 'a.reverses',
    after: 'case when a.from_voucher_no is null then null else a.amount end',
    how: 'a.kind',
    method: 'a.method',
    reference: 'a.reference',
    other: 'a.from_voucher_no',
    reason: 'a.reason',
  })} from adjustments a`

/** SQL: entries that change debts, with their vouchers; the sum of `owed` is the debt. */
export const bookEntries = `${chargeEntries} union all ${receiptEntries} union all ${adjustmentEntries}`

/** SQL: fee changes for later vouchers, which do not change a debt yet. */
export const feeEntries = `
  select ${columns({
    kind: `'fees changed'`,
    of: 'campus, roll_no, null as voucher_no',
    day: dayOf('changed_at'),
    writtenAt: 'changed_at',
    who: 'changed_by',
    owed: '0',
    before: `before ->> 'monthlyFee'`,
    after: `after ->> 'monthlyFee'`,
    discountBefore: `before ->> 'discount'`,
    discountAfter: `after ->> 'discount'`,
    reason: `coalesce(after ->> 'feeChangeDate', '')`,
  })} from changes where what in ('fee changed', 'fees changed')`
