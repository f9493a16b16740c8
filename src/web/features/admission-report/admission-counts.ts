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

const admittedOf = (students: readonly ReportedStudent[]) =>
  students.filter(({ admittedInRange }) => admittedInRange)
const removedOf = (students: readonly ReportedStudent[]) =>
  students.filter(({ removedInRange }) => removedInRange)

/** Counts admissions and departures between the dates, in class order (spec 2.admission-reports). */
export function admissionsByClass(students: readonly ReportedStudent[]): readonly AdmissionCount[] {
  const admitted = countBy(admittedOf(students), ({ admissionClass }) => admissionClass)
  const removed = countBy(removedOf(students), ({ studentClass }) => studentClass)
  return classes.map((name) => ({ name, admitted: admitted.get(name) ?? 0, removed: removed.get(name) ?? 0 }))
}

const monthsOf = (dates: readonly (CalendarDate | null)[]): Month[] =>
  dates.flatMap((date) => (date === null ? [] : [monthOf(date)]))

/** Counts by month, from the first month to the last in which a student was admitted or left. */
export function admissionsByMonth(students: readonly ReportedStudent[]): readonly AdmissionCount[] {
  const admitted = monthsOf(admittedOf(students).map(({ admissionDate }) => admissionDate))
  const removed = monthsOf(removedOf(students).map(({ removalDate }) => removalDate))
  const [first, ...others] = [...admitted, ...removed].toSorted(compareMonths)
  if (!first) return []
  const last = others.at(-1) ?? first
  const [cameIn, leftIn] = [countBy(admitted, formatMonth), countBy(removed, formatMonth)]
  return monthsBetween(first, last).map((month) => {
    const name = formatMonth(month)
    return { name, admitted: cameIn.get(name) ?? 0, removed: leftIn.get(name) ?? 0 }
  })
}

function countBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1)
  return counts
}

export const totalOf = (counts: readonly AdmissionCount[]): Omit<AdmissionCount, 'name'> => ({
  admitted: counts.reduce((sum, { admitted }) => sum + admitted, 0),
  removed: counts.reduce((sum, { removed }) => sum + removed, 0),
})
