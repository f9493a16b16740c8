// Each law is a query that returns the rows that break it (decisions 3.books, decisions 4.states).

import { sql, type Kysely, type QueryExecutorProvider } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import { adjustmentLaws } from './adjustment-laws.ts'
import { approvalLaws } from './approval-laws.ts'
import { bookHashLaws } from './book-hash-laws.ts'
import { cashierLaws } from './cashier-laws.ts'
import { closingLaws } from './closing-laws.ts'
import { historyLaws } from './history-laws.ts'
import { importLaws } from './import-laws.ts'
import { receiptLaws } from './receipt-laws.ts'
import { runLaws } from './run-laws.ts'
import { studentLaws } from './student-laws.ts'
import { voucherLaws } from './voucher-laws.ts'

/** Each law in words, with its query over all campuses: campus and key of each row that breaks it. */
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

/** A broken law, with the number of rows that break it and the first of them. */
export interface BrokenLaw {
  readonly law: string
  readonly count: number
  readonly rows: readonly { readonly campus: string; readonly key: string }[]
}

/** The laws that are broken on any campus, checked in one query. */
export async function brokenLaws(
  db: QueryExecutorProvider,
  laws: Readonly<Record<string, string>> = bookLaws,
): Promise<BrokenLaw[]> {
  const queries = Object.entries(laws).map(
    ([law, breakers]) => sql`(
      select ${law}::text as law, campus, key, (count(*) over ())::int as count from (${sql.raw(breakers)}) b
      order by campus, key limit ${sql.lit(rowsShown)})`,
  )
  const { rows } = await sql<{ law: string; campus: string; key: string; count: number }>`
    ${sql.join(queries, sql` union all `)}`.execute(db)
  return Object.keys(laws).flatMap((law) => {
    const breakers = rows.filter((row) => row.law === law)
    const [first] = breakers
    return first
      ? [{ law, count: first.count, rows: breakers.map(({ campus, key }) => ({ campus, key })) }]
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
