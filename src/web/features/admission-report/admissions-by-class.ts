import { classes, type SchoolClass } from '#domain/school.ts'
import type { ReportedStudent } from '#reports/admission-report.ts'

export interface ClassCount {
  readonly studentClass: SchoolClass
  readonly admitted: number
  readonly removed: number
}

/** How many were admitted into each class and how many left it between the dates, in class order (spec 2.admission-reports). */
export function admissionsByClass(students: readonly ReportedStudent[]): readonly ClassCount[] {
  const admitted = countBy(
    students.filter(({ admittedInRange }) => admittedInRange),
    'admissionClass',
  )
  const removed = countBy(
    students.filter(({ removedInRange }) => removedInRange),
    'studentClass',
  )
  return classes.map((studentClass) => ({
    studentClass,
    admitted: admitted.get(studentClass) ?? 0,
    removed: removed.get(studentClass) ?? 0,
  }))
}

function countBy(students: readonly ReportedStudent[], field: 'admissionClass' | 'studentClass') {
  const counts = new Map<SchoolClass, number>()
  for (const student of students) counts.set(student[field], (counts.get(student[field]) ?? 0) + 1)
  return counts
}

/** The counts of all classes together. */
export const totalOf = (counts: readonly ClassCount[]): Omit<ClassCount, 'studentClass'> => ({
  admitted: counts.reduce((sum, { admitted }) => sum + admitted, 0),
  removed: counts.reduce((sum, { removed }) => sum + removed, 0),
})
