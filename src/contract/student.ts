import { monthlyHeads, oneTimeHeads } from '#domain/fee-heads.ts'
import { genders } from '#domain/school.ts'
import { studentStates } from '#domain/student.ts'
import { z } from 'zod'
import { feeFields } from './fee-fields.ts'
import { rupeeNumber, schoolClass, section } from './fields.ts'

/** A student's record on the wire (spec 3.student); its contact fields (domain/contacts.ts) are empty for `read`. */
export const studentOnWire = z.object({
  admissionNo: z.number(),
  admissionDate: z.string(),
  registrationNo: z.number(),
  studentName: z.string(),
  fatherName: z.string(),
  dateOfBirth: z.string(),
  placeOfBirth: z.string(),
  gender: z.enum(genders),
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
  removalDate: z.string().nullable(),
  admissionClass: schoolClass,
})

export type StudentOnWire = z.output<typeof studentOnWire>

/** What a student pays, in rupees; one-time fees are those on the open latest voucher, else those pending. */
export const monthlyFeeOnWire = z.object({
  ...feeFields(monthlyHeads, rupeeNumber),
  netMonthlyFee: rupeeNumber,
  ...feeFields(oneTimeHeads, rupeeNumber),
  rollNo: z.number(),
  studentName: z.string(),
  studentClass: schoolClass,
  section,
})

/** A monthly fee with the first day from which it applies; null for the fee since admission. */
export const datedFeeOnWire = z.object({
  from: z.string().nullable(),
  ...feeFields(monthlyHeads, rupeeNumber),
})

export type DatedFeeOnWire = z.output<typeof datedFeeOnWire>

/** The fields that identify a student in a list. */
export const studentInBrief = z.object({
  rollNo: z.number(),
  studentName: z.string(),
  fatherName: z.string(),
  studentClass: schoolClass,
  section,
})
