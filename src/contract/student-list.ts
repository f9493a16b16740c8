import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { campusParam, classOrAll, noBody, sectionOrAll } from './fields.ts'
import { studentInBrief } from './student.ts'
import { date, money } from './wire.ts'

export const studentList = endpoint({
  method: 'GET',
  path: '/admissions/getStudentList/:studentClass/:section/:campus',
  summary: 'The active students of a class and section with fee and balance, in class order',
  access: 'staff',
  effect: 'reads',
  fromStandby: true,
  params: z.object({ studentClass: classOrAll, section: sectionOrAll, campus: campusParam }),
  body: noBody,
  reply: z.object({
    msg: z.literal('Student list fetched successfully'),
    data: z.array(
      z.extend(studentInBrief, {
        /** Empty for `read`. */
        fatherHomePhone: z.string(),
        admissionDate: date,
        netMonthlyFee: money,
        /** The balance of the latest voucher; negative is paid in advance. */
        balance: money,
      }),
    ),
  }),
})
