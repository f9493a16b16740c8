// Calls of random books are about the latest of a student's vouchers, receipts and adjustments.

import { sql, type QueryExecutorProvider } from 'kysely'

/** An item with its number; a voucher also has its month. */
export interface BookItem {
  readonly key: string
  readonly amount: number
  readonly year: number
  readonly month: number
}

const noMonth = 'null::int as year, null::int as month'
const vouchersOf = (view: string) => (rollNo: number) =>
  `select voucher_no as key, net_balance as amount, year, month from ${view} where roll_no = ${rollNo}`
const receiptsOf = (condition: string) => (rollNo: number) => `
  select receipt_no::text as key, amount, ${noMonth} from receipts r
  where roll_no = ${rollNo} and kind = 'receipt' and ${condition}
    and not exists (select from receipts x where x.campus = r.campus and x.reverses = r.receipt_no)
  order by receipt_no desc`

const queries = {
  latest: vouchersOf('latest_vouchers'),
  posted: vouchersOf('(select v.* from vouchers v join last_posted_vouchers using (campus, voucher_no)) v'),
  receipt: receiptsOf('true'),
  cheque: receiptsOf(`method = 'cheque'`),
  adjustment: (rollNo: number) => `
    select adjustment_no::text as key, amount, ${noMonth} from adjustments a
    where roll_no = ${rollNo} and receipt_no is null and reverses is null
      and not exists (select from adjustments x where x.campus = a.campus and x.reverses = a.adjustment_no)
    order by adjustment_no desc`,
  run: () => `
    select run_no::text as key, 0 as amount, ${noMonth} from voucher_runs where voided_at is null order by run_no desc`,
} as const satisfies Readonly<Record<string, (rollNo: number) => string>>

export type ItemKind = keyof typeof queries

/** Finds the item of a call. If there is none, returns the key 0, with which the call is refused. */
export async function findInBooks(
  db: QueryExecutorProvider,
  what: ItemKind,
  { rollNo }: { readonly rollNo: number },
): Promise<BookItem> {
  const { rows } = await sql.raw<BookItem>(`${queries[what](rollNo)} limit 1`).execute(db)
  return rows[0] ?? { key: '0', amount: 0, year: 2026, month: 1 }
}
