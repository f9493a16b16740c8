import { studentColumns as reportColumns } from '#reports/shared-columns.ts'
import { drawn } from './drawn-columns.tsx'

/** Columns as in the reports: the name links to the student's page; class and section sort in the school's order. */
export const studentColumns = {
  rollNo: drawn(reportColumns.rollNo),
  studentName: drawn(reportColumns.studentName),
  fatherName: drawn(reportColumns.fatherName),
  studentClass: drawn(reportColumns.studentClass),
  section: drawn(reportColumns.section),
}
