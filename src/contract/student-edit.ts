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
      /** Stands for the present record; an edit sends it back. */
      recordVersion: z.string(),
      /** Only if unpaid: an edit of the fees re-prices it. */
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
    /** An edit of another version than the present one is refused. */
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
    /** The balance of the open voucher; another one than the present one is refused. */
    expectedBalance: seenBalance,
    /** Required if the campus asks for approvals. */
    reason: optionalText(500),
  }),
  reply: z.object({
    msg: z.literal('Voucher edited successfully'),
    /** Null if none was open and the fees wait for the next. */
    voucher: z.nullable(voucher),
  }),
})
