import type { studentInBrief } from '#contract/student.ts'
import type { FieldValues } from '#server/records/json-text.ts'

/** Each field that identifies a student `s` in a list, as SQL. */
export const studentInBriefValues: FieldValues<typeof studentInBrief> = {
  rollNo: 's.roll_no',
  studentName: 's.student_name',
  fatherName: 's.father_name',
  studentClass: 's.student_class',
  section: 's.section',
}
