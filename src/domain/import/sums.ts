// The counts, sums and groups of a plan, by which the office compares it with the old books.

import type { MonthlyFee } from '#domain/fee.ts'
import { absolute, less, nothing, sum, type Money } from '#domain/money.ts'
import { classes, sections, type SchoolClass, type Section } from '#domain/school.ts'
import { keyOfValue } from './file.ts'
import type {
  ImportCounts,
  ImportSums,
  PlannedRow,
  ProblemGroup,
  RowOutcome,
  UnknownValue,
} from './import.ts'
import { waitsForAnswer, type RowReading } from './row.ts'

/** A row that is imported, or is in the portal already. */
export interface SummedRow {
  readonly studentClass: SchoolClass
  readonly section: Section
  readonly fee: MonthlyFee
  /** The balance that the row brings in, or has brought in already. */
  readonly balance: Money
  /** True for a new child whose record lacks a field. */
  readonly isIncomplete: boolean
}

const net = ({ monthlyFee, discount }: MonthlyFee): Money => less(monthlyFee, discount)

const keyOf = (studentClass: SchoolClass, section: Section): string => `${studentClass} ${section}`

export function sumRows(rows: readonly SummedRow[]): ImportSums {
  const groups = new Map<string, { students: number; monthlyFees: Money }>()
  for (const { studentClass, section, fee } of rows) {
    const group = groups.get(keyOf(studentClass, section)) ?? { students: 0, monthlyFees: nothing }
    groups.set(keyOf(studentClass, section), {
      students: group.students + 1,
      monthlyFees: sum(group.monthlyFees, net(fee)),
    })
  }
  const balances = rows.map(({ balance }) => balance)
  return {
    classes: classes.flatMap((studentClass) =>
      sections.flatMap((section) => {
        const group = groups.get(keyOf(studentClass, section))
        return group ? [{ studentClass, section, ...group }] : []
      }),
    ),
    students: rows.length,
    monthlyFees: sum(...[...groups.values()].map(({ monthlyFees }) => monthlyFees)),
    openingDues: sum(...balances.filter((balance) => balance > 0)),
    openingAdvances: absolute(sum(...balances.filter((balance) => balance < 0))),
    incomplete: rows.filter(({ isIncomplete }) => isIncomplete).length,
  }
}

export function countRows(rows: readonly PlannedRow[]): ImportCounts {
  const counts: Record<RowOutcome, number> = { new: 0, changed: 0, same: 0, refused: 0, 'left out': 0 }
  let warned = 0
  for (const { outcome, problems } of rows) {
    counts[outcome]++
    if (outcome !== 'refused' && outcome !== 'left out' && problems.length > 0) warned++
  }
  const { 'left out': leftOut, ...others } = counts
  return { ...others, leftOut, warned }
}

/** Groups all problems by code and field, errors first; rows that wait for an answer are listed with the questions. */
export function groupProblems(rows: readonly PlannedRow[]): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup & { readonly rows: number[] }>()
  for (const { rowNo, problems } of rows) {
    for (const problem of problems) {
      if (problem.code === waitsForAnswer) continue
      const key = `${problem.code} ${problem.field}`
      const group = groups.get(key)
      if (!group) groups.set(key, { ...problem, rows: [rowNo] })
      else if (group.rows.at(-1) !== rowNo) group.rows.push(rowNo)
    }
  }
  return [...groups.values()].toSorted((one, other) => Number(one.isWarning) - Number(other.isWarning))
}

/** Lists the values that the office has to choose, each once in any spelling, with the number of rows. */
export function listUnknownValues(readings: readonly RowReading[]): UnknownValue[] {
  const values = new Map<string, UnknownValue>()
  for (const { unknownValues } of readings) {
    for (const { field, value } of unknownValues) {
      const key = `${field} ${keyOfValue(value)}`
      const rows = (values.get(key)?.rows ?? 0) + 1
      values.set(key, { field, value: values.get(key)?.value ?? value, rows })
    }
  }
  return [...values.values()]
}
