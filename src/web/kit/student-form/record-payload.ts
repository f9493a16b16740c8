import type { editStudent } from '#contract/student-edit.ts'
import type { BodyOf } from '#web/api/call.ts'
import { feeNames, type FeeName, type StudentForm } from './student-form.ts'

/** Returns the record without fees, note, voucher dates and payment. */
function recordOf(form: StudentForm) {
  const { method: _method, reference: _reference, chequeDate: _cheque, receivedNow: _now, ...unpaid } = form
  const { note: _note, issueDate: _issued, dueDate: _due, fromDate: _from, toDate: _to, ...rest } = unpaid
  const record: Omit<typeof rest, FeeName> & { [name in FeeName]?: string } = rest
  for (const name of feeNames) delete record[name]
  return record
}

interface RecordNumbers {
  readonly rollNo: number
  readonly admissionNo: number
  readonly registrationNo: number
  readonly campus: string
}

/** Returns the payload of an edit, with every field of spec 7.admissions.edit. */
export const recordPayload = (
  form: StudentForm,
  { rollNo, admissionNo, registrationNo, campus }: RecordNumbers,
): BodyOf<typeof editStudent> => ({
  studentData: { ...recordOf(form), admissionNo, registrationNo, rollNo, campus },
})
