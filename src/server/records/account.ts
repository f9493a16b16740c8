import type { AccountVoucher, Repricing } from '#domain/account-events.ts'
import { dateAt, type CalendarDate } from '#domain/calendar.ts'
import { feeHeads, type FeeHead } from '#domain/fee-heads.ts'
import { paisa } from '#domain/money.ts'
import type { VoucherKind } from '#domain/voucher.ts'
import { sql } from 'kysely'
import { amountsByKey, eachColumn } from './fee-columns.ts'
import type { Scope } from './scope.ts'

interface VoucherRow extends Readonly<Record<FeeHead, number>> {
  readonly voucherNo: string
  readonly kind: VoucherKind
  readonly year: number
  readonly month: number
  readonly issueDate: CalendarDate
  readonly generatedAt: Date
  readonly generatedBy: string
  readonly note: string
  readonly carriedTo: string | null
  readonly replacedBy: string | null
  readonly arrears: number
  readonly received: number
}

const voucherFrom = ({ year, month, ...row }: VoucherRow): AccountVoucher => ({
  ...row,
  month: { year, month },
  ...amountsByKey(feeHeads, row),
  arrears: paisa(row.arrears),
  received: paisa(row.received),
})

/** The names of the staff by user id, disabled users too. */
export async function findStaffNames({ trx, campus }: Scope): Promise<ReadonlyMap<string, string>> {
  const staff = await trx
    .selectFrom('staff')
    .select(['user_id', 'name'])
    .where('campus', '=', campus)
    .execute()
  return new Map(staff.map(({ user_id, name }) => [user_id, name]))
}

const charges = sql.raw(eachColumn(feeHeads, (column, key) => `${column} as "${key}"`))

/** Every voucher of a student, replaced ones too, oldest first. */
export async function listAccountVouchers({ trx, campus }: Scope, rollNo: number): Promise<AccountVoucher[]> {
  const { rows } = await sql<VoucherRow>`
    select voucher_no as "voucherNo", kind, year, month, issue_date as "issueDate", generated_at as "generatedAt",
      generated_by as "generatedBy", note, carried_to as "carriedTo", replaced_by as "replacedBy",
      ${charges}, arrears, received
    from vouchers where campus = ${campus} and roll_no = ${rollNo} order by chain_no`.execute(trx)
  return rows.map(voucherFrom)
}

/** The re-pricings of a student's vouchers, from the history. */
export async function listRepricings({ trx, campus }: Scope, rollNo: number): Promise<Repricing[]> {
  const { rows } = await sql<{
    voucherNo: string
    before: number
    after: number
    changedBy: string
    at: Date
  }>`
    select voucher_no as "voucherNo", (before ->> 'amount')::bigint as before, (after ->> 'amount')::bigint as after,
      changed_by as "changedBy", changed_at as at
    from changes where campus = ${campus} and roll_no = ${rollNo} and what = 'voucher re-priced'
    order by change_no`.execute(trx)
  return rows.map(({ at, before, after, ...row }) => ({
    ...row,
    before: paisa(before),
    after: paisa(after),
    changedOn: dateAt(at),
    changedAt: at,
  }))
}
