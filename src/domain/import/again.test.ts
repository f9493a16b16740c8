import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StudentRecord } from '#domain/student.ts'
import { applyImport } from '#test/apply-import.ts'
import { importDay, importSettings } from '#test/import-files.ts'
import { namesKey } from './identity.ts'
import {
  importKinds,
  type GivenRow,
  type ImportSources,
  type KnownStudent,
  type RowAction,
} from './import.ts'
import { planImport } from './plan.ts'

/** Picks one of the usual values, and now and then one of the other values. */
const mostly = (usual: readonly string[], others: readonly string[]) =>
  fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  )

// Each column has few values, so that numbers, names and students coincide in all ways.
const cells = fc.tuple(
  mostly(['1', '2', '3', '4', '40'], ['', 'A-1', 'x']),
  mostly(['Ali', 'Hira', 'ALI', 'Noor'], ['']),
  mostly(['Raza', 'Umar'], ['']),
  mostly(['03/04/2015', '15/04/2015', '2015-04-03'], ['04/15/2015', '25/12/2031', '']),
  mostly(['M', 'girl'], ['?']),
  mostly(['5', 'V', 'KG', '5 Red'], ['', 'Montessori']),
  mostly(['Red'], ['A', '', 'green']),
  mostly(['2500', '3,000'], ['x', '0', '']),
  mostly(['', '500'], ['2600']),
  mostly(['', '0', '7500', '-3000', '(2,000)'], ['x']),
  mostly(['3520212345671', ''], ['35202']),
  mostly(['03001234567', ''], ['3.00E+09']),
  mostly(['House 5', ''], ['House 6']),
  mostly(['A-1', 'B-2', 'C-3', ''], ['a 1']),
)
const rows = fc
  .array(fc.record({ cells, leftOut: fc.constantFrom(false, false, false, true) }), { maxLength: 9 })
  .map((given) =>
    given.map(({ cells: texts, leftOut }, at): GivenRow => ({ rowNo: at + 2, cells: texts, leftOut })),
  )
const nullOr = <T>(...values: readonly T[]) => fc.constantFrom(null, ...values, ...values, ...values)
const settings = fc
  .record({
    dateOrder: nullOr('day first' as const, 'month first' as const),
    balanceSign: nullOr('minus is owed' as const, 'minus is paid ahead' as const),
    numbering: nullOr('keep' as const, 'new' as const),
    hasOldNumbers: fc.boolean(),
    hasRollNumbers: fc.boolean(),
  })
  .map(({ hasOldNumbers, hasRollNumbers, ...said }) => {
    const all = importSettings(said)
    const columns = all.columns
      .with(13, hasOldNumbers ? 'oldNumber' : null)
      .with(0, hasRollNumbers ? 'rollNo' : null)
    return { ...all, columns, values: { ...all.values, studentClass: { KG: 'Prep' as const } } }
  })

const planOf = (sources: Pick<ImportSources, 'kind' | 'settings' | 'rows' | 'students'>) =>
  planImport({
    ...sources,
    lastRollNo: Math.max(0, ...sources.students.map(({ rollNo }) => rollNo)),
    closedUntil: null,
    feeLimit: null,
    today: importDay,
  })

/** The students of an earlier import, some of whom have left or have vouchers since. */
const students = fc.record({ rows, settings, gone: fc.nat(4), billed: fc.nat(4) }).map((school) => {
  const all = applyImport([], planOf({ kind: 'students', students: [], ...school }))
  return all.map((student, at): KnownStudent => {
    const hasVouchers = student.hasVouchers || at === school.billed
    return { ...student, state: at === school.gone ? 'removed' : 'active', hasVouchers }
  })
})

/** The details that identify a child. */
const identityOf = ({ dateOfBirth, fatherCnic, ...record }: StudentRecord) => [
  namesKey(record),
  dateOfBirth,
  fatherCnic,
]

const changesIdentity = (action: RowAction): boolean =>
  action.kind === 'edit record' && String(identityOf(action.before)) !== String(identityOf(action.after))

describe('the same file again', () => {
  it('writes nothing, for any file, settings and students', () => {
    const sources = fc.record({ kind: fc.constantFrom(...importKinds), rows, settings, students })
    fc.assert(
      fc.property(sources, fc.boolean(), (given, isBilled) => {
        const first = planOf(given)
        const after = applyImport(given.students, first).map((student): KnownStudent => ({
          ...student,
          hasVouchers: student.hasVouchers || isBilled,
        }))
        const again = planOf({ ...given, students: after })
        const hasNewIdentity = first.rows.some(({ actions }) => actions.some(changesIdentity))
        // The child of a row may be unclear if a file has namesakes, or if the identity of a child has changed since.
        const names = given.rows.map(({ cells: [, child, father] }) => `${child} ${father}`.toLowerCase())
        const isOpen = hasNewIdentity || new Set(names).size < names.length
        for (const [at, { outcome, actions }] of again.rows.entries()) {
          const before = first.rows[at]?.outcome
          if (before === 'refused' && isOpen) continue
          const rest = before === 'left out' ? before : 'same'
          expect(before === 'refused' || isOpen ? ['refused', rest] : [rest]).toContain(outcome)
          expect(actions).toEqual([])
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('counts every row once, and gives every new child a different number', () => {
    fc.assert(
      fc.property(fc.record({ kind: fc.constantFrom(...importKinds), rows, settings, students }), (given) => {
        const plan = planOf(given)
        const { warned, ...counts } = plan.counts
        expect(Object.values(counts).reduce((total, count) => total + count, 0)).toBe(given.rows.length)
        expect(warned).toBeLessThanOrEqual(counts.new + counts.changed + counts.same)
        const admitted = plan.rows.filter(({ outcome }) => outcome === 'new').map(({ rollNo }) => rollNo)
        const numbers = [...given.students.map(({ rollNo }) => rollNo), ...admitted]
        expect(new Set(numbers).size).toBe(numbers.length)
        expect(plan.sums.students).toBe(counts.new + counts.changed + counts.same)
      }),
      { numRuns: 500 },
    )
  })
})
