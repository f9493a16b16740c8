import { z } from 'zod/mini'
import { monthlyHeads, oneTimeHeads } from '#domain/fee-heads.ts'
import { genders } from '#domain/school.ts'
import { studentStates } from '#domain/student.ts'
import { feeFields, schoolClass, section } from './fields.ts'
import { date, dateOrBlank, money } from './wire.ts'

/** A student's record on the wire (spec 3.student); its contact fields (domain/contacts.ts) are empty for `read`. */
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
  /** The date of departure or graduation; null for an active student. */
  removalDate: z.nullable(date),
  admissionClass: schoolClass,
  /** The number from before the school moved in, as it is on old papers; empty if there is none. */
  oldNumber: z.string(),
})

/** A student's record as a call answers it. */
export type StudentReply = z.output<typeof student>

/** The fees of a student; one-time fees are those on the open latest voucher, else those pending. */
export const studentFees = z.object({
  ...feeFields(monthlyHeads, money),
  netMonthlyFee: money,
  ...feeFields(oneTimeHeads, money),
  rollNo: z.number(),
  studentName: z.string(),
  studentClass: schoolClass,
  section,
})

/** A monthly fee with the first day from which it applies; null for the fee since admission. */
export const datedFee = z.object({
  from: z.nullable(date),
  ...feeFields(monthlyHeads, money),
})

/** The fields that identify a student in a list. */
export const studentInBrief = z.object({
  rollNo: z.number(),
  studentName: z.string(),
  fatherName: z.string(),
  studentClass: schoolClass,
  section,
})
