// Each law is a query that returns the rows that break it (decisions 3.books, decisions 4.states).

import { sql, type Kysely, type QueryExecutorProvider } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import { dayOf } from '#server/records/school-day.ts'
import { cashierLaws, receiptLaws } from './cashier-laws.ts'
import { bookHashLaws, closingLaws } from './closing-laws.ts'
import { historyLaws } from './history-laws.ts'
import { importLaws, studentLaws } from './student-laws.ts'
import { runLaws, voucherLaws } from './voucher-laws.ts'

const adjustmentNumber = `'adjustment ' || a.adjustment_no as key`

/** Laws on adjustments (decision record 38). */
const adjustmentLaws = {
  'adjustments are numbered from 1 without a gap': `
    select campus, 'adjustment ' || adjustment_no as key from (select campus, adjustment_no,
        lag(adjustment_no, 1, 0) over (partition by campus order by adjustment_no) as before from adjustments) a
    where adjustment_no <> before + 1`,
  'the adjusted sum of a voucher is that of its adjustments': `
    select v.campus, v.voucher_no as key from vouchers v
      left join (select campus, voucher_no, sum(amount) as adjusted from (
          select campus, voucher_no, amount from adjustments
          union all select campus, from_voucher_no, -amount from adjustments where from_voucher_no is not null) a
        group by campus, voucher_no) a using (campus, voucher_no)
    where v.adjusted <> coalesce(a.adjusted, 0)`,
  'an adjustment is on posted vouchers of its student, and dated on the day of its entry': `
    select a.campus, ${adjustmentNumber} from adjustments a
      join vouchers v on v.campus = a.campus and v.voucher_no = a.voucher_no
      left join vouchers f on f.campus = a.campus and f.voucher_no = a.from_voucher_no
      left join receipts r on r.campus = a.campus and r.receipt_no = a.receipt_no
    where v.roll_no <> a.roll_no or not v.posted or f.roll_no <> a.roll_no
      or (r.voucher_no, r.roll_no) is distinct from (a.from_voucher_no, case when r.receipt_no is not null then a.roll_no end)
      or a.effective_on <> ${dayOf('a.entered_at')}`,
  'the two adjustments of a transfer name each other and cancel out': `
    select a.campus, ${adjustmentNumber} from adjustments a
      left join adjustments o on o.campus = a.campus and o.adjustment_no = a.other_no and o.kind = a.kind
    where a.kind = 'transfer' and ((o.other_no, o.amount, o.entered_at)
      is distinct from (a.adjustment_no, -a.amount, a.entered_at) or o.roll_no = a.roll_no)`,
  'an adjustment that takes one back has its kind and student, and the opposite amount': `
    select a.campus, ${adjustmentNumber} from adjustments a
      left join adjustments o on o.campus = a.campus and o.adjustment_no = a.reverses and o.reverses is null
    where a.reverses is not null and (o.kind, o.roll_no, o.amount, o.method)
      is distinct from (a.kind, a.roll_no, -a.amount, a.method)`,
  'an adjustment that follows a receipt is for the amount that was taken back': `
    select a.campus, ${adjustmentNumber} from adjustments a
      left join receipts x on x.campus = a.campus and x.reverses = a.receipt_no and x.entered_at = a.entered_at
    where a.receipt_no is not null and a.amount is distinct from -x.amount - coalesce((select n.amount from receipts n
      where n.campus = x.campus and n.voucher_no = x.voucher_no and n.receipt_no = x.receipt_no + 1 and n.kind = 'receipt'
        and n.entered_at = x.entered_at), 0)`,
  'each adjustment is in the history once, with its amount': `
    select a.campus, ${adjustmentNumber} from adjustments a
      left join changes c on c.campus = a.campus and c.roll_no = a.roll_no and c.what = 'balance adjusted'
        and (c.after ->> 'adjustmentNo')::integer = a.adjustment_no
    group by a.campus, a.adjustment_no, a.amount, a.voucher_no, a.entered_by, a.entered_at
    having count(c.change_no) <> 1 or bool_or((c.voucher_no, c.changed_by, c.changed_at,
        (c.after ->> 'balance')::bigint - (c.before ->> 'balance')::bigint)
      is distinct from (a.voucher_no, a.entered_by, a.entered_at, a.amount))`,
} as const satisfies Readonly<Record<string, string>>

const requestNumber = `'request ' || a.request_no as key`

/** Laws on acts that need a second person (decision record 39). */
const approvalLaws = {
  'requests for approval are numbered from 1 without a gap': `
    select campus, 'request ' || request_no as key from (select campus, request_no,
        lag(request_no, 1, 0) over (partition by campus order by request_no) as before from approvals) a
    where request_no <> before + 1`,
  'a request was approved or declined by another person than the one who asked, and withdrawn by that one': `
    select a.campus, ${requestNumber} from approvals a
    where case a.state when 'withdrawn' then a.decided_by is distinct from a.requested_by
        -- With the user, by whoever disabled them or took the role or the right.
        and not exists (select from changes c where c.campus = a.campus
          and c.what in ('user disabled', 'user role changed', 'user rights changed')
          and (c.changed_by, c.changed_at, c.after ->> 'userId') = (a.decided_by, a.decided_at, a.requested_by))
      when 'approved' then coalesce(a.decided_by = a.requested_by, true)
      when 'declined' then coalesce(a.decided_by = a.requested_by, true) else a.decided_by is not null end`,
  'an adjustment that a second person approved was asked for by who entered it': `
    select d.campus, 'adjustment ' || d.adjustment_no as key from adjustments d
      left join adjustments o on o.campus = d.campus and o.adjustment_no = d.other_no
    where d.approved_by is not null and not exists (select from approvals a where a.campus = d.campus
      and a.roll_no in (d.roll_no, o.roll_no)
      and a.state = 'approved' and a.decided_by = d.approved_by and a.requested_by = d.entered_by
      and a.decided_at = d.entered_at)`,
  'each request is in the history when it was asked and when it was decided': `
    select a.campus, ${requestNumber} from approvals a
      left join changes c on c.campus = a.campus and c.roll_no = a.roll_no
        and c.what in ('approval requested', 'done without approval', 'approval given', 'approval declined', 'approval withdrawn')
        and (c.after ->> 'requestNo')::integer = a.request_no
    group by a.campus, a.request_no
    having count(*) filter (where c.what = case a.state when 'alone' then 'done without approval' else 'approval requested' end
        and (c.changed_by, c.changed_at, (c.after ->> 'amount')::bigint) = (a.requested_by, a.requested_at, a.amount)) <> 1
      or count(*) filter (where c.what = case a.state when 'approved' then 'approval given'
          when 'declined' then 'approval declined' when 'withdrawn' then 'approval withdrawn' end
        and (c.changed_by, c.changed_at) = (a.decided_by, a.decided_at))
        <> case when a.state in ('pending', 'alone') then 0 else 1 end
      or count(c.change_no) <> case when a.state in ('pending', 'alone') then 1 else 2 end`,
} as const satisfies Readonly<Record<string, string>>

/** Each law with its query over all campuses, which returns campus and key of each row that breaks the law. */
export const bookLaws = {
  ...voucherLaws,
  ...receiptLaws,
  ...adjustmentLaws,
  ...approvalLaws,
  ...studentLaws,
  ...runLaws,
  ...closingLaws,
  ...cashierLaws,
  ...historyLaws,
  ...importLaws,
  ...bookHashLaws,
}

const rowsShown = 20

/** A broken law, with the number of rows that break it and the first of these rows. */
export interface BrokenLaw {
  readonly law: string
  readonly count: number
  readonly rows: readonly { readonly campus: string; readonly key: string }[]
}

/** Checks all laws in one query and returns the laws that are broken on any campus. */
export async function brokenLaws(
  db: QueryExecutorProvider,
  laws: Readonly<Record<string, string>> = bookLaws,
): Promise<BrokenLaw[]> {
  const queries = Object.entries(laws).map(
    ([law, query]) => sql`(
      select ${law}::text as law, campus, key, (count(*) over ())::int as count from (${sql.raw(query)}) b
      order by campus, key limit ${sql.lit(rowsShown)})`,
  )
  const { rows } = await sql<{ law: string; campus: string; key: string; count: number }>`
    ${sql.join(queries, sql` union all `)}`.execute(db)
  return Object.keys(laws).flatMap((law) => {
    const brokenRows = rows.filter((row) => row.law === law)
    const [first] = brokenRows
    return first
      ? [{ law, count: first.count, rows: brokenRows.map(({ campus, key }) => ({ campus, key })) }]
      : []
  })
}

export interface BookSums {
  readonly campuses: number
  readonly students: number
  readonly vouchers: number
  readonly receipts: number
  readonly changes: number
  /** Students whose personal data were erased. */
  readonly erased: number
}

export async function sumBooks(db: Kysely<Schema>): Promise<BookSums> {
  const { rows } = await sql<BookSums>`
    select (select count(*) from campuses)::int as campuses, (select count(*) from students)::int as students,
      (select count(*) from vouchers)::int as vouchers, (select count(*) from receipts)::int as receipts,
      (select count(*) from changes)::int as changes,
      (select count(*) from students where erased_on is not null)::int as erased`.execute(db)
  return rows[0] ?? { campuses: 0, students: 0, vouchers: 0, receipts: 0, changes: 0, erased: 0 }
}
