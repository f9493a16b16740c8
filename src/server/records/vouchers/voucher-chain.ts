import { sql } from 'kysely'
import type { Rebalanced } from '#domain/payment.ts'
import { statement } from '#server/database/fast/statements.ts'
import type { Scope } from '#server/records/scope.ts'
import { updateVoucher } from './vouchers.ts'

export const markCarried = (scope: Scope, voucherNo: string, carriedTo: string): Promise<void> =>
  updateVoucher(scope, voucherNo, { carried_to: carriedTo })

/** Saves arrears and state of a voucher after an older voucher was settled; arrears change only before it is posted. */
export const saveRebalanced = (
  scope: Scope,
  { voucherNo, arrears, paid, carriedTo }: Rebalanced,
): Promise<void> => updateVoucher(scope, voucherNo, { arrears, fee_paid: paid, carried_to: carriedTo })

/** Marks a voucher as replaced before its replacement is inserted: a month has only one valid voucher at a time. */
export const markReplaced = (scope: Scope, voucherNo: string, replacedBy: string): Promise<void> =>
  updateVoucher(scope, voucherNo, { replaced_by: replacedBy })

/** Redirects vouchers carried to the replaced voucher to its replacement; the caller then settles these vouchers. */
export async function moveCarried(
  { trx, campus }: Scope,
  rollNo: number,
  replacedNo: string,
  replacementNo: string,
): Promise<void> {
  await trx
    .updateTable('vouchers')
    .set({ carried_to: replacementNo })
    .where('campus', '=', campus)
    .where('roll_no', '=', rollNo)
    .where('carried_to', '=', replacedNo)
    .execute()
}

/** SQL: the vouchers carried to $2 of campus $1, directly or indirectly. The roll number avoids reading the campus. */
export const carriedVouchers = `
  recursive carried as (
    select v.voucher_no, v.roll_no from vouchers v where v.campus = $1 and v.carried_to = $2
      and v.roll_no = (select o.roll_no from vouchers o where o.campus = $1 and o.voucher_no = $2)
    union all
    select v.voucher_no, v.roll_no from vouchers v join carried c on v.roll_no = c.roll_no
      and v.carried_to = c.voucher_no where v.campus = $1
  )`

const settleStatement = statement(`
  with ${carriedVouchers}
  update vouchers set fee_paid = $3
  where campus = $1 and voucher_no in (select voucher_no from carried) and fee_paid <> $3`)

/** Marks all vouchers carried to this voucher as paid or unpaid with it (decisions 3.arrears.paid-together). */
export async function settleCarried({ trx, campus }: Scope, voucherNo: string, paid: boolean): Promise<void> {
  await settleStatement(trx, [campus, voucherNo, paid])
}

/** Settles a voucher whose receipts changed: it is paid if nothing is due, or with the voucher it is carried to. */
export async function settleWithCarrier({ trx, campus }: Scope, voucherNo: string): Promise<void> {
  await sql`
    update vouchers v set fee_paid = v.net_balance <= 0 or coalesce((
      select c.fee_paid from vouchers c where c.campus = v.campus and c.voucher_no = v.carried_to), false)
    where v.campus = ${campus} and v.voucher_no = ${voucherNo}`.execute(trx)
}
