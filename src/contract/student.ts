import { z } from 'zod/mini'
import { monthlyHeads, oneTimeHeads } from '#domain/fee-heads.ts'
import { genders } from '#domain/school.ts'
import { studentStates } from '#domain/student.ts'
import { feeFields, schoolClass, section } from './fields.ts'
import { date, dateOrBlank, money } from './wire.ts'

/** Contact fields (domain/contacts.ts) are empty for `read` (spec 3.student). */
export const student = z.object({
  admissionNo: z.number(),
  admissionDate: date,
  registrationNo: z.number(),
  studentName: z.string(),
  fatherName: z.string(),
  /** Empty, like place of birth, gender, religion and phone, if an import did not have it. */
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
  /** The number on old papers, from before the school moved in; may be empty. */
  oldNumber: z.string(),
})

export type StudentReply = z.output<typeof student>

/** One-time fees are those on the open latest voucher, else those pending. */
export const studentFees = z.object({
  ...feeFields(monthlyHeads, money),
  netMonthlyFee: money,
  ...feeFields(oneTimeHeads, money),
  rollNo: z.number(),
  studentName: z.string(),
  studentClass: schoolClass,
  section,
})

/** `from` is null for the fee since admission. */
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
