import { genders } from '#domain/school.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  amount,
  campusParam,
  date,
  given,
  noParams,
  nothingSaid,
  optionalDate,
  optionalText,
  rollNoGiven,
  rollNoParam,
  rupeeNumber,
  schoolClass,
  section,
  seenBalance,
  text,
  withUnusedFields,
} from './fields.ts'
import { datedFeeOnWire, monthlyFeeOnWire, studentOnWire } from './student-on-wire.ts'
import { voucherOnWire } from './vouchers.ts'

export const lastRollNumber = endpoint({
  method: 'GET',
  path: '/admissions/getLastRollNumber',
  summary: "The campus's last roll number; the next admission is forecast to get the one after it",
  access: 'writer',
  effect: 'reads',
  params: noParams,
  body: nothingSaid,
  reply: z.object({ msg: z.string(), lastRollNumber: z.number() }),
})

/** What the office writes down of a child; numbers are the server's to give (decisions 2.values.numbers-ignored). */
export const studentData = z.object({
  admissionDate: optionalDate,
  studentName: text(),
  fatherName: text(),
  dateOfBirth: date,
  placeOfBirth: text(),
  gender: given(z.enum(genders, 'Choose a gender of the list')),
  religion: text(),
  address: optionalText(300),
  fatherCnic: optionalText(),
  fatherOccupation: optionalText(),
  fatherHomePhone: text(),
  fatherOfficePhone: optionalText(),
  telephone: optionalText(),
  fatherEmail: optionalText(),
  studentClass: schoolClass,
  section,
})

/** The admission voucher; its fee period as a text `2026-11-01 to 2026-11-30`. */
export const admissionFinancialData = z.object({
  monthlyFee: amount,
  discount: amount,
  registrationFee: amount,
  admissionFee: amount,
  examinationFee: amount,
  issueDate: optionalDate,
  dueDate: optionalDate,
  feePeriod: optionalText(),
  note: optionalText(500),
})

/** Fields of the voucher's entity that the server fills in for an admission (spec 3.voucher, spec 7.admissions.new). */
const financialDataUnused = [
  'voucherNo',
  'studentName',
  'rollNo',
  'studentClass',
  'section',
  'campus',
  'netMonthlyFee',
  'arrears',
  'fine',
  'receivedAmount',
  'receivedBy',
  'receivedDate',
  'editedBy',
  'feePaid',
  'posted',
  'isRemoved',
  'monthGenerated',
  'yearGenerated',
] as const

export const admitStudent = endpoint({
  method: 'POST',
  path: '/admissions/newAdmission',
  summary: 'Admit a student; the admission voucher is created paid and posted',
  access: 'writer',
  effect: 'changes',
  params: noParams,
  body: z.object({
    studentData: withUnusedFields(studentData, ['admissionNo', 'registrationNo', 'rollNo', 'campus']),
    financialData: withUnusedFields(admissionFinancialData, financialDataUnused),
  }),
  reply: z.object({
    msg: z.literal('Admission added successfully'),
    rollNo: z.number(),
    admissionNo: z.number(),
    registrationNo: z.number(),
    voucherNo: z.string(),
    receiptNo: z.number().nullable(),
  }),
})

export const studentInfo = endpoint({
  method: 'GET',
  path: '/admissions/getStudentInfo/:rollNo/:campus',
  summary: "An active student's record and fees",
  access: 'writer',
  effect: 'reads',
  params: z.object({ rollNo: rollNoParam, campus: campusParam }),
  body: nothingSaid,
  reply: z.object({
    msg: z.literal('Student info fetched successfully'),
    data: z.object({
      studentData: studentOnWire,
      monthlyFeeData: monthlyFeeOnWire,
      /** Stands for the record as it is now; an edit sends it back. */
      recordVersion: z.string(),
      /** The latest voucher where it is unpaid: the one that an edit of the fees re-prices. */
      openVoucher: voucherOnWire.nullable(),
    }),
  }),
})

export const editStudent = endpoint({
  method: 'POST',
  path: '/admissions/editAdmission',
  summary: "Edit a student's record; numbers stay as they are",
  access: 'writer',
  effect: 'changes',
  params: noParams,
  body: z.object({
    studentData: withUnusedFields(studentData.extend({ rollNo: rollNoGiven }), [
      'admissionNo',
      'registrationNo',
      'campus',
    ]),
    /** The record as the clerk had it before the edit; where it has changed meanwhile the edit is refused. */
    recordVersion: optionalText(),
  }),
  reply: z.literal('Admission edited successfully'),
})

export const editFees = endpoint({
  method: 'POST',
  path: '/admissions/editAdmissionFee',
  summary: "Set a student's fees and re-price the latest voucher if it is unpaid",
  access: 'writer',
  effect: 'changes',
  params: noParams,
  body: z.object({
    rollNo: rollNoGiven,
    newFee: withUnusedFields(
      z.object({
        monthlyFee: amount,
        discount: amount,
        registrationFee: amount,
        admissionFee: amount,
        examinationFee: amount,
      }),
      ['netMonthlyFee', 'editedBy', 'editedOn'],
    ),
    /** The sum of the open voucher that the clerk saw; another one is refused. */
    expectedBalance: seenBalance,
  }),
  reply: z.object({
    msg: z.literal('Voucher edited successfully'),
    /** The voucher that was re-priced, as it is now; null where none was open and the fees wait for the next. */
    voucher: voucherOnWire.nullable(),
  }),
})

export const changeFee = endpoint({
  method: 'POST',
  path: '/admissions/changeStudentFee/:rollNo',
  summary: 'Change monthly fee and discount for the vouchers of a month and later ones',
  access: 'writer',
  effect: 'changes',
  params: z.object({ rollNo: rollNoParam }),
  body: z.object({
    newFee: z.object({
      /** Its month is the first whose vouchers take the new fee; today where it is not given. */
      feeChangeDate: optionalDate,
      /** Accepted and not used: the session says who. */
      feeChangedBy: optionalText(),
      monthlyFee: amount,
      discount: amount,
    }),
  }),
  reply: z.object({ msg: z.literal('Student fee changed successfully') }),
})

const feesThen = z.object({ monthlyFee: rupeeNumber, discount: rupeeNumber })

export const feeChanges = endpoint({
  method: 'GET',
  path: '/admissions/feeChanges/:rollNo/:campus',
  summary: "A student's monthly fee by month, and its changes, newest first",
  access: 'writer',
  effect: 'reads',
  params: z.object({ rollNo: rollNoParam, campus: campusParam }),
  body: nothingSaid,
  reply: z.object({
    msg: z.string(),
    /** The fees by the month from which each counts, oldest first; what is dated ahead stands last. */
    schedule: z.array(datedFeeOnWire),
    changes: z.array(
      z.object({
        /** From which day, as the clerk gave it. */
        feeChangeDate: z.string(),
        changedAt: z.string(),
        changedBy: z.string(),
        changedByName: z.string(),
        from: feesThen,
        to: feesThen,
      }),
    ),
  }),
})
