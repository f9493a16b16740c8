import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  amount,
  campusParam,
  given,
  optionalText,
  rollNoGiven,
  schoolClass,
  section,
  wholeNumber,
} from './fields.ts'

/** Whom a charge is for: one student, or every active student of a class and section (spec 5.charges). */
const chargedStudents = {
  ofClass: given(schoolClass.optional()),
  section: given(section.optional()),
  rollNumber: given(rollNoGiven.optional()),
}

export const addAdditionalCharges = endpoint({
  method: 'POST',
  path: '/finances/addAdditionalCharges',
  summary: 'Charge an examination fee to a student, or to every active student of a class and section',
  access: 'writer',
  effect: 'changes many',
  params: z.object({}),
  body: z.object({
    ...chargedStudents,
    examinationFee: amount,
    note: optionalText(500),
    /** How many students the clerk was told it is for; another number is refused. */
    expectedStudents: wholeNumber('Not a number of students', 0).optional(),
  }),
  reply: z.object({
    msg: z.literal('Successfully added additional charges'),
    /** On how many vouchers it stands now. */
    applied: z.number(),
    /** For how many students it waits for the next voucher. */
    pending: z.number(),
  }),
})

export const additionalChargesPreview = endpoint({
  method: 'POST',
  path: '/finances/additionalChargesPreview/:campus',
  summary: 'Whom an additional charge would be for, and where it would go',
  access: 'writer',
  effect: 'reads',
  params: z.object({ campus: campusParam }),
  body: z.object(chargedStudents),
  reply: z.object({
    msg: z.string(),
    students: z.number(),
    /** How many have an open voucher of this month to take it. */
    onVouchers: z.number(),
    /** How many wait with it for their next voucher. */
    waiting: z.number(),
    /** How many have an examination fee there already, with which this one would add up. */
    chargedAlready: z.number(),
  }),
})
