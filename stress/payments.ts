import type { ClerkClient } from './clerk-client.ts'

const campus = 'Main%20Campus'

export interface ReportedVoucher {
  readonly voucherNo: string
  readonly rollNo: number
  readonly posted: boolean
  readonly carriedTo: string | null
  /** In rupees. */
  readonly netBalance: number
  readonly receivedAmount: number
}

/** Fetches the fee record of the whole campus. Returns null without a complete reply. */
export async function feeRecord(clerk: ClerkClient): Promise<readonly ReportedVoucher[] | null> {
  const reply = await clerk.post(`/finances/getAllVouchers/all/${campus}/all`)
  if (reply === null) return null
  const { vouchers } = reply.body
  if (reply.status !== 200 || !Array.isArray(vouchers)) {
    throw new Error(`The fee record returned ${reply.status}: ${JSON.stringify(reply.body)}`)
  }
  return vouchers
}

/** Lists the vouchers on which several hundred payments of one rupee can be received. */
export async function payableVouchers(clerk: ClerkClient): Promise<readonly ReportedVoucher[]> {
  const vouchers = (await feeRecord(clerk)) ?? []
  return vouchers.filter(
    ({ posted, carriedTo, netBalance }) => posted && carriedTo === null && netBalance > 1000,
  )
}

/** Receives one rupee; `key` is the call's Idempotency-Key. */
export const receiveRupee = (clerk: ClerkClient, voucherNo: string, key: string) =>
  clerk.post(
    `/finances/markIndividualVoucherAsPaid/${campus}/${encodeURIComponent(voucherNo)}`,
    { receivedAmount: 1 },
    key,
  )

/** Reads a voucher's received amount, in rupees, from the fee record. Returns null without a complete reply. */
export async function reportedAmount(clerk: ClerkClient, voucherNo: string): Promise<number | null> {
  const vouchers = await feeRecord(clerk)
  if (vouchers === null) return null
  return vouchers.find((voucher) => voucher.voucherNo === voucherNo)?.receivedAmount ?? Number.NaN
}
