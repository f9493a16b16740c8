import {
  compareMonths,
  formatMonth,
  monthOf,
  monthsBetween,
  type CalendarDate,
  type Month,
} from '#domain/calendar.ts'
import { classes } from '#domain/school.ts'
import type { ReportedStudent } from '#reports/admission-report.ts'

/** The numbers of admitted and removed students, of a class or in a month. */
export interface AdmissionCount {
  readonly name: string
  readonly admitted: number
  readonly removed: number
}

const isAdmitted = ({ admittedInRange }: ReportedStudent): boolean => admittedInRange
const isRemoved = ({ removedInRange }: ReportedStudent): boolean => removedInRange

/** Counts admissions and departures between the dates, in class order (spec 2.admission-reports). */
export const admissionsByClass = (students: readonly ReportedStudent[]): readonly AdmissionCount[] =>
  countsOf(
    classes,
    students.filter(isAdmitted).map(({ admissionClass }) => admissionClass),
    students.filter(isRemoved).map(({ studentClass }) => studentClass),
  )

const monthsOf = (dates: readonly (CalendarDate | null)[]): Month[] =>
  dates.flatMap((date) => (date === null ? [] : [monthOf(date)]))

/** Counts by month, from the first month to the last in which a student was admitted or left. */
export function admissionsByMonth(students: readonly ReportedStudent[]): readonly AdmissionCount[] {
  const admitted = monthsOf(students.filter(isAdmitted).map(({ admissionDate }) => admissionDate))
  const removed = monthsOf(students.filter(isRemoved).map(({ removalDate }) => removalDate))
  const [first, ...others] = [...admitted, ...removed].toSorted(compareMonths)
  if (!first) return []
  const names = monthsBetween(first, others.at(-1) ?? first).map(formatMonth)
  return countsOf(names, admitted.map(formatMonth), removed.map(formatMonth))
}

const countOf = (name: string, all: readonly string[]) => all.filter((each) => each === name).length

const countsOf = (
  names: readonly string[],
  admitted: readonly string[],
  removed: readonly string[],
): readonly AdmissionCount[] =>
  names.map((name) => ({ name, admitted: countOf(name, admitted), removed: countOf(name, removed) }))

export const totalOf = (counts: readonly AdmissionCount[]): Omit<AdmissionCount, 'name'> => ({
  admitted: counts.reduce((sum, { admitted }) => sum + admitted, 0),
  removed: counts.reduce((sum, { removed }) => sum + removed, 0),
})
