import { z } from 'zod/mini'
import { bulk, read } from './endpoint.ts'
import { optionalYear } from './fields.ts'
import { nameVoucherFields, voucherFields } from './voucher.ts'

/** If omitted, the month is from five back to six ahead (decisions 3.months.number, decisions 6.months.no-year). */
const yearInput = z.object({ year: optionalYear })

export const listedVoucherFields = z.extend(voucherFields, {
  /** True if this voucher, or one that it replaced, ever had a receipt; it cannot be unposted then. */
  hasReceipts: z.boolean(),
})

const listedVoucher = nameVoucherFields(listedVoucherFields)

export type ListedVoucher = z.output<typeof listedVoucher>

const voucherList = z.object({ msg: z.string(), vouchers: z.array(listedVoucher) })

export const unpostedVouchers = read('/finances/getUnpostedVouchers/:campus/:monthNumber', {
  summary: 'The unposted vouchers of a month',
  access: 'writer',
  query: yearInput,
  reply: voucherList,
})

export const postedVouchers = read('/finances/getPostedVouchers/:campus/:monthNumber', {
  summary: 'The posted vouchers of a month',
  access: 'writer',
  query: yearInput,
  reply: voucherList,
})

const posting = z.object({ msg: z.literal('success'), count: z.number() })

export const postMonth = bulk('/finances/postVouchers/:campus/:monthNumber', {
  summary: 'Post the vouchers of a month',
  access: 'writer',
  right: 'generate',
  query: yearInput,
  body: yearInput,
  reply: posting,
})

export const unpostMonth = bulk('/finances/unpostVouchers/:campus/:monthNumber', {
  summary: 'Unpost the vouchers of a month on which nothing was received',
  access: 'writer',
  right: 'generate',
  query: yearInput,
  body: yearInput,
  reply: posting,
})

export const vouchersToPost = read('/finances/checkIfVoucherNeedsToBePosted/:campus', {
  summary: 'The months that still have vouchers to post, with how many',
  access: 'staff',
  reply: z.object({
    msg: z.string(),
    needsPosting: z.boolean(),
    months: z.array(z.object({ year: z.number(), month: z.number(), count: z.number() })),
  }),
})

export const vouchersToUnpost = read('/finances/checkIfVouchersCanBeUnposted/:campus', {
  summary: 'The months that have vouchers which can be unposted, with how many',
  access: 'writer',
  reply: z.object({
    msg: z.string(),
    months: z.array(z.object({ year: z.number(), month: z.number(), count: z.number() })),
  }),
})
