import { sql, type RawBuilder } from 'kysely'
import type { Month } from '#domain/calendar.ts'
import { executeUnprepared } from '#server/database/fast/statements.ts'
import type { Scope } from '#server/records/scope.ts'
import { everHadAdjustments, everHadReceipts, whereValid } from '#server/records/valid-vouchers.ts'
import { listedVoucherJson } from './vouchers-as-json.ts'

export interface MonthCount extends Month {
  readonly count: number
}

// SQL: true if `whyStaysPosted` of the domain returns no reason; a test keeps both equal.
const canBeUnposted = sql`v.posted and ${whereValid('v')} and v.kind = 'monthly'
  and not ${sql.raw(everHadReceipts)} and not ${sql.raw(everHadAdjustments)}`

/** Lists the posted or the unposted vouchers of a month as JSON text, in class order. */
export async function listVouchersOfMonthAsJson(
  { trx, campus }: Scope,
  { year, month }: Month,
  posted: boolean,
): Promise<string> {
  const { rows } = await executeUnprepared(
    trx,
    sql<{ vouchers: string }>`
    select coalesce(json_agg(${listedVoucherJson} order by v.student_class, v.section, v.roll_no, v.chain_no)::text, '[]')
      as vouchers
    from vouchers v join students s on s.campus = v.campus and s.roll_no = v.roll_no
    where v.campus = ${campus} and v.year = ${year} and v.month = ${month} and v.posted = ${posted}
      and ${whereValid('v')}`,
  )
  return rows[0]?.vouchers ?? '[]'
}

/** True if the month has valid vouchers, posted or not. */
export async function hasVouchersOfMonth({ trx, campus }: Scope, { year, month }: Month): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from vouchers where campus = ${campus} and year = ${year} and month = ${month}
      and ${whereValid()}) as has`.execute(trx)
  return rows[0]?.has ?? false
}

export async function listMonthsToPost({ trx, campus }: Scope): Promise<MonthCount[]> {
  const { rows } = await sql<MonthCount>`
    select year, month, count(*)::int as count from vouchers
    where campus = ${campus} and not posted and ${whereValid()}
    group by year, month order by year, month`.execute(trx)
  return rows
}

export async function listMonthsToUnpost({ trx, campus }: Scope): Promise<MonthCount[]> {
  const { rows } = await sql<MonthCount>`
    select v.year, v.month, count(*)::int as count from vouchers v
    where v.campus = ${campus} and ${canBeUnposted}
    group by v.year, v.month order by v.year, v.month`.execute(trx)
  return rows
}

/** Posts the vouchers of a month. Returns their numbers. */
export async function postVouchersOfMonth(scope: Scope, { year, month }: Month): Promise<string[]> {
  return updateVouchers(
    scope,
    sql`
    update vouchers set posted = true
    where campus = ${scope.campus} and year = ${year} and month = ${month} and not posted and ${whereValid()}`,
  )
}

/** Unposts a month, except admission vouchers and vouchers with receipts or adjustments (spec 4.voucher). */
export async function unpostVouchersOfMonth(scope: Scope, { year, month }: Month): Promise<string[]> {
  return updateVouchers(
    scope,
    sql`
    update vouchers v set posted = false
    where v.campus = ${scope.campus} and v.year = ${year} and v.month = ${month} and ${canBeUnposted}`,
  )
}

/** Runs an update and returns the voucher numbers as one value: one row per voucher takes longer than the update. */
async function updateVouchers({ trx }: Scope, update: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await executeUnprepared(
    trx,
    sql<{ numbers: string[] }>`
    with changed as (${update} returning voucher_no)
    select coalesce(json_agg(voucher_no order by voucher_no), '[]') as numbers from changed`,
  )
  return rows[0]?.numbers ?? []
}
