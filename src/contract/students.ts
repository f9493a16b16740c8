import { studentStates } from '#domain/student.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  campusParam,
  classOrAll,
  nothingSaid,
  optionalDate,
  plainText,
  rollNoParam,
  rupeeNumber,
  schoolClass,
  sectionOrAll,
} from './fields.ts'
import { datedFeeOnWire, monthlyFeeOnWire, studentInBrief, studentOnWire } from './student-on-wire.ts'

export const findStudents = endpoint({
  method: 'GET',
  path: '/admissions/findStudents/:campus/:typed',
  summary:
    "At most 10 students by roll number, name, father's name, CNIC or phone (`read`: not by CNIC or phone); those at school first",
  access: 'staff',
  effect: 'reads',
  params: z.object({ campus: campusParam, typed: plainText(120).min(1) }),
  body: nothingSaid,
  reply: z.object({
    msg: z.string(),
    students: z.array(
      studentInBrief.extend({
        /** These two are empty for `read`. */
        fatherHomePhone: z.string(),
        fatherCnic: z.string(),
        state: z.enum(studentStates),
      }),
    ),
  }),
})

export const studentList = endpoint({
  method: 'GET',
  path: '/admissions/getStudentList/:studentClass/:section/:campus',
  summary: 'The active students of a class and section with fee and balance, in class order',
  access: 'staff',
  effect: 'reads',
  fromStandby: true,
  params: z.object({ studentClass: classOrAll, section: sectionOrAll, campus: campusParam }),
  body: nothingSaid,
  reply: z.object({
    msg: z.literal('Student list fetched successfully'),
    data: z.array(
      studentInBrief.extend({
        /** Empty for `read`. */
        fatherHomePhone: z.string(),
        admissionDate: z.string(),
        netMonthlyFee: rupeeNumber,
        /** The balance of the latest voucher; negative is paid in advance. */
        balance: rupeeNumber,
      }),
    ),
  }),
})

export const admissionReport = endpoint({
  method: 'POST',
  path: '/admissions/getAdmissionReport/:dataType/:campus',
  summary: 'Students admitted, or left, between two dates',
  access: 'staff',
  effect: 'reads',
  fromStandby: true,
  params: z.object({ dataType: z.enum(['admissions', 'removals', 'all']), campus: campusParam }),
  body: z.object({
    fromDate: optionalDate,
    toDate: optionalDate,
    selectedClass: classOrAll,
    selectedSection: sectionOrAll,
  }),
  reply: z.object({
    msg: z.string(),
    data: z.array(
      studentInBrief.extend({
        admissionDate: z.string(),
        admissionClass: schoolClass,
        isRemoved: z.boolean(),
        state: z.enum(studentStates),
        removalDate: z.string().nullable(),
        /** What it is reported for: admitted into the class asked for, or leaving it, between the dates asked for. */
        admittedInRange: z.boolean(),
        removedInRange: z.boolean(),
      }),
    ),
  }),
})

/** What can stand on a student's account. */
export const accountEventKinds = [
  'voucher',
  'receipt',
  'reversal',
  'carried',
  're-priced',
  'replaced',
] as const

const accountEvent = z.object({
  kind: z.enum(accountEventKinds),
  /** The calendar date of the event: issue of a voucher, day of a receipt, day of a change. */
  date: z.string(),
  enteredAt: z.string(),
  /** A user id, and the name of that user. */
  who: z.string(),
  whoName: z.string(),
  voucherNo: z.string(),
  receiptNo: z.number().nullable(),
  /** The other voucher of a carry or replacement. */
  other: z.string().nullable(),
  note: z.string(),
  /** Rupees; raises what is owed, a receipt lowers it, a carry moves nothing. */
  amount: rupeeNumber,
  /** What was owed after it; negative is paid in advance. */
  balance: rupeeNumber,
})
export type AccountEventOnWire = z.output<typeof accountEvent>

export const studentAccount = endpoint({
  method: 'GET',
  path: '/admissions/studentAccount/:rollNo/:campus',
  summary: "A student's page: record, fees, and the account with its running balance; also of who has left",
  access: 'staff',
  effect: 'reads',
  params: z.object({ rollNo: rollNoParam, campus: campusParam }),
  body: nothingSaid,
  reply: z.object({
    msg: z.string(),
    studentData: studentOnWire,
    monthlyFeeData: monthlyFeeOnWire,
    /** The changes of fee that wait for their month, the next first. */
    plannedFees: z.array(datedFeeOnWire),
    /** The balance of the latest voucher, as every other screen shows it. */
    balance: rupeeNumber,
    /** What of each voucher is still unpaid, oldest first; adds up to the balance where something is owed. */
    unpaid: z.array(
      z.object({
        voucherNo: z.string(),
        year: z.number(),
        month: z.number(),
        amount: rupeeNumber,
        unpaid: rupeeNumber,
      }),
    ),
    /** In the order in which it happened. */
    account: z.array(accountEvent),
  }),
})

export const studentHistory = endpoint({
  method: 'GET',
  path: '/admissions/studentHistory/:rollNo/:campus',
  summary: "Every change of a student's record, newest first: field, before, after, who, when",
  access: 'staff',
  effect: 'reads',
  params: z.object({ rollNo: rollNoParam, campus: campusParam }),
  body: nothingSaid,
  reply: z.object({
    msg: z.string(),
    changes: z.array(
      z.object({
        changeNo: z.number(),
        what: z.string(),
        changedAt: z.string(),
        changedBy: z.string(),
        changedByName: z.string(),
        voucherNo: z.string().nullable(),
        receiptNo: z.number().nullable(),
        /** Amounts in rupees. */
        fields: z.array(
          z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
        ),
        /** Whether it also touched contact fields, which are left out for `read`. */
        contactsWithheld: z.boolean(),
      }),
    ),
  }),
})
