import { studentColumns as reported } from '#reports/shared-columns.ts'
import { drawn } from './drawn-columns.tsx'

/** Columns as in the reports: the name links to the student's page, class and section sort in the school's order. */
export const studentColumns = {
  rollNo: drawn(reported.rollNo),
  studentName: drawn(reported.studentName),
  fatherName: drawn(reported.fatherName),
  studentClass: drawn(reported.studentClass),
  section: drawn(reported.section),
}
