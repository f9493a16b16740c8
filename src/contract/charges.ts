import { z } from 'zod/mini'
import { bulk, read } from './endpoint.ts'
import { amount, given, optionalText, requiredRollNo, schoolClass, section, wholeNumber } from './fields.ts'

/** A single student, or every active student of a class and section (spec 5.charges). */
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
    /** The number that the preview showed; the call is refused if it has changed. */
    expectedStudents: z.optional(wholeNumber('Not a number of students', 0)),
  }),
  reply: z.object({
    msg: z.literal('Successfully added additional charges'),
    /** The number of vouchers to which the charge was added. */
    applied: z.number(),
    /** The number of students whose next voucher will include the charge. */
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
    /** The number of students whose open voucher of this month would include the charge. */
    onVouchers: z.number(),
    /** The number of students whose next voucher would include the charge. */
    waiting: z.number(),
    /** The number of students who already have an examination fee, to which the charge would be added. */
    chargedAlready: z.number(),
  }),
})
