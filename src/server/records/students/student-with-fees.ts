import { z } from 'zod/mini'
import { voucher, type VoucherReply } from '#contract/voucher.ts'
import { fromWire } from '#contract/wire.ts'
import { firstOfMonth, monthOf } from '#domain/calendar.ts'
import type { Fees } from '#domain/fee.ts'
import { statement } from '#server/database/fast/statements.ts'
import { feeColumns } from '#server/records/fees.ts'
import type { Scope } from '#server/records/scope.ts'
import { voucherJsonText } from '#server/records/vouchers/voucher-json.ts'
import { voucherColumns, type ChainedVoucher } from '#server/records/vouchers/voucher-values.ts'
import { asSeen } from './contacts.ts'
import { studentColumns, type Student } from './students.ts'

/** A student with fees and vouchers, read in one statement. */
export interface StudentWithFees {
  readonly student: Student
  readonly fees: Fees
  /** The last generated voucher, if any (decisions 3.books.latest). */
  readonly latest: ChainedVoucher | null
  /** The latest voucher if it can be re-priced (`voucherToReprice` of the domain). */
  readonly openVoucher: VoucherReply | null
}

const asJson = (columns: string, from = '') =>
  `(select to_json(found) from (select ${columns} ${from}) found)`

// SQL for `monthOfFees` of the domain.
const isOpen = `not v.fee_paid and v.kind <> 'opening'`
const openMonth = `case when ${isOpen} then make_date(v.year, v.month, 1) end`
const fees = `from fees_in_month(s.campus, s.roll_no, greatest($3::date, ${openMonth})) f`

interface FoundRow {
  readonly student: Student
  readonly fees: Fees
  readonly latest: ChainedVoucher | null
  readonly openVoucher: unknown
}

// One statement, because a parent waits at the counter; JSON, because the driver takes longer for many columns.
const studentStatement = statement<FoundRow>(`
  select ${asJson(studentColumns)} as student, ${asJson(feeColumns, fees)} as fees,
    case when v.voucher_no is not null then ${asJson(voucherColumns)} end as latest,
    case when ${isOpen} then (${voucherJsonText})::json end as "openVoucher"
  from students s left join latest_vouchers v on v.campus = s.campus and v.roll_no = s.roll_no
  where s.campus = $1 and s.roll_no = $2`)

export async function findStudentWithFees(
  { trx, campus, seesContacts, today }: Scope,
  rollNo: number,
): Promise<StudentWithFees | null> {
  const [row] = await studentStatement(trx, [campus, rollNo, firstOfMonth(monthOf(today))])
  if (!row) return null
  const { student, fees: charged, latest, openVoucher } = row
  return {
    student: asSeen({ seesContacts }, student),
    fees: charged,
    latest,
    openVoucher: fromWire(z.nullable(voucher), openVoucher),
  }
}
