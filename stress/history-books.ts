import { sql } from 'kysely'
import { openDatabase } from '#server/database/open.ts'
import type { BookedReceipt, Books, DrawerClosing } from '#test/history-checker.ts'

type Settings = Readonly<Record<string, string>>

/** Runs a query on the database itself, while no server uses it. */
async function queryBooks<T>(
  { DATABASE_URL: url, DATA_DIR: dataDir = '' }: Settings,
  query: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<{ rows: T[] }>,
) {
  const database = await openDatabase({ url, dataDir })
  try {
    return (await query(database)).rows
  } finally {
    await database.close()
  }
}

/** Reads the receipts after `lastBefore`, each with its place in the order of the commits, and all closings. */
export async function readBooks(settings: Settings, lastBefore: number): Promise<Books> {
  const receipts = await queryBooks(settings, (db) =>
    sql<BookedReceipt>`
    select r.receipt_no::int as "receiptNo", h.place::int as place, r.xmin::text as transaction, r.voucher_no as "voucherNo",
      r.amount::int as amount, r.received_on::text as "receivedOn",
      case when r.method = 'cash' then coalesce(r.drawer, r.received_by) end as drawer
    from receipts r join book_hashes h on h.campus = r.campus and h.kind = 'receipt' and h.number = r.receipt_no
    where r.campus = 'Main Campus' and r.receipt_no > ${lastBefore}`.execute(db.kysely),
  )
  const drawerClosings = await queryBooks(settings, (db) =>
    sql<DrawerClosing>`
    select drawer, after_receipt::int as "afterReceipt", up_to_receipt::int as "upToReceipt", cash::int as cash
    from cashier_closings where campus = 'Main Campus'`.execute(db.kysely),
  )
  const bookClosings = await queryBooks(settings, (db) =>
    sql<Books['bookClosings'][number]>`
    select closed_until::text as "closedUntil", hash_place::int as place
    from book_closings where campus = 'Main Campus' and hash_place is not null`.execute(db.kysely),
  )
  return { lastBefore, receipts, drawerClosings, bookClosings }
}
