import { z } from 'zod/mini'
import { bulk, read } from './endpoint.ts'
import { amount, given, optionalText, requiredRollNo, schoolClass, section, wholeNumber } from './fields.ts'

/** One student, or every active student of a class and section (spec 5.charges). */
const chargedStudents = {
  ofClass: given(z.optional(schoolClass)),
  section: given(z.optional(section)),
  rollNumber: given(z.optional(requiredRollNo)),
}

export const addAdditionalCharges = bulk('/finances/addAdditionalCharges', {
  summary: 'Charge an examination fee to a student, or to every active student of a class and section',
  access: 'writer',
  right: 'price',
  body: z.object({
    ...chargedStudents,
    examinationFee: amount,
    note: optionalText(500),
    /** The number that the preview showed; another one is refused. */
    expectedStudents: z.optional(wholeNumber('Not a number of students', 0)),
  }),
  reply: z.object({
    msg: z.literal('Successfully added additional charges'),
    /** Vouchers to which it was added. */
    applied: z.number(),
    /** Students whose next voucher will charge it. */
    pending: z.number(),
  }),
})

export const additionalChargesPreview = read('/finances/additionalChargesPreview/:campus', {
  summary: 'Which students an additional charge would be for, and on which vouchers',
  access: 'writer',
  body: z.object(chargedStudents),
  reply: z.object({
    msg: z.string(),
    students: z.number(),
    /** Students with an open voucher of this month for it. */
    onVouchers: z.number(),
    /** Students to be charged by their next voucher. */
    waiting: z.number(),
    /** Students who already have an examination fee there, to which it would be added. */
    chargedAlready: z.number(),
  }),
})
