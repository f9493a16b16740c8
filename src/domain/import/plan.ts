// The dry run of an import: the effect of each row, and the reason why a row is refused. Nothing is guessed: a value in
// doubt becomes a question, and its rows are refused until it is answered.

import { nothing } from '#domain/money.ts'
import { admit, change, type RowEffect } from './actions.ts'
import { openQuestion, readFile, type ImportFile } from './file.ts'
import { indexStudents, isSameChild, namesKey, oldNumberKey, type KnownIndex } from './identity.ts'
import {
  rowEmpty,
  type GivenRow,
  type ImportPlan,
  type ImportSources,
  type KnownStudent,
  type OpenQuestion,
  type PlannedRow,
  type RowAction,
  type RowInDoubt,
  type RowOutcome,
  type RowProblem,
} from './import.ts'
import {
  answered,
  describeDoubt,
  findStudent,
  looksLike,
  namesDiffer,
  perhapsTwice,
  type Doubt,
  type Match,
} from './known.ts'
import { readRow, type RowReading } from './row.ts'
import { countRows, groupProblems, listUnknownValues, sumRows, type SummedRow } from './sums.ts'

const isError = ({ isWarning }: RowProblem): boolean => !isWarning

/** The hint for an office whose classes each number their children from 1. */
const hint = (field: RowProblem['field']): string =>
  field === 'rollNo' ? '; leave the column out if each class has numbers of its own' : ''

/** Returns the student whom a row claims, even while a doubt about its number is open. */
const claimedStudent = ({ student, doubt }: Match): KnownStudent | null =>
  student ?? (doubt && !doubt.mayBeNew && doubt.students.length === 1 ? (doubt.students[0] ?? null) : null)

/** Plans the rows in file order, because a second row of the same child is refused, and new numbers count up. */
class Planner {
  private readonly file: ImportFile
  private readonly index: KnownIndex
  private lastRollNo: number
  /** The first row of each number and student, and the rows of each pair of names. */
  private readonly firstRows = new Map<string, number>()
  private readonly namedRows = new Map<string, RowReading[]>()
  readonly summed: SummedRow[] = []
  readonly readings: RowReading[] = []
  readonly doubts: RowInDoubt[] = []
  asOfQuestion: OpenQuestion | null = null

  constructor(file: ImportFile, { students, lastRollNo }: ImportSources) {
    this.file = file
    this.index = indexStudents(students)
    this.lastRollNo = lastRollNo
  }

  plan(row: GivenRow): PlannedRow {
    if (row.leftOut) return leftOutRow(row, [])
    if (this.file.isPrepared(row)) return leftOutRow(row, [preparedLine])
    const reading = readRow(this.file, row)
    this.readings.push(reading)
    return this.planMatched(reading, this.findStudent(reading))
  }

  private planMatched(reading: RowReading, match: Match): PlannedRow {
    const problems = [...reading.problems, ...this.findRepeats(reading, claimedStudent(match))]
    // The office is asked about a refused row only after it is corrected.
    const doubt = problems.some(isError) ? null : match.doubt
    if (doubt && match.isOpen) return this.planInDoubt(reading, doubt, problems)
    if (doubt) this.doubts.push(describeDoubt(reading, doubt))
    if (match.refusal && !this.isWaiting(reading)) problems.push(match.refusal)
    if (match.refusal || match.isOpen) return refusedRow(reading.row, problems)
    return match.student ? this.planKnown(reading, match.student, problems) : this.planNew(reading, problems)
  }

  /** Returns true while the numbering is open, because the student cannot be found yet. */
  private isWaiting({ problems }: RowReading): boolean {
    return problems.some(({ code, field }) => code === 'question-open' && field === 'rollNo')
  }

  /** Finds the student of a row; a new child may be the child of an earlier row. */
  private findStudent(reading: RowReading): Match {
    const match = findStudent(this.index, this.file, reading)
    if (this.file.kind !== 'students' || match.student || match.refusal || match.doubt) return match
    const first = this.earlierRow(reading, 'perhaps')
    return first === undefined ? match : answered(this.file, reading, perhapsTwice(first))
  }

  /** Finds the first row with the same names that is, or perhaps is, the same child. */
  private earlierRow(reading: RowReading, how: 'yes' | 'perhaps'): number | undefined {
    const rows = this.namedRows.get(namesKey(reading.record) ?? '') ?? []
    return rows.find((earlier) => isSameChild(earlier, reading) === how)?.row.rowNo
  }

  /** Refuses a row until the office chooses its child, unless the doubt is harmless because the row changes nothing. */
  private planInDoubt(reading: RowReading, doubt: Doubt, problems: RowProblem[]): PlannedRow {
    const [student] = doubt.students
    if (doubt.isHarmless && student?.state === 'active') {
      const { actions, problems: wrong } = change(this.file, reading, student)
      if (actions.length === 0 && !wrong.some(isError)) return this.planKnown(reading, student, problems)
    }
    const { code, field, message } = doubt
    this.doubts.push(describeDoubt(reading, doubt))
    return refusedRow(reading.row, [...problems, { code, field, message, isWarning: false }])
  }

  private planKnown(reading: RowReading, known: KnownStudent, problems: RowProblem[]): PlannedRow {
    const effect = change(this.file, reading, known)
    problems.push(...effect.problems)
    const warning = this.file.kind === 'students' ? null : namesDiffer(reading, known)
    if (warning) problems.push(warning)
    this.askForDay(reading, effect)
    if (problems.some(isError)) return refusedRow(reading.row, problems)
    const { actions } = effect
    this.summed.push({
      ...classAndFeeAfter(known, actions),
      balance: reading.balance ?? nothing,
      isIncomplete: false,
    })
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
    this.summed.push({ ...record, fee, balance, isIncomplete: effect.isIncomplete })
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

  /** Refuses the second row of the same child or with the same number, and names the first row. */
  private findRepeats(reading: RowReading, known: KnownStudent | null): RowProblem[] {
    const { row, rollNo, oldNumber, record } = reading
    const problems: RowProblem[] = []
    const report = (first: number | undefined, code: string, field: RowProblem['field'], subject: string) => {
      if (first === undefined || problems.length > 0) return
      problems.push({
        code,
        field,
        message: `${subject} is also in row ${first}${hint(field)}`,
        isWarning: false,
      })
    }
    const check = (key: string, code: string, field: RowProblem['field'], subject: string) => {
      const first = this.firstRows.get(key)
      if (first === undefined) this.firstRows.set(key, row.rowNo)
      report(first, code, field, subject)
    }
    if (this.file.kind === 'students') {
      report(this.earlierRow(reading, 'yes'), 'row-twice', null, 'The same child')
      const names = namesKey(record)
      if (names !== null) this.namedRows.set(names, [...(this.namedRows.get(names) ?? []), reading])
      if (rollNo !== null) check(`roll ${rollNo}`, 'number-twice', 'rollNo', `Roll no. ${rollNo}`)
      const oldKey = oldNumberKey(oldNumber)
      const field = this.file.hasColumn('oldNumber') ? 'oldNumber' : 'rollNo'
      if (oldKey !== null) check(`old ${oldKey}`, 'number-twice', field, `The number ${oldNumber}`)
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

const preparedLine: RowProblem = {
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

/** Plans the effect of applying the import. */
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
    doubts: planner.doubts,
    counts: countRows(rows),
    sums: sumRows(planner.summed),
    problems: groupProblems(rows),
  }
}
