import type { OfficeClient } from './clerk-client.ts'

const campus = 'Main%20Campus'

/** A voucher as the fee record tells it. */
export interface ReportedVoucher {
  readonly voucherNo: string
  readonly posted: boolean
  readonly carriedTo: string | null
  /** Rupees. */
  readonly netBalance: number
  readonly receivedAmount: number
}

/** The fee record of the whole campus; null where no whole answer came. */
async function feeRecord(clerk: OfficeClient): Promise<readonly ReportedVoucher[] | null> {
  const came = await clerk.post(`/finances/getAllVouchers/all/${campus}/all`)
  if (came === null) return null
  const { vouchers } = came.body
  if (came.status !== 200 || !Array.isArray(vouchers)) {
    throw new Error(`The fee record was answered ${came.status}: ${JSON.stringify(came.body)}`)
  }
  return vouchers
}

/** Vouchers on which a few hundred rupees can be received one by one. */
export async function payableVouchers(clerk: OfficeClient): Promise<readonly ReportedVoucher[]> {
  const vouchers = (await feeRecord(clerk)) ?? []
  return vouchers.filter(
    ({ posted, carriedTo, netBalance }) => posted && carriedTo === null && netBalance > 1000,
  )
}

/** Receives one rupee; `key` is the call's Idempotency-Key. */
export const receiveRupee = (clerk: OfficeClient, voucherNo: string, key: string) =>
  clerk.post(
    `/finances/markIndividualVoucherAsPaid/${campus}/${encodeURIComponent(voucherNo)}`,
    { receivedAmount: 1 },
    key,
  )

/** What the fee record says was received on a voucher, in rupees; null where no whole answer came. */
export async function reportedOn(clerk: OfficeClient, voucherNo: string): Promise<number | null> {
  const vouchers = await feeRecord(clerk)
  if (vouchers === null) return null
  return vouchers.find((voucher) => voucher.voucherNo === voucherNo)?.receivedAmount ?? Number.NaN
}
