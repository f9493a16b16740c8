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
} from './fields.ts'
import { monthlyFeeOnWire, studentOnWire } from './student-on-wire.ts'
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

/** What the office writes down of a child; numbers are the server's to give (decisions §2). */
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

export const admitStudent = endpoint({
  method: 'POST',
  path: '/admissions/newAdmission',
  summary: 'Admit a student; the admission voucher is created paid and posted',
  access: 'writer',
  effect: 'changes',
  params: noParams,
  body: z.object({ studentData, financialData: admissionFinancialData }),
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
    studentData: studentData.extend({ rollNo: rollNoGiven }),
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
    /** `netMonthlyFee`, `editedBy` and `editedOn` may come with it and are the server's to know. */
    newFee: z.object({
      monthlyFee: amount,
      discount: amount,
      registrationFee: amount,
      admissionFee: amount,
      examinationFee: amount,
    }),
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
  summary: 'Change monthly fee and discount from the next voucher on',
  access: 'writer',
  effect: 'changes',
  params: z.object({ rollNo: rollNoParam }),
  body: z.object({
    newFee: z.object({ feeChangeDate: optionalDate, monthlyFee: amount, discount: amount }),
  }),
  reply: z.object({ msg: z.literal('Student fee changed successfully') }),
})

const feesThen = z.object({ monthlyFee: rupeeNumber, discount: rupeeNumber })

export const feeChanges = endpoint({
  method: 'GET',
  path: '/admissions/feeChanges/:rollNo/:campus',
  summary: "A student's changes of monthly fee and discount, newest first",
  access: 'writer',
  effect: 'reads',
  params: z.object({ rollNo: rollNoParam, campus: campusParam }),
  body: nothingSaid,
  reply: z.object({
    msg: z.string(),
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
