import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { studentAccount } from '#contract/student-account.ts'
import { dateAt, type CalendarDate } from '#domain/calendar.ts'
import type { Money } from '#domain/money.ts'
import type { AccountVoucher, Repricing } from '#domain/student-account.ts'
import { statement } from '#server/database/fast/statements.ts'
import { firstPosting } from '#server/records/posting-history.ts'
import { listAdjustmentsOfStudent } from '#server/records/receipts/adjustments.ts'
import { listReceiptsOfStudent } from '#server/records/receipts/receipts.ts'
import type { Scope } from '#server/records/scope.ts'
import { dueSinceOfStudent } from '#server/records/vouchers/debtors.ts'
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
async function listAccountVouchers({ trx, campus }: Scope, rollNo: number): Promise<DatedAccountVoucher[]> {
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
async function listRepricings({ trx, campus }: Scope, rollNo: number): Promise<Repricing[]> {
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

export async function readAccount(scope: Scope, rollNo: number) {
  return {
    vouchers: await listAccountVouchers(scope, rollNo),
    receipts: await listReceiptsOfStudent(scope, rollNo),
    repricings: await listRepricings(scope, rollNo),
    adjustments: (await listAdjustmentsOfStudent(scope, rollNo)).toReversed(),
  }
}

type FamilyMember = z.output<typeof studentAccount.reply>['family'][number]

/** A CNIC or phone that more children share is taken for a filler value. */
const largestFamily = 12

const familyStatement = statement<FamilyMember>(`
  with child as materialized (
    select roll_no, family_cnic, family_phone, plain_words(father_name) as father
    from students where campus = $1 and roll_no = $2),
  family as materialized (
    select s.roll_no from students s, child c where s.campus = $1 and s.family_cnic = c.family_cnic
    union
    select s.roll_no from students s, child c
    where s.campus = $1 and s.family_phone = c.family_phone and (s.family_cnic is null or c.family_cnic is null)
      and plain_words(s.father_name) = c.father)
  select s.roll_no as "rollNo", s.student_name as "studentName", s.student_class as "studentClass", s.section,
    coalesce(v.net_balance, 0)::bigint as balance,
    case when v.net_balance > 0 then ${dueSinceOfStudent} end as "dueSince"
  from family f join students s on s.campus = $1 and s.roll_no = f.roll_no
  left join last_posted_vouchers v on v.campus = s.campus and v.roll_no = s.roll_no
  where f.roll_no <> $2 and (select count(*) from family) <= ${largestFamily}
    and (s.state = 'active' or v.net_balance > 0)
  order by s.student_class desc, s.roll_no`)

/**
 * Lists siblings at the campus: children with the same father's CNIC or, if one of two has no CNIC of 13 digits, with
 * the same phone and father's name. Compares digits and ignores numbers of one repeated digit. A child who has left is
 * listed only while something is owed.
 */
export const listFamily = ({ trx, campus }: Scope, rollNo: number): Promise<readonly FamilyMember[]> =>
  familyStatement(trx, [campus, rollNo])
