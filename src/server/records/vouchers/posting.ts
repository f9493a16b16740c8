import { sql, type RawBuilder } from 'kysely'
import type { Month } from '#domain/calendar.ts'
import { executeUnprepared } from '#server/database/fast/statements.ts'
import type { Scope } from '#server/records/scope.ts'
import { everHadAdjustments, everHadReceipts, whereValid } from '#server/records/valid-vouchers.ts'
import { listedVoucherJson } from './voucher-json.ts'

export interface MonthCount extends Month {
  readonly count: number
}

// Posted vouchers for which `whyStaysPosted` of the domain gives no reason; kept equal by a test.
const canBeUnposted = sql`v.posted and ${whereValid('v')} and v.kind = 'monthly'
  and not ${sql.raw(everHadReceipts)} and not ${sql.raw(everHadAdjustments)}`

/** Posted ones or the others, as JSON text in class order. */
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

/** Posted or not; replaced ones do not count. */
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

/** Returns the numbers. */
export async function postVouchersOfMonth(scope: Scope, { year, month }: Month): Promise<string[]> {
  return numbersOf(
    scope,
    sql`
    update vouchers set posted = true
    where campus = ${scope.campus} and year = ${year} and month = ${month} and not posted and ${whereValid()}`,
  )
}

/** Monthly vouchers without receipts and adjustments; an admission voucher stays posted (spec 4.voucher). Returns the numbers. */
export async function unpostVouchersOfMonth(scope: Scope, { year, month }: Month): Promise<string[]> {
  return numbersOf(
    scope,
    sql`
    update vouchers v set posted = false
    where v.campus = ${scope.campus} and v.year = ${year} and v.month = ${month} and ${canBeUnposted}`,
  )
}

/** The numbers of the vouchers that an update changes, as one value: a row for each takes longer than the update. */
async function numbersOf({ trx }: Scope, update: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await executeUnprepared(
    trx,
    sql<{ numbers: string[] }>`
    with changed as (${update} returning voucher_no)
    select coalesce(json_agg(voucher_no order by voucher_no), '[]') as numbers from changed`,
  )
  return rows[0]?.numbers ?? []
}
