import { z } from 'zod/mini'
import { studentHeads } from '#domain/fee-heads.ts'
import { studentData } from './admission.ts'
import { change, read } from './endpoint.ts'
import {
  amount,
  anything,
  feeFields,
  optionalText,
  requiredRollNo,
  seenBalance,
  withUnusedFields,
} from './fields.ts'
import { student, studentFees } from './student.ts'
import { voucher } from './voucher.ts'
import { money } from './wire.ts'

export const studentInfo = read('/admissions/getStudentInfo/:rollNo/:campus', {
  summary: "An active student's record and fees",
  access: 'writer',
  logged: 'record read',
  reply: z.object({
    msg: z.literal('Student info fetched successfully'),
    data: z.object({
      studentData: student,
      monthlyFeeData: studentFees,
      /** Identifies the present record; an edit sends it back. */
      recordVersion: z.string(),
      /** The latest voucher if it is unpaid; an edit of the fees re-prices it. */
      openVoucher: z.nullable(voucher),
    }),
  }),
})

export const editStudent = change('/admissions/editAdmission', {
  summary: "Edit a student's record; numbers stay as they are",
  access: 'writer',
  body: z.object({
    studentData: withUnusedFields(z.extend(studentData, { rollNo: requiredRollNo }), {
      admissionNo: anything,
      registrationNo: anything,
      campus: anything,
    }),
    /** The version that the clerk saw; the edit is refused if the record has changed. */
    recordVersion: optionalText(),
  }),
  reply: z.literal('Admission edited successfully'),
})

export const editFees = change('/admissions/editAdmissionFee', {
  summary: "Set a student's fees and re-price the latest voucher if it is unpaid",
  access: 'writer',
  right: 'price',
  body: z.object({
    rollNo: requiredRollNo,
    newFee: withUnusedFields(z.object(feeFields(studentHeads, amount)), {
      netMonthlyFee: money,
      editedBy: anything,
      editedOn: anything,
    }),
    /** The balance of the open voucher that the clerk saw; the edit is refused if it has changed. */
    expectedBalance: seenBalance,
    /** Required if the campus requires approvals. */
    reason: optionalText(500),
  }),
  reply: z.object({
    msg: z.literal('Voucher edited successfully'),
    /** Null if no voucher was open, so that the next voucher charges the new fees. */
    voucher: z.nullable(voucher),
  }),
})
