import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { campusParam, noBody, voucherNoParam } from './fields.ts'
import { receipt } from './receipt.ts'

export const receiptsOfVoucher = endpoint({
  method: 'GET',
  path: '/finances/receiptsOfVoucher/:campus/:voucherId',
  summary: "A voucher's receipts and reversals, by number",
  access: 'writer',
  effect: 'reads',
  params: z.object({ campus: campusParam, voucherId: voucherNoParam }),
  body: noBody,
  reply: z.object({ msg: z.string(), receipts: z.array(receipt) }),
})
