import { sql } from 'kysely'
import { dateAt, type CalendarDate } from '#domain/calendar.ts'
import type { Money } from '#domain/money.ts'
import type { AccountVoucher, Repricing } from '#domain/student-account.ts'
import { firstPosting } from '#server/records/posting-history.ts'
import type { Scope } from '#server/records/scope.ts'
import { accountVoucherColumns, type ChainedVoucher } from '#server/records/vouchers/voucher-values.ts'

export interface DatedAccountVoucher extends AccountVoucher, ChainedVoucher {
  readonly dueDate: CalendarDate
}

interface StoredAccountVoucher extends Omit<DatedAccountVoucher, 'voiding'> {
  readonly voidedAt: Date | null
  readonly voidedBy: string | null
  readonly reason: string | null
}

/** Returns the names of the staff by user id, including disabled users. */
export async function findStaffNames({ trx, campus }: Scope): Promise<ReadonlyMap<string, string>> {
  const staff = await trx
    .selectFrom('staff')
    .select(['user_id', 'name'])
    .where('campus', '=', campus)
    .execute()
  return new Map(staff.map(({ user_id, name }) => [user_id, name]))
}

/** Lists a student's vouchers, including replaced and voided vouchers, oldest first. */
export async function listAccountVouchers(
  { trx, campus }: Scope,
  rollNo: number,
): Promise<DatedAccountVoucher[]> {
  const { rows } = await sql<StoredAccountVoucher>`
    select ${sql.raw(accountVoucherColumns)}, v.due_date as "dueDate",
      case when v.posted then coalesce(p.changed_at, v.generated_at) end as "postedAt", x.voided_at as "voidedAt",
      x.voided_by as "voidedBy", x.reason
    from vouchers v left join lateral (
      select c.changed_at as voided_at, c.changed_by as voided_by, c.after ->> 'reason' as reason from changes c
        where c.campus = v.campus and c.roll_no = v.roll_no and c.voucher_no = v.voucher_no and c.what = 'voucher voided'
      union all
      select r.voided_at, r.voided_by, r.void_reason from voucher_runs r
        where r.campus = v.campus and r.run_no = v.run_no and r.voided_at is not null
      limit 1
    ) x on v.voided
    left join lateral (${sql.raw(firstPosting)}) p on v.posted
    where v.campus = ${campus} and v.roll_no = ${rollNo} order by v.chain_no`.execute(trx)
  return rows.map(({ voidedAt, voidedBy, reason, ...voucher }) => ({
    ...voucher,
    voiding: voidedAt && voidedBy !== null ? { voidedAt, voidedBy, reason: reason ?? '' } : null,
  }))
}

/** Lists the re-pricings of a student's vouchers, from the history. */
export async function listRepricings({ trx, campus }: Scope, rollNo: number): Promise<Repricing[]> {
  const { rows } = await sql<Omit<Repricing, 'changedOn'>>`
    select voucher_no as "voucherNo", (before ->> 'amount')::bigint as before, (after ->> 'amount')::bigint as after,
      changed_by as "changedBy", changed_at as "changedAt"
    from changes where campus = ${campus} and roll_no = ${rollNo} and what = 'voucher re-priced'
    order by change_no`.execute(trx)
  return rows.map((row) => ({ ...row, changedOn: dateAt(row.changedAt) }))
}

/** Finds the debt with which a student left, and the reason, in the history of the departure. */
export async function findLeftOwing(
  { trx, campus }: Scope,
  rollNo: number,
): Promise<{ readonly amount: Money; readonly reason: string } | null> {
  const { rows } = await sql<{ readonly amount: Money; readonly reason: string }>`
    select (after ->> 'balance')::bigint as amount, after ->> 'reason' as reason from changes
    where campus = ${campus} and roll_no = ${rollNo} and what in ('student removed', 'student graduated')
      and after ->> 'outcome' = 'leaves owing' order by change_no desc limit 1`.execute(trx)
  return rows[0] ?? null
}
