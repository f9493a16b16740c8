import { sql } from 'kysely'

// Rupees as the wire has them. A whole number of paisa divided by 100 prints its two decimals exactly far beyond any sum of a school.
const rupees = (column: string) => sql`(${sql.ref(column)}::float8 / 100)`

/**
 * A voucher `v` with its student `s` as every call answers it, made by the database:
 * one place for the shape, and large reports need not be built row by row in the server.
 */
export const voucherJson = sql`json_build_object(
  'voucherNo', v.voucher_no,
  'chainNo', v.chain_no,
  'kind', v.kind,
  'studentName', s.student_name,
  'fatherName', s.father_name,
  'rollNo', v.roll_no,
  'studentClass', v.student_class,
  'section', v.section,
  'campus', v.campus,
  'feePeriod', v.period_from || ' to ' || v.period_to,
  'issueDate', v.issue_date,
  'dueDate', v.due_date,
  'monthlyFee', ${rupees('v.monthly_fee')},
  'netMonthlyFee', (v.monthly_fee - v.discount)::float8 / 100,
  'discount', ${rupees('v.discount')},
  'registrationFee', ${rupees('v.registration_fee')},
  'admissionFee', ${rupees('v.admission_fee')},
  'examinationFee', ${rupees('v.examination_fee')},
  'arrears', ${rupees('v.arrears')},
  'fine', ${rupees('v.fine')},
  'thisMonth', ${rupees('v.amount')},
  'netReceivable', (v.arrears + v.amount)::float8 / 100,
  'receivedAmount', ${rupees('v.received')},
  'netBalance', ${rupees('v.net_balance')},
  'receivedBy', coalesce(v.received_by, ''),
  'receivedDate', coalesce(v.received_on::text, ''),
  'editedBy', coalesce(v.edited_by, ''),
  'feePaid', v.fee_paid,
  'posted', v.posted,
  'note', v.note,
  'monthGenerated', v.month,
  'yearGenerated', v.year,
  'isRemoved', s.state <> 'active',
  'carriedTo', v.carried_to,
  'replacedBy', v.replaced_by)`
