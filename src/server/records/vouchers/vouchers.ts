import { sql, type RawBuilder, type Updateable } from 'kysely'
import type { Month } from '#domain/calendar.ts'
import { nothing, type Money } from '#domain/money.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import { rollNosIn } from '#domain/voucher-number.ts'
import type { NewVoucher, VoucherDates, VoucherKind } from '#domain/voucher.ts'
import { statement } from '#server/database/fast/statements.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Scope } from '#server/records/scope.ts'
import { whereValid } from '#server/records/valid-vouchers.ts'
import { chargesRow, voucherColumns, type ChainedVoucher } from './voucher-values.ts'

export interface VoucherToInsert extends NewVoucher, VoucherDates {
  readonly voucherNo: string
  readonly rollNo: number
  readonly chainNo: number
  readonly kind: VoucherKind
  readonly studentClass: SchoolClass
  readonly section: Section
  readonly month: Month
  readonly posted: boolean
  readonly note: string
  /** Null for an admission or opening voucher. */
  readonly runNo: number | null
}

/** Finds a voucher number, ignoring case, by the index of roll numbers; an exact match comes first. */
export async function findVoucherNo(
  { trx, campus }: Scope,
  typedNo: string,
): Promise<{ readonly voucherNo: string; readonly rollNo: number } | null> {
  const { rows } = await sql<{ voucherNo: string; rollNo: number }>`
    select voucher_no as "voucherNo", roll_no as "rollNo" from vouchers
    where campus = ${campus} and (voucher_no = ${typedNo}
      or roll_no = any(${rollNosIn(typedNo)}::int[]) and lower(voucher_no) = lower(${typedNo} collate "C"))
    order by voucher_no = ${typedNo} desc, voucher_no limit 1`.execute(trx)
  return rows[0] ?? null
}

async function selectVouchers({ trx }: Scope, from: RawBuilder<unknown>): Promise<ChainedVoucher[]> {
  const { rows } = await sql<ChainedVoucher>`select ${sql.raw(voucherColumns)} ${from}`.execute(trx)
  return rows
}

/** Finds the last voucher that is neither replaced nor voided (decisions 3.books.latest). */
export async function findLatestVoucher(scope: Scope, rollNo: number): Promise<ChainedVoucher | null> {
  const [voucher] = await selectVouchers(
    scope,
    sql`from latest_vouchers v where v.campus = ${scope.campus} and v.roll_no = ${rollNo}`,
  )
  return voucher ?? null
}

/** Finds the balance of the last posted voucher, negative if paid in advance; 0 without a voucher (decisions 7). */
export async function findBalance({ trx, campus }: Scope, rollNo: number): Promise<Money> {
  const { rows } = await sql<{ readonly balance: Money }>`
    select net_balance as balance from last_posted_vouchers where campus = ${campus} and roll_no = ${rollNo}`.execute(
    trx,
  )
  return rows[0]?.balance ?? nothing
}

/** Finds the valid voucher of a student for a month. */
export async function findVoucherOfMonth(
  scope: Scope,
  rollNo: number,
  { year, month }: Month,
): Promise<ChainedVoucher | null> {
  const [voucher] = await selectVouchers(
    scope,
    sql`from vouchers v where v.campus = ${scope.campus} and v.roll_no = ${rollNo}
      and v.year = ${year} and v.month = ${month} and ${whereValid('v')}`,
  )
  return voucher ?? null
}

/** Counts the monthly vouchers of a month, including replaced and voided vouchers, for the next voucher number. */
export async function countMonthlyVouchers(
  { trx, campus }: Scope,
  rollNo: number,
  { year, month }: Month,
): Promise<number> {
  const { made } = await trx
    .selectFrom('vouchers')
    .select((eb) => eb.fn.countAll<number>().as('made'))
    .where('campus', '=', campus)
    .where('roll_no', '=', rollNo)
    .where('year', '=', year)
    .where('month', '=', month)
    .where('kind', '=', 'monthly')
    .executeTakeFirstOrThrow()
  return made
}

const lockingStatement = statement<ChainedVoucher>(
  `
  with locked as materialized (
    select s.roll_no from students s where s.campus = $1
      and s.roll_no = (select v.roll_no from vouchers v where v.campus = $1 and v.voucher_no = $2)
    for no key update
  )
  select ${voucherColumns}
  from locked join vouchers v on v.roll_no = locked.roll_no where v.campus = $1 and v.voucher_no = $2
  for no key update of v`,
)

/**
 * Locks a voucher by its number, ignoring case. Locks the student first, so that only one call at a time moves the
 * student's money. The result includes changes of calls that this call waited for.
 */
export async function lockVoucher(scope: Scope, typedNo: string): Promise<ChainedVoucher | null> {
  const lock = async (voucherNo: string) => (await lockingStatement(scope.trx, [scope.campus, voucherNo]))[0]
  const voucher = await lock(typedNo)
  if (voucher) return voucher
  const match = await findVoucherNo(scope, typedNo)
  return (match && (await lock(match.voucherNo))) ?? null
}

/** Locks a student's last valid voucher; lock the student first. Rows of the view latest_vouchers cannot be locked. */
export async function lockLatestVoucher(scope: Scope, rollNo: number): Promise<ChainedVoucher | null> {
  const [voucher] = await selectVouchers(
    scope,
    sql`from vouchers v where v.campus = ${scope.campus} and v.roll_no = ${rollNo}
      and ${whereValid('v')} order by v.chain_no desc limit 1 for no key update`,
  )
  return voucher ?? null
}

/** Finds the last chain number, including replaced and voided vouchers; 0 without vouchers. */
export async function findLastChainNo({ trx, campus }: Scope, rollNo: number): Promise<number> {
  const { last } = await trx
    .selectFrom('vouchers')
    .select((eb) => eb.fn.max('chain_no').as('last'))
    .where('campus', '=', campus)
    .where('roll_no', '=', rollNo)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** Locks a student's last valid posted voucher; lock the student first. */
export async function lockLastPostedVoucher(scope: Scope, rollNo: number): Promise<ChainedVoucher | null> {
  const [voucher] = await selectVouchers(
    scope,
    sql`from vouchers v where v.campus = ${scope.campus} and v.roll_no = ${rollNo}
      and v.posted and ${whereValid('v')} order by v.chain_no desc limit 1 for no key update`,
  )
  return voucher ?? null
}

/** Locks a student's later valid vouchers, oldest first; lock the student first. */
export const lockLaterVouchers = (
  scope: Scope,
  { rollNo, chainNo }: Pick<ChainedVoucher, 'rollNo' | 'chainNo'>,
): Promise<ChainedVoucher[]> =>
  selectVouchers(
    scope,
    sql`from vouchers v where v.campus = ${scope.campus} and v.roll_no = ${rollNo} and v.chain_no > ${chainNo}
      and ${whereValid('v')} order by v.chain_no for no key update`,
  )

export const voucherRow = (
  { campus, userId, now }: Pick<Scope, 'campus' | 'userId' | 'now'>,
  voucher: VoucherToInsert,
) => ({
  campus,
  voucher_no: voucher.voucherNo,
  roll_no: voucher.rollNo,
  chain_no: voucher.chainNo,
  kind: voucher.kind,
  student_class: voucher.studentClass,
  section: voucher.section,
  year: voucher.month.year,
  month: voucher.month.month,
  issue_date: voucher.issueDate,
  due_date: voucher.dueDate,
  period_from: voucher.periodFrom,
  period_to: voucher.periodTo,
  ...chargesRow(voucher),
  arrears: voucher.arrears,
  posted: voucher.posted,
  fee_paid: voucher.paid,
  note: voucher.note,
  generated_at: now,
  generated_by: userId,
  run_no: voucher.runNo,
})

export async function insertVoucher(scope: Scope, voucher: VoucherToInsert): Promise<void> {
  await scope.trx.insertInto('vouchers').values(voucherRow(scope, voucher)).execute()
}

export async function updateVoucher(
  { trx, campus }: Scope,
  voucherNo: string,
  values: Updateable<Schema['vouchers']>,
): Promise<void> {
  await trx
    .updateTable('vouchers')
    .set(values)
    .where('campus', '=', campus)
    .where('voucher_no', '=', voucherNo)
    .execute()
}

/** Saves the charges of a re-priced voucher; the caller settles the vouchers carried to it. */
export const saveRepricedVoucher = (scope: Scope, voucherNo: string, voucher: NewVoucher): Promise<void> =>
  updateVoucher(scope, voucherNo, { ...chargesRow(voucher), fee_paid: voucher.paid })

export const markPosted = (scope: Scope, voucherNo: string): Promise<void> =>
  updateVoucher(scope, voucherNo, { posted: true })
