import { studentKinds } from '#domain/report-columns.ts'
import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { campusParam, classOrAll, optionalDate, sectionOrAll } from './fields.ts'
import { receiptWithClass } from './receipt.ts'

export const receiptReport = endpoint({
  method: 'POST',
  path: '/finances/getReceipts/:type/:campus',
  summary:
    'What came in on a campus by class and section of the voucher and by date of receipt, by receipt number',
  access: 'staff',
  effect: 'reads',
  fromStandby: true,
  replyAs: 'rows',
  params: z.object({ type: z.enum(studentKinds), campus: campusParam }),
  body: z.object({
    studentClass: classOrAll,
    section: sectionOrAll,
    fromDate: optionalDate,
    toDate: optionalDate,
  }),
  reply: z.object({ msg: z.string(), receipts: z.array(receiptWithClass) }),
})
