import type { findVoucherOfStudent as endpoint } from '#contract/counter.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { preparedItem } from '#server/http/prepared-json.ts'
import { findStudent } from '#server/records/students.ts'
import { findReceivableVoucherText } from '#server/records/vouchers-as-json.ts'

/** The voucher on which a student pays, also one who has left (decisions 3.arrears, decisions 6.unposted). */
export async function findVoucherOfStudent({ params, scope }: CallContext<typeof endpoint>) {
  const voucher = await findReceivableVoucherText(scope, params.rollNo)
  if (voucher) return preparedItem('Voucher found', 'voucher', voucher)
  const student = await findStudent(scope, params.rollNo)
  return orThrow(refuse(student ? 'no-vouchers' : 'student-unknown'))
}
