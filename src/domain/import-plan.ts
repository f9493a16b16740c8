// The dry run of an import: what each row would do, and why a row is refused. Nothing is guessed: a value in doubt is a
// question, and its rows are refused until it is answered.

import { admit, change, type RowEffect } from './import-actions.ts'
import { openQuestion, readFile, type ImportFile } from './import-file.ts'
import {
  findStudent,
  indexStudents,
  looksLike,
  namesDiffer,
  namesAndBirthKey,
  oldNumberKey,
  type KnownIndex,
} from './import-known.ts'
import { readRow, type RowReading } from './import-row.ts'
import { countRows, groupProblems, listUnknownValues, sumRows, type SummedRow } from './import-sums.ts'
import {
  rowEmpty,
  type GivenRow,
  type ImportPlan,
  type ImportSources,
  type KnownStudent,
  type OpenQuestion,
  type PlannedRow,
  type RowAction,
  type RowOutcome,
  type RowProblem,
} from './import.ts'
import { nothing } from './money.ts'

const isError = ({ isWarning }: RowProblem): boolean => !isWarning

/** What an office does whose classes number their children each from 1. */
const hint = (field: RowProblem['field']): string =>
  field === 'rollNo' ? '; leave the column out if each class has numbers of its own' : ''

/** Plans the rows in the order of the file, because a second row of the same child is refused, and new numbers count up. */
class Planner {
  private readonly file: ImportFile
  private readonly index: KnownIndex
  private lastRollNo: number
  /** The first row with a number, name or student. */
  private readonly firstRows = new Map<string, number>()
  readonly summed: SummedRow[] = []
  readonly readings: RowReading[] = []
  asOfQuestion: OpenQuestion | null = null

  constructor(file: ImportFile, { students, lastRollNo }: ImportSources) {
    this.file = file
    this.index = indexStudents(students)
    this.lastRollNo = lastRollNo
  }

  plan(row: GivenRow): PlannedRow {
    if (row.leftOut) return leftOutRow(row, [])
    if (this.file.isPrepared(row)) return leftOutRow(row, [prepared])
    const reading = readRow(this.file, row)
    this.readings.push(reading)
    const match = findStudent(this.index, this.file, reading)
    const known = match.ok ? match.value : null
    const problems = [...reading.problems, ...this.repeated(reading, known)]
    if (!match.ok) {
      const { code, message, field = null } = match
      if (!this.isWaiting(reading)) problems.push({ code, field, message, isWarning: false })
      return refusedRow(row, problems)
    }
    return known ? this.planKnown(reading, known, problems) : this.planNew(reading, problems)
  }

  /** While the numbering is open, nothing is known of the student. */
  private isWaiting({ problems }: RowReading): boolean {
    return problems.some(({ code, field }) => code === 'question-open' && field === 'rollNo')
  }

  private planKnown(reading: RowReading, known: KnownStudent, problems: RowProblem[]): PlannedRow {
    const effect = change(this.file, reading, known)
    problems.push(...effect.problems)
    const warning = this.file.kind === 'students' ? null : namesDiffer(reading, known)
    if (warning) problems.push(warning)
    this.askForDay(reading, effect)
    if (problems.some(isError)) return refusedRow(reading.row, problems)
    const { actions } = effect
    this.summed.push({ ...classAndFeeAfter(known, actions), balance: reading.balance ?? nothing, filled: 0 })
    return {
      rowNo: reading.row.rowNo,
      outcome: actions.length > 0 ? 'changed' : 'same',
      rollNo: known.rollNo,
      problems,
      actions,
    }
  }

  private planNew(reading: RowReading, problems: RowProblem[]): PlannedRow {
    const effect = admit(this.file, reading)
    problems.push(...effect.problems)
    this.askForDay(reading, effect)
    if (
      this.file.numbering === 'keep' &&
      reading.rollNo === null &&
      this.file.cell(reading.row, 'rollNo') === ''
    )
      problems.push({ code: 'missing', field: 'rollNo', message: 'Roll No. is missing', isWarning: false })
    if (problems.some(isError) || !effect.draft) return refusedRow(reading.row, problems)
    const warning = looksLike(this.index, reading)
    if (warning) problems.push(warning)
    const rollNo = reading.rollNo ?? ++this.lastRollNo
    const { record, fee, balance } = effect.draft
    this.summed.push({ ...record, fee, balance, filled: effect.filled })
    return {
      rowNo: reading.row.rowNo,
      outcome: 'new',
      rollNo,
      problems,
      actions: [{ ...effect.draft, rollNo }],
    }
  }

  private askForDay(reading: RowReading, { bringsBalance }: Pick<RowEffect, 'bringsBalance'>): void {
    if (!bringsBalance || this.file.settings.asOf !== null) return
    const value = this.file.cell(reading.row, 'balance')
    this.asOfQuestion ??= openQuestion(this.file, 'as of', reading.row, value)
  }

  /** Refuses the second row of the same child or with the same number, and names the first. */
  private repeated({ row, rollNo, oldNumber, record }: RowReading, known: KnownStudent | null): RowProblem[] {
    const problems: RowProblem[] = []
    const check = (key: string, code: string, field: RowProblem['field'], what: string) => {
      const first = this.firstRows.get(key)
      if (first === undefined) this.firstRows.set(key, row.rowNo)
      else if (problems.length === 0)
        problems.push({
          code,
          field,
          message: `${what} is also in row ${first}${hint(field)}`,
          isWarning: false,
        })
    }
    const names = namesAndBirthKey(record)
    if (this.file.kind === 'students') {
      if (names) check(`names ${names}`, 'row-twice', null, 'The same child')
      if (rollNo !== null) check(`roll ${rollNo}`, 'number-twice', 'rollNo', `Roll no. ${rollNo}`)
      if (oldNumber) {
        const field = this.file.hasColumn('oldNumber') ? 'oldNumber' : 'rollNo'
        check(`old ${oldNumberKey(oldNumber)}`, 'number-twice', field, `The number ${oldNumber}`)
      }
    }
    if (known) check(`student ${known.rollNo}`, 'row-twice', null, `Roll no. ${known.rollNo}`)
    return problems
  }
}

const leftOutRow = ({ rowNo }: GivenRow, problems: readonly RowProblem[]): PlannedRow => ({
  rowNo,
  outcome: 'left out',
  rollNo: null,
  problems,
  actions: [],
})

const prepared: RowProblem = {
  code: rowEmpty,
  field: null,
  message: 'An empty line with a number, which is left out',
  isWarning: true,
}

const refusedRow = ({ rowNo }: GivenRow, problems: readonly RowProblem[]): PlannedRow => ({
  rowNo,
  outcome: 'refused' satisfies RowOutcome,
  rollNo: null,
  problems,
  actions: [],
})

/** Class, section and fee of a student after the actions. */
function classAndFeeAfter(
  known: KnownStudent,
  actions: readonly RowAction[],
): Pick<SummedRow, 'studentClass' | 'section' | 'fee'> {
  let { studentClass, section, fee } = known
  for (const action of actions) {
    if (action.kind === 'edit record') ({ studentClass, section } = action.after)
    if (action.kind === 'change fee') fee = action.after
  }
  return { studentClass, section, fee }
}

/** What applying the import would do. */
export function planImport(sources: ImportSources): ImportPlan {
  const given = sources.rows.toSorted((one, other) => one.rowNo - other.rowNo)
  const file = readFile(
    sources,
    given.filter(({ leftOut }) => !leftOut),
  )
  const planner = new Planner(file, sources)
  const rows = given.map((row) => planner.plan(row))
  return {
    rows,
    questions: file.questions.length === 0 && planner.asOfQuestion ? [planner.asOfQuestion] : file.questions,
    unknownValues: listUnknownValues(planner.readings),
    counts: countRows(rows),
    sums: sumRows(planner.summed),
    problems: groupProblems(rows),
  }
}
