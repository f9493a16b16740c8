import { voucherRowsType, type VoucherRows } from '#contract/voucher-rows.ts'
import type { Caller, TestSchool } from './school.ts'

export interface RowsRequest {
  readonly type?: string
  readonly paid?: string
  readonly body?: Record<string, unknown>
}

/** Requests the fee report of Main Campus in the row format, and returns the raw reply, uncompressed. */
export async function requestVoucherRows(
  { app }: TestSchool,
  { cookie }: Caller,
  { type = 'all', paid = 'all', body = {} }: RowsRequest = {},
) {
  const answer = await app.inject({
    method: 'POST',
    url: `/finances/getAllVouchers/${type}/Main%20Campus/${paid}`,
    headers: { cookie, accept: `${voucherRowsType}, application/json;q=0.5` },
    payload: body,
  })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body }
}

/** The fee report of Main Campus, parsed. */
export async function getVoucherRows(
  ...requested: Parameters<typeof requestVoucherRows>
): Promise<VoucherRows> {
  const { status, text } = await requestVoucherRows(...requested)
  if (status !== 200) throw new Error(`The report failed: ${status} ${text}`)
  return JSON.parse(text) as VoucherRows
}
