import { z } from 'zod/mini'
import { classOrAll, schoolClass, sectionOrAll } from '#contract/fields.ts'
import { studentInBrief } from '#contract/student.ts'
import { date } from '#contract/wire.ts'
import { count, formatCount } from '#domain/count.ts'
import { studentStates, studentStateWords } from '#domain/student.ts'
import { asOfField, asOfFilter, dateFields } from './common-filters.ts'
import { list, type RowOf } from './list.ts'
import { fieldColumn, type Column, type Report } from './report.ts'
import { studentColumns } from './shared-columns.ts'

const reportedStudent = z.extend(studentInBrief, {
  admissionDate: date,
  admissionClass: schoolClass,
  isRemoved: z.boolean(),
  state: z.enum(studentStates),
  removalDate: z.nullable(date),
  /** True if the student was admitted to the selected class, or left it, between the dates. */
  admittedInRange: z.boolean(),
  removedInRange: z.boolean(),
})

/** The students admitted or left between two dates, both included (spec 8.admission-reports). */
export const admissionList = list({
  name: 'admissionList',
  method: 'POST',
  path: '/admissions/getAdmissionReport/:dataType/:campus',
  summary: 'Students admitted, or left, between two dates',
  query: z.object({
    dataType: z.enum(['admissions', 'removals', 'all']),
    ...dateFields,
    selectedClass: classOrAll,
    selectedSection: sectionOrAll,
    ...asOfField,
  }),
  row: reportedStudent,
  sums: [],
  items: 'data',
  item: reportedStudent,
  named: ({ isRemoved, ...student }) => ({
    // Another backend only states that a student was removed.
    state: isRemoved === true ? 'removed' : 'active',
    admittedInRange: true,
    removedInRange: isRemoved,
    ...student,
    isRemoved,
  }),
  found: 'Students fetched',
  none: 'no-students',
})

export type ReportedStudent = RowOf<typeof admissionList>

const columns: readonly Column<ReportedStudent>[] = [
  { ...studentColumns.rollNo, fileWidth: 14, pinned: true },
  studentColumns.studentName,
  studentColumns.fatherName,
  studentColumns.studentClass,
  studentColumns.section,
  fieldColumn('date', 'admissionDate', 'Admission Date', { width: 120, fileWidth: 14 }),
  fieldColumn('class', 'admissionClass', 'Admission Class', { width: 120, fileWidth: 12 }),
  {
    key: 'removed',
    heading: 'Removed',
    kind: 'text',
    value: ({ state }) => (state === 'active' ? '' : studentStateWords[state]),
    width: 100,
    fileWidth: 12,
  },
  fieldColumn('date', 'removalDate', 'Removal Date', { width: 120, fileWidth: 14 }),
]

const countsOf = (students: readonly ReportedStudent[]) => ({
  admitted: `${formatCount(students.filter(({ admittedInRange }) => admittedInRange).length)} admitted`,
  removed: `${formatCount(students.filter(({ removedInRange }) => removedInRange).length)} removed`,
})

const typeWords = { admissions: 'Admissions', removals: 'Removals', all: 'All' } as const
const headings = { ...typeWords, all: 'Admissions and removals' } as const

/** The students who were admitted, and those who left, between two dates (spec 2.admission-reports). */
export const admissionReports: Report<typeof admissionList> = {
  name: 'admission-reports',
  list: admissionList,
  place: { path: '/admission-reports', label: 'Admission reports', tab: 'admission-reports' },
  filePath: '/admissions/exportAdmissionReport/:format/:dataType/:campus',
  title: 'Admission reports',
  lead: 'Students admitted and removed between two dates. An empty date sets no limit.',
  filters: {
    dataType: { label: 'Type', words: typeWords, start: () => 'all' },
    selectedClass: { label: 'Class' },
    selectedSection: { label: 'Section' },
    fromDate: { label: 'From Date' },
    toDate: { label: 'To Date' },
    ...asOfFilter,
  },
  buttons: [{ label: 'Get report' }],
  heading: ({ dataType }) => headings[dataType],
  columns: () => columns,
  keyOf: ({ rollNo }) => String(rollNo),
  noun: 'student',
  sumUp(rows) {
    const { admitted, removed } = countsOf(rows)
    return `${admitted}, ${removed}`
  },
  keepsRow: () => true,
  foot(_, kept) {
    const { admitted, removed } = countsOf(kept)
    return { studentName: count(kept.length, 'student'), admissionDate: admitted, removalDate: removed }
  },
  find: {
    in: ({ rollNo, studentName, fatherName }) => `${rollNo} ${studentName} ${fatherName}`,
    hint: 'No student matches. Check the spelling or clear the search.',
  },
  words: {
    loading: 'Loading the students',
    none: { alert: 'No student found' },
    failed: 'Getting admission reports failed',
  },
}
