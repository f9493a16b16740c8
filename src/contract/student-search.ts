import { z } from 'zod/mini'
import { studentStates } from '#domain/student.ts'
import { read } from './endpoint.ts'
import { plainText } from './fields.ts'
import { studentInBrief } from './student.ts'
import { money } from './wire.ts'

export const findStudents = read('/admissions/findStudents/:campus', {
  // The search is in the body, as no name, card or phone number may stand in an address.
  summary:
    "At most 10 students by roll number, name, father's name, CNIC or phone (`read`: not by CNIC or phone); those at school first; each with the balance",
  access: 'staff',
  body: z.object({ typed: plainText(120).check(z.minLength(1)) }),
  reply: z.object({
    msg: z.string(),
    students: z.array(
      z.extend(studentInBrief, {
        /** The phone number and the CNIC are empty for `read`. */
        fatherHomePhone: z.string(),
        fatherCnic: z.string(),
        state: z.enum(studentStates),
        /** The last posted one; its balance is below 0 if paid in advance. */
        latestVoucher: z.nullable(z.object({ voucherNo: z.string(), netBalance: money })),
      }),
    ),
  }),
})
