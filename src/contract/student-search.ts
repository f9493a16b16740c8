import { studentStates } from '#domain/student.ts'
import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { campusParam, noBody, plainText } from './fields.ts'
import { studentInBrief } from './student.ts'
import { money } from './wire.ts'

export const findStudents = endpoint({
  method: 'GET',
  path: '/admissions/findStudents/:campus/:typed',
  summary:
    "At most 10 students by roll number, name, father's name, CNIC or phone (`read`: not by CNIC or phone); those at school first; each with the balance",
  access: 'staff',
  effect: 'reads',
  params: z.object({ campus: campusParam, typed: plainText(120).check(z.minLength(1)) }),
  body: noBody,
  reply: z.object({
    msg: z.string(),
    students: z.array(
      z.extend(studentInBrief, {
        /** These two are empty for `read`. */
        fatherHomePhone: z.string(),
        fatherCnic: z.string(),
        state: z.enum(studentStates),
        /** The latest voucher with its net balance, below 0 when paid in advance; null when there is no voucher. */
        latestVoucher: z.nullable(z.object({ voucherNo: z.string(), netBalance: money })),
      }),
    ),
  }),
})
