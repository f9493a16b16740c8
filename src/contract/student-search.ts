import { z } from 'zod/mini'
import { studentStates } from '#domain/student.ts'
import { read } from './endpoint.ts'
import { plainText } from './fields.ts'
import { studentInBrief } from './student.ts'
import { date, money } from './wire.ts'

export const findStudents = read('/admissions/findStudents/:campus', {
  // The search is in the body, because names, CNICs and phone numbers must not appear in a URL.
  summary:
    "At most 10 students by roll number, name, father's name, CNIC or phone (`read`: not by CNIC or phone); those at school first; each with the balance",
  access: 'staff',
  body: z.object({ typed: plainText(120).check(z.minLength(1)) }),
  reply: z.object({
    msg: z.string(),
    students: z.array(
      z.extend(studentInBrief, {
        /** Phone number and CNIC are empty for the role `read`. */
        fatherHomePhone: z.string(),
        fatherCnic: z.string(),
        state: z.enum(studentStates),
        /** The last posted voucher; its balance is negative if paid in advance. */
        latestVoucher: z.nullable(
          z.object({ voucherNo: z.string(), netBalance: money, dueSince: z.nullable(date) }),
        ),
      }),
    ),
  }),
})
