import { studentKinds } from '#domain/report-columns.ts'
import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { campusParam, classOrAll, optionalDate, sectionOrAll } from './fields.ts'
import { paidStatuses, voucher } from './voucher.ts'

export const voucherReport = endpoint({
  method: 'POST',
  path: '/finances/getAllVouchers/:type/:campus/:paidStatus',
  summary: 'The vouchers of a campus by class, section and dates, in class order',
  access: 'staff',
  effect: 'reads',
  fromStandby: true,
  replyAs: 'rows',
  params: z.object({
    type: z.enum(studentKinds),
    campus: campusParam,
    paidStatus: z.enum(paidStatuses),
  }),
  body: z.object({
    studentClass: classOrAll,
    section: sectionOrAll,
    fromDate: optionalDate,
    toDate: optionalDate,
    /** The date of the voucher that `toDate` limits; by default the issue date (decisions 3.reports). */
    toDateOf: z._default(z.enum(['issueDate', 'dueDate']), 'issueDate'),
  }),
  reply: z.object({ msg: z.string(), vouchers: z.array(voucher) }),
})
