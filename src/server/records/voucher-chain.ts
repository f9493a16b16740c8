import type { Rebalanced } from '#domain/voucher.ts'
import { sql } from 'kysely'
import type { Scope } from './scope.ts'

/** How a student's vouchers hang together: which took over whose balance, and which stands in whose place (decisions 3.arrears). */
export const voucherChain = ({ trx, campus }: Scope) => ({
  /** The balance of a voucher goes on to the one that was made next. */
  async carry(voucherNo: string, carriedTo: string): Promise<void> {
    await trx
      .updateTable('vouchers')
      .set({ carried_to: carriedTo })
      .where('campus', '=', campus)
      .where('voucher_no', '=', voucherNo)
      .execute()
  },

  /** Writes how a voucher stands after an older one was settled; its arrears change only while it is unposted. */
  async rebalance({ voucherNo, arrears, paid, carriedTo }: Rebalanced): Promise<void> {
    await trx
      .updateTable('vouchers')
      .set({ arrears, fee_paid: paid, carried_to: carriedTo })
      .where('campus', '=', campus)
      .where('voucher_no', '=', voucherNo)
      .execute()
  },

  /** A voucher gives its place to one that is written next: a month has one voucher at a time. */
  async giveWay(voucherNo: string, replacedBy: string): Promise<void> {
    await trx
      .updateTable('vouchers')
      .set({ replaced_by: replacedBy })
      .where('campus', '=', campus)
      .where('voucher_no', '=', voucherNo)
      .execute()
  },

  /** What a replaced voucher had carried is carried by the one in its place; whoever does it settles it then. */
  async handOver(rollNo: number, replacedNo: string, replacementNo: string): Promise<void> {
    await trx
      .updateTable('vouchers')
      .set({ carried_to: replacementNo })
      .where('campus', '=', campus)
      .where('roll_no', '=', rollNo)
      .where('carried_to', '=', replacedNo)
      .execute()
  },

  /** The vouchers whose balance this one took over are paid with it, and open again with it (decisions 3.arrears.paid-together). */
  async settleCarried(voucherNo: string, paid: boolean): Promise<void> {
    // Of one student all: without the roll number every payment would read the campus.
    await sql`
      with recursive carried as (
        select v.voucher_no, v.roll_no from vouchers v where v.campus = ${campus} and v.carried_to = ${voucherNo}
          and v.roll_no = (select o.roll_no from vouchers o where o.campus = ${campus} and o.voucher_no = ${voucherNo})
        union all
        select v.voucher_no, v.roll_no from vouchers v join carried c on v.roll_no = c.roll_no
          and v.carried_to = c.voucher_no where v.campus = ${campus}
      )
      update vouchers set fee_paid = ${paid}
      where campus = ${campus} and voucher_no in (select voucher_no from carried) and fee_paid <> ${paid}`.execute(
      trx,
    )
  },
})
