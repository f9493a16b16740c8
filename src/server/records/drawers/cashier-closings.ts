// Closings of drawers, and the first counts of drawers that were counted twice (decision record 41).

import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod/mini'
import type { CashierClosing, cashierClosing, findDrawer } from '#contract/cashier-close.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Pieces } from '#domain/cashier-close.ts'
import type { Money } from '#domain/money.ts'
import { canWrite, roles } from '#domain/roles.ts'
import { digestOfClosing, findLastHash } from '#server/records/books/book-hashes.ts'
import { columnsAs, type FieldValues } from '#server/records/json-text.ts'
import { startOfDay } from '#server/records/school-day.ts'
import type { Scope } from '#server/records/scope.ts'
import { drawerOfReceipt, type DrawerRange, type DrawerState } from './drawers.ts'

/** Amounts in paisa. */
export interface CountToWrite {
  readonly state: DrawerState
  readonly range: DrawerRange
  readonly expected: Money
  readonly counted: Money
  readonly pieces: readonly Pieces[] | null
}

export type FirstCount = NonNullable<z.output<typeof findDrawer.reply>['firstCount']>

const asJson = (pieces: readonly Pieces[] | null): string | null => pieces && JSON.stringify(pieces)

/** Finds the first count of the caller's drawer since its last closing. */
export async function findFirstCount(
  { trx, campus, userId }: Scope,
  { place }: Pick<DrawerState, 'place'>,
): Promise<FirstCount | null> {
  const { rows } = await sql<FirstCount>`
    select counted, expected, (counted - expected)::bigint as difference, pieces, counted_at as "countedAt"
    from drawer_counts where campus = ${campus} and drawer = ${userId} and place = ${place}`.execute(trx)
  return rows[0] ?? null
}

/** Inserts a first count; call `lockLastNumbers` before. */
export async function insertFirstCount(
  { trx, campus, userId, now }: Scope,
  count: CountToWrite,
): Promise<void> {
  const { state, range, expected, counted, pieces } = count
  await trx
    .insertInto('drawer_counts')
    .values({
      campus,
      drawer: userId,
      place: state.place,
      up_to_receipt: range.receipts.upTo,
      up_to_adjustment: range.adjustments.upTo,
      expected,
      counted,
      pieces: asJson(pieces),
      counted_at: now,
    })
    .execute()
}

/** Closes the caller's drawer; call `lockLastNumbers` before. Returns the number of the closing. */
export async function insertCashierClosing(
  scope: Scope,
  {
    state,
    range,
    counted,
    pieces,
    ...closing
  }: CountToWrite & {
    readonly cash: Money
    readonly floatKept: Money
    readonly remark: string
  },
): Promise<number> {
  const { trx, campus, userId, now } = scope
  const closingNo = state.lastClosingNo + 1
  await trx
    .insertInto('cashier_closings')
    .values({
      campus,
      closing_no: closingNo,
      drawer: userId,
      place: state.place,
      after_receipt: range.receipts.after,
      up_to_receipt: range.receipts.upTo,
      last_receipt: state.last.receipt,
      after_adjustment: range.adjustments.after,
      up_to_adjustment: range.adjustments.upTo,
      last_adjustment: state.last.adjustment,
      float_before: state.floatBefore,
      cash: closing.cash,
      counted,
      pieces: asJson(pieces),
      remark: closing.remark,
      float_kept: closing.floatKept,
      closed_at: now,
      ...(await findLastHash(scope)),
    })
    .execute()
  return closingNo
}

/** SQL: the fields of a closing `c` with its first count `f`, cashier `t` and acceptor `u`. */
const closingValues: FieldValues<typeof cashierClosing> = {
  closingNo: 'c.closing_no',
  drawer: 'c.drawer',
  cashierName: 'coalesce(t.name, c.drawer)',
  afterReceipt: 'c.after_receipt',
  upToReceipt: 'c.up_to_receipt',
  floatBefore: 'c.float_before',
  cash: 'c.cash',
  expected: 'c.expected',
  counted: 'c.counted',
  difference: 'c.difference',
  remark: 'c.remark',
  firstCounted: 'f.counted',
  floatKept: 'c.float_kept',
  toSafe: 'c.to_safe',
  closedAt: 'c.closed_at',
  acceptedAt: 'c.accepted_at',
  acceptedBy: 'c.accepted_by',
  acceptedByName: 'coalesce(u.name, c.accepted_by)',
  digest: digestOfClosing,
}

/** A closing with the additional values on its slip. */
export interface FoundClosing extends CashierClosing {
  readonly pieces: Pieces[] | null
  readonly afterAdjustment: number
  readonly upToAdjustment: number
}

async function listWhere({ trx, campus }: Scope, condition: RawBuilder<unknown>): Promise<FoundClosing[]> {
  const { rows } = await sql<FoundClosing>`
    select ${sql.raw(columnsAs(closingValues))}, c.pieces, c.after_adjustment as "afterAdjustment",
      c.up_to_adjustment as "upToAdjustment"
    from cashier_closings c
      left join drawer_counts f on f.campus = c.campus and f.drawer = c.drawer and f.place = c.place
      left join staff t on t.campus = c.campus and t.user_id = c.drawer
      left join staff u on u.campus = c.campus and u.user_id = c.accepted_by
    where c.campus = ${campus} and ${condition} order by c.closing_no desc`.execute(trx)
  return rows
}

export async function findClosing(scope: Scope, closingNo: number): Promise<FoundClosing | null> {
  const [row] = await listWhere(scope, sql`c.closing_no = ${closingNo}`)
  return row ?? null
}

/** Lists the closings made on these days, newest first. */
export const listClosingsOfDays = (
  scope: Scope,
  from: CalendarDate,
  to: CalendarDate,
): Promise<FoundClosing[]> =>
  listWhere(
    scope,
    sql`c.closed_at >= ${startOfDay(sql`${from}::date`)} and c.closed_at < ${startOfDay(sql`${to}::date + 1`)}`,
  )

/** Records that the caller took the cash into the safe. Returns false if the closing was accepted meanwhile. */
export async function saveAcceptance(
  { trx, campus, userId, now }: Scope,
  closingNo: number,
  writers: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('cashier_closings')
    .set({ accepted_at: now, accepted_by: userId, writers })
    .where('campus', '=', campus)
    .where('closing_no', '=', closingNo)
    .where('accepted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function countWriters({ trx, campus }: Scope): Promise<number> {
  const { count } = await trx
    .selectFrom('staff')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('campus', '=', campus)
    .where('disabled', '=', false)
    .where('role', 'in', roles.filter(canWrite))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Counts drawers of enabled users with receipts from earlier days that no closing covers; 0 without any closing.
 * Reads only the last week, through the index `receipts_by_day`.
 */
export async function countDrawersToClose({ trx, campus, today }: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct t.user_id)::int as count from receipts r
      join (select after_receipt from cashier_closings where campus = ${campus} order by closing_no limit 1) first on true
      join staff t on t.campus = r.campus and t.user_id = ${sql.raw(drawerOfReceipt)} and not t.disabled
    where r.campus = ${campus} and r.received_on >= ${today}::date - 7 and r.received_on <= ${today}::date
      and r.entered_at < ${startOfDay(sql`${today}::date`)}
      and r.receipt_no > coalesce((select max(c.up_to_receipt) from cashier_closings c
        where c.campus = r.campus and c.drawer = t.user_id), first.after_receipt)`.execute(trx)
  return rows[0]?.count ?? 0
}
