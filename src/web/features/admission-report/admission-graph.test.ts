import { expect, test } from 'vitest'
import { classes } from '#domain/school.ts'
import type { ReportedStudent } from '#reports/admission-report.ts'
import { day } from '#test/builders.ts'
import { admissionsByClass, admissionsByMonth, totalOf } from './admission-graph.tsx'

const aStudent = (named: Partial<ReportedStudent>): ReportedStudent => ({
  rollNo: 1,
  studentName: 'Ayesha Khan',
  fatherName: 'Imran Khan',
  studentClass: '5',
  section: 'Red',
  admissionDate: day('2026-04-01'),
  admissionClass: '5',
  isRemoved: false,
  state: 'active',
  removalDate: null,
  admittedInRange: true,
  removedInRange: false,
  ...named,
})
const left = {
  isRemoved: true,
  state: 'removed',
  removalDate: day('2026-11-01'),
  removedInRange: true,
} as const

test('an admission counts for its class, and a removal for the class that was left', () => {
  const counts = admissionsByClass([
    aStudent({}),
    aStudent({ rollNo: 2, admissionClass: 'Prep', studentClass: '2', ...left }),
    aStudent({ rollNo: 3, admissionClass: 'Prep' }),
  ])
  expect(counts.map(({ name }) => name)).toEqual(classes)
  expect(counts.filter(({ admitted, removed }) => admitted + removed > 0)).toEqual([
    { name: 'Prep', admitted: 2, removed: 0 },
    { name: '2', admitted: 0, removed: 1 },
    { name: '5', admitted: 1, removed: 0 },
  ])
  expect(totalOf(counts)).toEqual({ admitted: 3, removed: 1 })
})

test('changes outside the requested dates do not count', () => {
  const counts = admissionsByClass([
    aStudent({ admittedInRange: false, ...left }),
    aStudent({ ...left, removedInRange: false }),
  ])
  expect(totalOf(counts)).toEqual({ admitted: 1, removed: 1 })
})

test('the counts by month include every month between the first and the last, and no dates outside the report', () => {
  const counts = admissionsByMonth([
    aStudent({ admissionDate: day('2026-09-30') }),
    aStudent({ rollNo: 2, admissionDate: day('2025-04-01'), admittedInRange: false, ...left }),
    aStudent({ rollNo: 3, admissionDate: day('2026-09-01') }),
  ])
  expect(counts).toEqual([
    { name: 'September 2026', admitted: 2, removed: 0 },
    { name: 'October 2026', admitted: 0, removed: 0 },
    { name: 'November 2026', admitted: 0, removed: 1 },
  ])
  expect(admissionsByMonth([])).toEqual([])
})
