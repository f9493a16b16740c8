import type {
  findVoucher as endpoint,
  findVoucherOfStudent as ofStudentEndpoint,
} from '#contract/receipts.ts'
import { voucherOnWire } from '#contract/vouchers.ts'
import { orRefuse, refuse } from '#domain/outcome.ts'
import type { Call } from '#server/http/mount.ts'

const found = (voucher: unknown) => ({
  msg: 'Voucher found' as const,
  voucher: voucherOnWire.parse(voucher ?? orRefuse(refuse('no-vouchers'))),
})

/** A voucher by its printed number, whatever its state: the screen says what can be done with it. */
export async function findVoucher({ params, records }: Call<typeof endpoint>) {
  return found(await records.vouchers.findAsJson(params.voucherId))
}

/** A student's latest voucher; who has left can still pay (decisions §3). */
export async function findVoucherOfStudent({ params, records }: Call<typeof ofStudentEndpoint>) {
  const voucher = await records.vouchers.findLatestAsJson(params.rollNo)
  if (!voucher && !(await records.students.find(params.rollNo))) return orRefuse(refuse('student-unknown'))
  return found(voucher)
}
