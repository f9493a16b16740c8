import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { campusParam, monthParam, noBody, optionalYear } from './fields.ts'
import { nameVoucherFields, voucherFields } from './voucher.ts'

const campusAndMonth = z.object({ campus: campusParam, monthNumber: monthParam })

/** Without a year, the number means a month from five months back to six ahead (decisions 3.months.number, decisions 6.months.no-year). */
const ofYear = z.object({ year: optionalYear })

/** A voucher to be posted or unposted, on the wire. */
export const listedVoucherFields = z.extend(voucherFields, {
  /** True if it, or one that it replaced, ever had a receipt, reversed or not: then it stays posted. */
  hasReceipts: z.boolean(),
})

const listedVoucher = nameVoucherFields(listedVoucherFields)

export type ListedVoucher = z.output<typeof listedVoucher>

const voucherList = z.object({ msg: z.string(), vouchers: z.array(listedVoucher) })

export const unpostedVouchers = endpoint({
  method: 'GET',
  path: '/finances/getUnpostedVouchers/:campus/:monthNumber',
  summary: 'The unposted vouchers of a month',
  access: 'writer',
  effect: 'reads',
  params: campusAndMonth,
  query: ofYear,
  body: noBody,
  reply: voucherList,
})

export const postedVouchers = endpoint({
  method: 'GET',
  path: '/finances/getPostedVouchers/:campus/:monthNumber',
  summary: 'The posted vouchers of a month',
  access: 'writer',
  effect: 'reads',
  params: campusAndMonth,
  query: ofYear,
  body: noBody,
  reply: voucherList,
})

const posting = z.object({ msg: z.literal('success'), count: z.number() })

export const postMonth = endpoint({
  method: 'POST',
  path: '/finances/postVouchers/:campus/:monthNumber',
  summary: 'Post the vouchers of a month',
  access: 'writer',
  right: 'generate',
  effect: 'bulk',
  params: campusAndMonth,
  query: ofYear,
  body: ofYear,
  reply: posting,
})

export const unpostMonth = endpoint({
  method: 'POST',
  path: '/finances/unpostVouchers/:campus/:monthNumber',
  summary: 'Unpost the vouchers of a month on which nothing was received',
  access: 'writer',
  right: 'generate',
  effect: 'bulk',
  params: campusAndMonth,
  query: ofYear,
  body: ofYear,
  reply: posting,
})

export const vouchersToPost = endpoint({
  method: 'GET',
  path: '/finances/checkIfVoucherNeedsToBePosted/:campus',
  summary: 'The months that still have vouchers to post, with how many',
  access: 'staff',
  effect: 'reads',
  params: z.object({ campus: campusParam }),
  body: noBody,
  reply: z.object({
    msg: z.string(),
    needsPosting: z.boolean(),
    months: z.array(z.object({ year: z.number(), month: z.number(), count: z.number() })),
  }),
})

export const vouchersToUnpost = endpoint({
  method: 'GET',
  path: '/finances/checkIfVouchersCanBeUnposted/:campus',
  summary: 'The months that have vouchers which can be unposted, with how many',
  access: 'writer',
  effect: 'reads',
  params: z.object({ campus: campusParam }),
  body: noBody,
  reply: z.object({
    msg: z.string(),
    months: z.array(z.object({ year: z.number(), month: z.number(), count: z.number() })),
  }),
})
