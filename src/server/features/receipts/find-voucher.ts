import type {
  findVoucher as endpoint,
  findVoucherOfStudent as ofStudentEndpoint,
} from '#contract/receipts.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { Call } from '#server/http/mount.ts'
import { PreparedJson } from '#server/http/prepared-json.ts'

const found = (voucher: string | null): PreparedJson =>
  new PreparedJson(`{"msg":"Voucher found","voucher":${voucher ?? orThrow(refuse('no-vouchers'))}}`)

/** A voucher by its printed number, whatever its state: the screen says what can be done with it. */
export async function findVoucher({ params, records }: Call<typeof endpoint>) {
  return found(await records.vouchers.findAsText(params.voucherId))
}

/** The voucher on which a student pays; who has left can still pay (decisions 3.arrears, decisions 6.unposted). */
export async function findVoucherOfStudent({ params, records }: Call<typeof ofStudentEndpoint>) {
  const voucher = await records.vouchers.findReceivableAsText(params.rollNo)
  if (!voucher && !(await records.students.find(params.rollNo))) return orThrow(refuse('student-unknown'))
  return found(voucher)
}
