import { voucherRowsType, type VoucherRows } from '#contract/voucher-rows.ts'
import type { Caller, TestSchool } from './school.ts'

export interface RowsRequest {
  readonly type?: string
  readonly paid?: string
  readonly body?: Record<string, unknown>
}

/** The fee report of Main Campus as the page asks for it; answered as it came, without what packed it. */
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

/** The same, read. */
export async function getVoucherRows(
  ...requested: Parameters<typeof requestVoucherRows>
): Promise<VoucherRows> {
  const { status, text } = await requestVoucherRows(...requested)
  if (status !== 200) throw new Error(`Not reported: ${status} ${text}`)
  return JSON.parse(text) as VoucherRows
}
