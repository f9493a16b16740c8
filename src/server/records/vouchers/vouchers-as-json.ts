import { sql } from 'kysely'
import { foundVoucher, type FoundVoucher } from '#contract/counter.ts'
import { voucher, type VoucherReply } from '#contract/voucher.ts'
import { fromWire } from '#contract/wire.ts'
import { statement, type Statement } from '#server/database/fast/statements.ts'
import type { Scope } from '#server/records/scope.ts'
import { validVoucher, whereValid } from '#server/records/valid-vouchers.ts'
import { foundVoucherJson, voucherJson } from './voucher-json.ts'
import { findVoucherNo } from './vouchers.ts'

/** Vouchers `v` by status; of unpaid ones only the last, as it holds the whole debt. */
const ofStatus = {
  paid: sql`v.fee_paid`,
  unpaid: sql`not v.fee_paid and v.carried_to is null`,
  all: sql`true`,
}

const findingStatement = (which: string): Statement<{ readonly voucher: unknown }> =>
  statement(`
    select ${foundVoucherJson} as voucher
    from vouchers v join students s on s.campus = v.campus and s.roll_no = v.roll_no
    where v.campus = $1 and ${which}`)

const byNumber = findingStatement('v.voucher_no = $2')

// The last posted voucher while it is unpaid, so that unposted later vouchers do not stop the counter (decisions 6.unposted).
const receivableOf = findingStatement(`v.roll_no = $2 and v.chain_no = coalesce(
    (select l.chain_no from (select p.chain_no, p.fee_paid from vouchers p
      where p.campus = $1 and p.roll_no = $2 and p.posted and ${validVoucher('p')}
      order by p.chain_no desc limit 1) l where not l.fee_paid),
    (select max(l.chain_no) from vouchers l where l.campus = $1 and l.roll_no = $2 and ${validVoucher('l')}))`)

async function onlyVoucher(found: ReturnType<typeof byNumber>): Promise<FoundVoucher | null> {
  const [row] = await found
  return row ? fromWire(foundVoucher, row.voucher) : null
}

/** Throws for an unknown number. */
export async function findVoucher(scope: Scope, voucherNo: string): Promise<VoucherReply> {
  const { rows } = await sql<{ voucher: unknown }>`
    select ${voucherJson} as voucher
    from vouchers v join students s on s.campus = v.campus and s.roll_no = v.roll_no
    where v.campus = ${scope.campus} and v.voucher_no = ${voucherNo}`.execute(scope.trx)
  const [row] = rows
  if (!row) throw new Error(`There is no voucher ${voucherNo}`)
  return fromWire(voucher, row.voucher)
}

/** A voucher by its number in any case of letters. */
export async function findTypedVoucher(scope: Scope, typed: string): Promise<FoundVoucher | null> {
  const read = (voucherNo: string) => onlyVoucher(byNumber(scope.trx, [scope.campus, voucherNo]))
  const exact = await read(typed)
  if (exact !== null) return exact
  const found = await findVoucherNo(scope, typed)
  return found && read(found.voucherNo)
}

/** The last posted voucher while it is unpaid, else the one generated last. */
export const findReceivableVoucher = (scope: Scope, rollNo: number) =>
  onlyVoucher(receivableOf(scope.trx, [scope.campus, rollNo]))

/** JSON text, oldest first, without replaced ones. */
export async function listStudentVouchersAsJson(
  scope: Scope,
  rollNo: number,
  status: keyof typeof ofStatus,
): Promise<string> {
  const { rows } = await sql<{ vouchers: string }>`
    select coalesce(json_agg(${voucherJson} order by v.chain_no)::text, '[]') as vouchers
    from vouchers v join students s on s.campus = v.campus and s.roll_no = v.roll_no
    where v.campus = ${scope.campus} and v.roll_no = ${rollNo} and ${whereValid('v')} and ${ofStatus[status]}`.execute(
    scope.trx,
  )
  return rows[0]?.vouchers ?? '[]'
}
