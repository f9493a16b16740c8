import { genders } from '#domain/school.ts'
import { studentStates } from '#domain/student.ts'
import { z } from 'zod'
import { rupeeNumber, schoolClass, section } from './fields.ts'

/** A child's record as the calls answer it (spec 3.student); its contact fields (domain/contacts.ts) are empty for `read`. */
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
  /** The date of leaving or graduating; null while at school. */
  removalDate: z.string().nullable(),
  admissionClass: schoolClass,
})
export type StudentOnWire = z.output<typeof studentOnWire>

/** What a student pays, in rupees; the one-time fees are those of the open latest voucher, else those that wait. */
export const monthlyFeeOnWire = z.object({
  monthlyFee: rupeeNumber,
  discount: rupeeNumber,
  netMonthlyFee: rupeeNumber,
  registrationFee: rupeeNumber,
  admissionFee: rupeeNumber,
  examinationFee: rupeeNumber,
  rollNo: z.number(),
  studentName: z.string(),
  studentClass: schoolClass,
  section,
})

/** A monthly fee by the first day of the month from which it counts; null for the fee from the beginning. */
export const datedFeeOnWire = z.object({
  from: z.string().nullable(),
  monthlyFee: rupeeNumber,
  discount: rupeeNumber,
})
export type DatedFeeOnWire = z.output<typeof datedFeeOnWire>

/** A child in a few words, wherever one is named: enough to tell two of one name apart. */
export const studentInBrief = z.object({
  rollNo: z.number(),
  studentName: z.string(),
  fatherName: z.string(),
  studentClass: schoolClass,
  section,
})
