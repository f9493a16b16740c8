import { describe, expect, it } from 'vitest'
import { applyImport } from '#test/apply-import.ts'
import { rs } from '#test/builders.ts'
import { aSchoolFile, importDay, importFaults, importSettings } from '#test/import-files.ts'
import { aChild, planRows } from '#test/import-rows.ts'
import type { ImportSources, KnownStudent } from './import.ts'
import { planImport } from './plan.ts'

type Sources = Partial<ImportSources>

const plan = (sources: Sources) =>
  planImport({
    kind: 'students',
    settings: importSettings(),
    rows: [],
    students: [],
    lastRollNo: Math.max(0, ...(sources.students ?? []).map(({ rollNo }) => rollNo)),
    closedUntil: null,
    feeLimit: null,
    today: importDay,
    ...sources,
  })

const groupsOf = ({ problems }: ReturnType<typeof plan>, isWarning: boolean) =>
  Object.fromEntries(
    problems
      .filter((group) => group.isWarning === isWarning)
      .map(({ code, field, rows }) => [`${code} ${field}`, rows.length]),
  )

describe('an import of 412 students', () => {
  const file = aSchoolFile({
    rows: 412,
    faults: { 'unknown class': 7, 'no date': 5, 'child twice': 4 },
    warnings: { 'too young': 4, 'short CNIC': 5 },
  })
  const first = plan({ rows: file.rows })

  it('admits 396, 9 of them with a warning, and refuses 16 with their reasons', () => {
    expect(first.counts).toEqual({ new: 396, changed: 0, same: 0, refused: 16, leftOut: 0, warned: 9 })
    expect(groupsOf(first, false)).toEqual({
      'class-unknown studentClass': 7,
      'date-unreadable dateOfBirth': 5,
      'row-twice null': 4,
    })
    expect(groupsOf(first, true)).toEqual({ 'age-unlikely dateOfBirth': 4, 'incomplete fatherCnic': 5 })
    expect(first.questions).toEqual([])
    expect(first.unknownValues).toEqual([{ field: 'studentClass', value: 'Montessori', rows: 7 }])
  })

  it('has the same sums as the file', () => {
    const { monthlyFees, openingDues, openingAdvances } = file.expected.sums
    expect(first.sums).toMatchObject({
      students: 396,
      monthlyFees: rs(monthlyFees),
      openingDues: rs(openingDues),
      openingAdvances: rs(openingAdvances),
      incomplete: 396,
    })
    expect(first.sums.classes.reduce((total, { students }) => total + students, 0)).toBe(396)
  })

  it('finds nothing to write in the same file again, whatever was charged meanwhile', () => {
    const students = applyImport([], first).map((student): KnownStudent => ({
      ...student,
      hasVouchers: true,
    }))
    const again = plan({ rows: file.rows, students })
    expect(again.counts).toEqual({ new: 0, changed: 0, same: 396, refused: 16, leftOut: 0, warned: 5 })
    expect(again.rows.flatMap(({ actions }) => actions)).toEqual([])
    expect({ ...again.sums, incomplete: first.sums.incomplete }).toEqual(first.sums)
  })

  it('leaves out the rows that the office leaves out', () => {
    const isRefused = new Set(file.expected.refused.map(({ rowNo }) => rowNo))
    const rows = file.rows.map((row) => ({ ...row, leftOut: isRefused.has(row.rowNo) }))
    const { counts, problems, unknownValues } = plan({ rows })
    expect(counts).toEqual({ new: 396, changed: 0, same: 0, refused: 0, leftOut: 16, warned: 9 })
    expect(problems.every(({ isWarning }) => isWarning)).toBe(true)
    expect(unknownValues).toEqual([])
  })
})

it('finds each of sixteen faults in a file of 2,000 rows with its own code', () => {
  const faults = Object.fromEntries(Object.keys(importFaults).map((fault, at) => [fault, at + 1]))
  const file = aSchoolFile({ rows: 2000, faults, seed: 7 })
  const { rows, counts } = plan({ rows: file.rows })
  const refusedProblems = rows
    .filter(({ outcome }) => outcome === 'refused')
    .flatMap(({ rowNo, problems }) => problems.map(({ code, field }) => ({ rowNo, code, field })))
  expect(refusedProblems).toEqual(file.expected.refused)
  expect(Object.keys(faults)).toHaveLength(16)
  expect(counts).toMatchObject({ new: file.expected.new, refused: 136 })
})

describe('a register that is numbered in advance', () => {
  const { rollNo: _, ...named } = aChild

  it('has empty lines, which are left out with a warning and do not open a question', () => {
    const blank = { oldNumber: '', studentClass: 'V', section: 'Red' }
    const rows = [
      { ...named, oldNumber: 'A-1', balance: '0' },
      { ...blank, oldNumber: '2' },
      { ...blank, balance: '-', monthlyFee: '0', rollNo: '3' },
      { studentName: 'Hira Malik' },
    ]
    const planned = planRows(rows, { settings: { numbering: null } })
    expect(planned.rows.map(({ outcome }) => outcome)).toEqual(['new', 'left out', 'left out', 'refused'])
    expect(planned.counts).toMatchObject({ new: 1, refused: 1, leftOut: 2, warned: 0 })
    expect(planned.problems.find(({ code }) => code === 'row-empty')?.rows).toEqual([3, 4])
    expect(planned.questions).toEqual([])
  })
})
