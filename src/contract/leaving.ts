import { studentStates } from '#domain/student.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  campusParam,
  given,
  noParams,
  nothingSaid,
  optionalDate,
  optionalText,
  rollNoParam,
  rupeeNumber,
  schoolClass,
  seenBalance,
} from './fields.ts'
import { studentInBrief, studentOnWire } from './student-on-wire.ts'
import { voucherOnWire } from './vouchers.ts'

const skippedStudent = studentInBrief.extend({ promotedOn: z.string() })

export const promotionPreview = endpoint({
  method: 'GET',
  path: '/admissions/promotionPreview/:campus/:studentClass',
  summary: 'Who of a class would move on, or graduate, and who would be skipped and why',
  access: 'writer',
  effect: 'reads',
  params: z.object({ campus: campusParam, studentClass: schoolClass }),
  body: nothingSaid,
  reply: z.object({
    msg: z.string(),
    /** The class into which they move; null for class 10, which graduates. */
    toClass: schoolClass.nullable(),
    moving: z.array(studentInBrief),
    /** Promoted less than 180 days ago. */
    skipped: z.array(skippedStudent),
    /** No student moves because the class was promoted less than 180 days ago. */
    alreadyPromoted: z.boolean(),
  }),
})

export const promoteClass = endpoint({
  method: 'POST',
  path: '/admissions/promoteClass',
  summary: 'Move every active student of a class to the next one, or graduate class 10',
  access: 'writer',
  effect: 'changes many',
  params: noParams,
  body: z
    .object({
      classToPromote: schoolClass,
      graduationDate: optionalDate,
      isGraduation: given(z.boolean().default(false)),
      campus: campusParam,
    })
    // A graduation needs its date (spec 5.promotion.graduation-date): refused like any other field that is not filled in.
    .superRefine(({ isGraduation, graduationDate }, context) => {
      if (!isGraduation || graduationDate !== undefined) return
      context.addIssue({ code: 'invalid_type', expected: 'date', path: ['graduationDate'], input: undefined })
    }),
  reply: z.object({
    msg: z.enum(['Class promoted successfully', 'Class graduated successfully']),
    promoted: z.number(),
    skipped: z.number(),
  }),
})

export const checkRemoval = endpoint({
  method: 'GET',
  path: '/admissions/checkStudentRemoval/:rollNo/:campus',
  summary: 'Whether a student may leave: the record, the latest voucher and what is owed',
  access: 'writer',
  effect: 'reads',
  params: z.object({ rollNo: rollNoParam, campus: campusParam }),
  body: nothingSaid,
  reply: z.object({
    msg: z.string(),
    data: z.object({
      studentData: studentOnWire,
      feesCleared: z.boolean(),
      /** What is owed, in rupees; negative is paid in advance. */
      arrears: rupeeNumber,
      voucher: voucherOnWire.nullable(),
    }),
  }),
})

export const removeStudent = endpoint({
  method: 'POST',
  path: '/admissions/removeStudent/:rollNo',
  summary: 'A student leaves, or graduates from class 10; refused while fees are owed',
  access: 'writer',
  effect: 'changes',
  params: z.object({ rollNo: rollNoParam }),
  body: z.object({
    removalDate: optionalDate,
    leave: given(z.boolean().optional()),
    /** Class 10 only; the student is then graduated, otherwise left. */
    graduated: given(z.boolean().default(false)),
  }),
  reply: z.object({ msg: z.literal('Student removed successfully'), state: z.enum(studentStates) }),
})

export const markArrearsPaid = endpoint({
  method: 'POST',
  path: '/finances/markArrearsPaid/:campus/:rollNo',
  summary: 'Receive the whole balance of the latest voucher, posting it if need be',
  access: 'writer',
  effect: 'changes',
  params: z.object({ campus: campusParam, rollNo: rollNoParam }),
  body: z.object({
    receivedBy: optionalText(),
    receivedDate: optionalDate,
    /** The arrears that the clerk saw; others are refused. */
    expectedBalance: seenBalance,
  }),
  reply: z.object({
    msg: z.literal('Arrears marked as paid successfully'),
    receiptNo: z.number(),
    amount: rupeeNumber,
  }),
})
