import { z } from 'zod/mini'
import { read } from './endpoint.ts'
import { given, optionalDate, optionalText, requiredRollNo, wholeNumber } from './fields.ts'
import { instant } from './wire.ts'

const changeInBrief = z.object({
  changeNo: z.number(),
  what: z.string(),
  changedAt: instant,
  changedBy: z.string(),
  changedByName: z.string(),
  voucherNo: z.nullable(z.string()),
  receiptNo: z.nullable(z.number()),
  /** The changed fields as text, amounts in rupees; null if there was no value. */
  fields: z.array(
    z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
})

export const studentHistory = read('/admissions/studentHistory/:rollNo/:campus', {
  summary: "Every change of a student's record, newest first: field, before, after, who, when",
  access: 'staff',
  logged: 'record read',
  reply: z.object({
    msg: z.string(),
    changes: z.array(
      z.extend(changeInBrief, {
        /** True if contact fields are left out because the caller may not see them. */
        contactsWithheld: z.boolean(),
      }),
    ),
  }),
})

export const campusHistory = read('/users/history/:campus', {
  summary: 'Who did what in the campus, newest first, 200 lines at a time',
  access: 'admin',
  body: z.object({
    fromDate: optionalDate,
    toDate: optionalDate,
    /** A user id. */
    who: optionalText(),
    what: optionalText(),
    rollNo: given(z.optional(requiredRollNo)),
    /** Only entries with a lower number are listed; omitted for the newest. */
    before: given(z.optional(wholeNumber('Not an entry of the history', 1))),
  }),
  reply: z.object({
    msg: z.string(),
    kinds: z.array(z.string()),
    changes: z.array(
      z.extend(changeInBrief, {
        rollNo: z.nullable(z.number()),
        studentName: z.nullable(z.string()),
      }),
    ),
    more: z.boolean(),
  }),
})
