import { sql } from 'kysely'
import { foundVoucher, foundVoucherFields, type FoundVoucher } from '#contract/counter.ts'
import { listedVoucherFields } from '#contract/posting.ts'
import { voucher, voucherFields, type VoucherReply } from '#contract/voucher.ts'
import { fromWire } from '#contract/wire.ts'
import { statement, type Statement } from '#server/database/fast/statements.ts'
import { jsonObject } from '#server/records/json-text.ts'
import type { Scope } from '#server/records/scope.ts'
import { everHadReceipts, validVoucher, whereValid } from '#server/records/valid-vouchers.ts'
import { dueSinceOfStudent, unpaidMonthsOfStudent } from './debtors.ts'
import { wireValues } from './voucher-values.ts'
import { findVoucherNo } from './vouchers.ts'

/** SQL: JSON text of voucher `v` with student `s`, so that the server need not build large reports row by row. */
export const voucherJsonText = jsonObject(voucherFields, wireValues)

/** SQL: a voucher with `takenOverBy`, and the due day and months of its debt (`studentDebt`), as the domain computes them. */
const foundVoucherJson = `(${jsonObject(foundVoucherFields, {
  ...wireValues,
  takenOverBy: `(select p.voucher_no from vouchers p
    where p.campus = v.campus and p.roll_no = v.roll_no and p.chain_no > v.chain_no and p.posted
      and ${validVoucher('p')} order by p.chain_no limit 1)`,
  dueSince: `case when v.posted and not v.fee_paid then ${dueSinceOfStudent} end`,
  unpaid: `coalesce(case when v.posted and not v.fee_paid then ${unpaidMonthsOfStudent} end, '[]')`,
})})::json`

/** SQL: a voucher as a JSON value, with `hasReceipts` for the voucher or a voucher that it replaced. */
export const listedVoucherJson = sql.raw(
  `(${jsonObject(listedVoucherFields, {
    ...wireValues,
    hasReceipts: everHadReceipts,
  })})::json`,
)

/** SQL: a voucher as a JSON value. */
const voucherJson = sql.raw(`(${voucherJsonText})::json`)

/** SQL: conditions on vouchers `v`; of unpaid vouchers only the last is listed, because it holds the whole debt. */
const statusConditions = {
  paid: sql`v.fee_paid`,
  unpaid: sql`not v.fee_paid and v.carried_to is null`,
  all: sql`true`,
}

const findingStatement = (which: string): Statement<{ readonly voucher: unknown }> =>
  statement(`
    select ${foundVoucherJson} as voucher
    from vouchers v join students s on s.campus = v.campus and s.roll_no = v.roll_no
    where v.campus = $1 and ${which}`)

const byNumberStatement = findingStatement('v.voucher_no = $2')

// The last posted voucher if it is unpaid, so that later drafts do not stop the counter (decisions 6.unposted).
const receivableStatement = findingStatement(`v.roll_no = $2 and v.chain_no = coalesce(
    (select l.chain_no from (select p.chain_no, p.fee_paid from vouchers p
      where p.campus = $1 and p.roll_no = $2 and p.posted and ${validVoucher('p')}
      order by p.chain_no desc limit 1) l where not l.fee_paid),
    (select max(l.chain_no) from vouchers l where l.campus = $1 and l.roll_no = $2 and ${validVoucher('l')}))`)

async function onlyVoucher(rows: ReturnType<typeof byNumberStatement>): Promise<FoundVoucher | null> {
  const [row] = await rows
  return row ? fromWire(foundVoucher, row.voucher) : null
}

/** Finds a voucher; throws for an unknown number. */
export async function findVoucher(scope: Scope, voucherNo: string): Promise<VoucherReply> {
  const { rows } = await sql<{ voucher: unknown }>`
    select ${voucherJson} as voucher
    from vouchers v join students s on s.campus = v.campus and s.roll_no = v.roll_no
    where v.campus = ${scope.campus} and v.voucher_no = ${voucherNo}`.execute(scope.trx)
  const [row] = rows
  if (!row) throw new Error(`There is no voucher ${voucherNo}`)
  return fromWire(voucher, row.voucher)
}

/** Finds a voucher by its number, ignoring case. */
export async function findTypedVoucher(scope: Scope, typedNo: string): Promise<FoundVoucher | null> {
  const read = (voucherNo: string) => onlyVoucher(byNumberStatement(scope.trx, [scope.campus, voucherNo]))
  const exact = await read(typedNo)
  if (exact !== null) return exact
  const match = await findVoucherNo(scope, typedNo)
  return match && read(match.voucherNo)
}

/** Finds the last posted voucher if it is unpaid, otherwise the last generated voucher. */
export const findReceivableVoucher = (scope: Scope, rollNo: number) =>
  onlyVoucher(receivableStatement(scope.trx, [scope.campus, rollNo]))

/** Lists a student's valid vouchers as JSON text, oldest first. */
export async function listStudentVouchersAsJson(
  scope: Scope,
  rollNo: number,
  status: keyof typeof statusConditions,
): Promise<string> {
  const { rows } = await sql<{ vouchers: string }>`
    select coalesce(json_agg(${voucherJson} order by v.chain_no)::text, '[]') as vouchers
    from vouchers v join students s on s.campus = v.campus and s.roll_no = v.roll_no
    where v.campus = ${scope.campus} and v.roll_no = ${rollNo} and ${whereValid('v')} and ${statusConditions[status]}`.execute(
    scope.trx,
  )
  return rows[0]?.vouchers ?? '[]'
}
