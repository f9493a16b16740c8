import type { Fees } from '#domain/fee.ts'
import { sql, type RawBuilder } from 'kysely'
import { feeColumns, feesFrom } from './fees.ts'
import type { Scope } from './scope.ts'
import { studentColumns, studentDates, type Student } from './students.ts'
import { voucherJson } from './voucher-json.ts'
import { voucherColumns, voucherFrom, type ChainedVoucher, type VoucherRow } from './voucher-rows.ts'

/** A child's record with all that is asked beside it, as a clerk has it at hand. */
export interface StudentAtHand {
  readonly student: Student
  readonly fees: Fees
  /** The voucher generated last, if any (decisions §3). */
  readonly latest: ChainedVoucher | null
  /** The latest voucher as the calls answer it, where it is not paid. */
  readonly openVoucher: unknown
}

const listed = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))

/** The columns of the one row found, as JSON; null where there is none. */
const asJson = <Row>(columns: readonly string[], found: RawBuilder<unknown>) =>
  sql<Row>`(select to_json(found) from (select ${listed(columns)} ${found}) found)`

export const studentAtHand = ({ trx, campus }: Scope) => ({
  /** Everything in one statement: the form waits for it with a parent at the counter. Null where there is no such child. */
  async find(rollNo: number): Promise<StudentAtHand | null> {
    const latest = sql`from vouchers v where v.campus = s.campus and v.roll_no = s.roll_no
      order by v.chain_no desc limit 1`
    const row = await trx
      .selectFrom('students as s')
      .select(studentColumns)
      .select(studentDates)
      .select([
        asJson<Record<(typeof feeColumns)[number], number>>(
          feeColumns,
          sql`from fees f where f.campus = s.campus and f.roll_no = s.roll_no`,
        ).as('fees'),
        asJson<VoucherRow | null>(voucherColumns, latest).as('latest'),
        sql`(select case when not v.fee_paid then ${voucherJson} end ${latest})`.as('openVoucher'),
      ])
      .where('s.campus', '=', campus)
      .where('s.roll_no', '=', rollNo)
      .executeTakeFirst()
    if (!row) return null
    const { fees, latest: last, openVoucher, ...student } = row
    return { student, fees: feesFrom(fees), latest: last && voucherFrom(last), openVoucher }
  },
})
