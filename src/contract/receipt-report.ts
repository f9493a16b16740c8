import { z } from 'zod/mini'
import { read } from './endpoint.ts'
import { classOrAll, optionalDate, sectionOrAll } from './fields.ts'
import { money } from './wire.ts'

const receiptSum = z.object({ receipts: z.number(), total: money })

export const receivedByState = read('/finances/receivedByState/:campus', {
  summary:
    'What was received between two dates, reversals deducted, from students who are at school today and from those who have left',
  access: 'staff',
  fromStandby: true,
  /** Class and section are those of the voucher; 'all' does not filter, and a missing date sets no limit. */
  body: z.object({
    studentClass: classOrAll,
    section: sectionOrAll,
    fromDate: optionalDate,
    toDate: optionalDate,
  }),
  reply: z.object({ msg: z.string(), atSchool: receiptSum, left: receiptSum }),
})
