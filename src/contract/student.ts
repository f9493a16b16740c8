import { z } from 'zod/mini'
import { monthlyHeads, oneTimeHeads } from '#domain/fee-heads.ts'
import { genders } from '#domain/school.ts'
import { studentStates } from '#domain/student.ts'
import { feeFields, schoolClass, section } from './fields.ts'
import { date, dateOrBlank, money } from './wire.ts'

/** The record of a student; contact fields (domain/contacts.ts) are empty for the role `read` (spec 3.student). */
export const student = z.object({
  admissionNo: z.number(),
  admissionDate: date,
  registrationNo: z.number(),
  studentName: z.string(),
  fatherName: z.string(),
  /** Empty if an import did not have it; likewise place of birth, gender, religion and phone. */
  dateOfBirth: dateOrBlank,
  placeOfBirth: z.string(),
  gender: z.enum([...genders, '']),
  religion: z.string(),
  address: z.string(),
  fatherCnic: z.string(),
  fatherOccupation: z.string(),
  fatherHomePhone: z.string(),
  fatherOfficePhone: z.string(),
  telephone: z.string(),
  fatherEmail: z.string(),
  studentClass: schoolClass,
  section,
  rollNo: z.number(),
  campus: z.string(),
  state: z.enum(studentStates),
  isRemoved: z.boolean(),
  /** The day of departure or graduation; null for an active student. */
  removalDate: z.nullable(date),
  admissionClass: schoolClass,
  /** The number on papers from before the school moved in; may be empty. */
  oldNumber: z.string(),
})

export type StudentReply = z.output<typeof student>

/** The fees of a student; one-time fees are those on the latest voucher if it is open, otherwise the pending fees. */
export const studentFees = z.object({
  ...feeFields(monthlyHeads, money),
  netMonthlyFee: money,
  ...feeFields(oneTimeHeads, money),
  rollNo: z.number(),
  studentName: z.string(),
  studentClass: schoolClass,
  section,
})

/** The monthly fee from a month on; `from` is null for the fee since admission. */
export const datedFee = z.object({
  from: z.nullable(date),
  ...feeFields(monthlyHeads, money),
})

export const studentInBrief = z.object({
  rollNo: z.number(),
  studentName: z.string(),
  fatherName: z.string(),
  studentClass: schoolClass,
  section,
})
