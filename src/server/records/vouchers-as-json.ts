import { statement, type Statement } from '#server/database/statement.ts'
import { sql } from 'kysely'
import type { Scope } from './scope.ts'
import { foundVoucherJsonText, voucherJson } from './voucher-json.ts'

/** Vouchers `v` by whether they are paid; of unpaid ones the last holds the whole debt and stands for those it took over. */
const ofStatus = {
  paid: sql`v.fee_paid`,
  unpaid: sql`not v.fee_paid and v.carried_to is null`,
  all: sql`true`,
}

const findingText = (which: string): Statement<{ readonly voucher: string }> =>
  statement(`
    select ${foundVoucherJsonText} as voucher
    from vouchers v join students s on s.campus = v.campus and s.roll_no = v.roll_no
    where v.campus = $1 and ${which}`)

const byNumber = findingText('v.voucher_no = $2')

// The last posted voucher as long as it is unpaid, so that unposted ones after it do not stop the counter (decisions 6.unposted).
const receivableOf = findingText(`v.roll_no = $2 and v.chain_no = coalesce(
    (select l.chain_no from (select p.chain_no, p.fee_paid from vouchers p
      where p.campus = $1 and p.roll_no = $2 and p.posted and p.replaced_by is null
      order by p.chain_no desc limit 1) l where not l.fee_paid),
    (select max(l.chain_no) from vouchers l where l.campus = $1 and l.roll_no = $2))`)

async function onlyText(found: ReturnType<typeof byNumber>): Promise<string | null> {
  const [row] = await found
  return row?.voucher ?? null
}

/** Vouchers as the calls answer them. */
export const vouchersAsJson = (scope: Scope) => ({
  /** A voucher as the calls answer it, as JSON. */
  async findAsJson(voucherNo: string): Promise<unknown> {
    const { rows } = await sql<{ voucher: unknown }>`
      select ${voucherJson} as voucher
      from vouchers v join students s on s.campus = v.campus and s.roll_no = v.roll_no
      where v.campus = ${scope.campus} and v.voucher_no = ${voucherNo}`.execute(scope.trx)
    return rows[0]?.voucher ?? null
  },

  /** A voucher by its number, as text to be passed through. */
  findAsText: (voucherNo: string) => onlyText(byNumber(scope.trx, [scope.campus, voucherNo])),

  /** The voucher on which a student pays: the last posted one while it is unpaid, else the one generated last. */
  findReceivableAsText: (rollNo: number) => onlyText(receivableOf(scope.trx, [scope.campus, rollNo])),

  /** A student's vouchers in the order of their making as JSON text; replaced ones are in no list. */
  async listOfStudentAsJson(rollNo: number, status: keyof typeof ofStatus): Promise<string> {
    const { rows } = await sql<{ vouchers: string }>`
      select coalesce(json_agg(${voucherJson} order by v.chain_no)::text, '[]') as vouchers
      from vouchers v join students s on s.campus = v.campus and s.roll_no = v.roll_no
      where v.campus = ${scope.campus} and v.roll_no = ${rollNo} and v.replaced_by is null and ${ofStatus[status]}`.execute(
      scope.trx,
    )
    return rows[0]?.vouchers ?? '[]'
  },
})
