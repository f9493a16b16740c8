import { z } from 'zod/mini'
import { oneTimeHeads, studentHeads, voucherOnlyHeads } from '#domain/fee-heads.ts'
import { planHeads } from '#domain/fee-plan.ts'
import { genders } from '#domain/school.ts'
import { change, read } from './endpoint.ts'
import {
  amount,
  anything,
  feeFields,
  given,
  optionalAmount,
  optionalDate,
  optionalPeriod,
  optionalText,
  requiredClass,
  requiredDate,
  requiredSection,
  schoolClass,
  text,
  withUnusedFields,
} from './fields.ts'
import { paidByFields } from './receipt.ts'
import { date, money } from './wire.ts'

export const lastRollNumber = read('/admissions/getLastRollNumber', {
  summary: "The campus's last roll number; the next admission is forecast to get the one after it",
  access: 'writer',
  reply: z.object({ msg: z.string(), lastRollNumber: z.number() }),
})

export const usualFees = read('/admissions/usualFees/:campus/:studentClass', {
  summary:
    'The fee plan of a class, the most frequent monthly fee of its students and the most frequent one-time fees of its last admissions',
  access: 'writer',
  params: { studentClass: schoolClass },
  reply: z.object({
    msg: z.string(),
    plan: z.object(feeFields(planHeads, z.nullable(money))),
    /** Null for a class without students. */
    usual: z.nullable(
      z.object({
        monthlyFee: money,
        ...feeFields(oneTimeHeads, money),
        /** The number of active students who pay this monthly fee, and of all active students of the class. */
        payingIt: z.number(),
        students: z.number(),
      }),
    ),
  }),
})

/** The record of a new student; the server assigns its numbers (decisions 2.values.numbers-ignored). */
export const studentData = z.object({
  admissionDate: optionalDate,
  studentName: text(),
  fatherName: text(),
  dateOfBirth: requiredDate,
  placeOfBirth: text(),
  gender: given(z.enum(genders, 'Choose a gender from the list')),
  religion: text(),
  address: optionalText(300),
  fatherCnic: optionalText(),
  fatherOccupation: optionalText(),
  fatherHomePhone: text(),
  fatherOfficePhone: optionalText(),
  telephone: optionalText(),
  fatherEmail: optionalText(),
  studentClass: requiredClass,
  section: requiredSection,
})

export const admissionFinancialData = z.object({
  ...feeFields(studentHeads, amount),
  issueDate: optionalDate,
  dueDate: optionalDate,
  feePeriod: optionalPeriod,
  note: optionalText(500),
  /** If omitted, the whole voucher is received (spec 4.voucher.admission). */
  receivedNow: optionalAmount,
  ...paidByFields,
})

/** Fields of the voucher that the server fills in (spec 3.voucher, spec 7.admissions.new). */
const financialDataUnused = {
  voucherNo: anything,
  studentName: anything,
  rollNo: anything,
  studentClass: anything,
  section: anything,
  campus: anything,
  netMonthlyFee: money,
  arrears: money,
  ...feeFields(voucherOnlyHeads, money),
  receivedAmount: money,
  receivedBy: anything,
  receivedDate: date,
  editedBy: anything,
  feePaid: anything,
  posted: anything,
  isRemoved: anything,
  monthGenerated: anything,
  yearGenerated: anything,
}

export const admitStudent = change('/admissions/newAdmission', {
  summary: 'Admit a student; the admission voucher is created paid and posted',
  access: 'writer',
  right: 'price',
  body: z.object({
    studentData: withUnusedFields(studentData, {
      admissionNo: anything,
      registrationNo: anything,
      rollNo: anything,
      campus: anything,
    }),
    financialData: withUnusedFields(admissionFinancialData, financialDataUnused),
  }),
  reply: z.object({
    msg: z.literal('Admission added successfully'),
    rollNo: z.number(),
    admissionNo: z.number(),
    registrationNo: z.number(),
    voucherNo: z.string(),
    receiptNo: z.nullable(z.number()),
  }),
})
