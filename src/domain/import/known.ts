// Matches rows with students. Old number and roll number identify a child, and so do its names with a date of birth; an
// equal CNIC or phone only identifies the family. If these facts disagree, the row is refused, or the office decides.

import { formatDate } from '#domain/calendar.ts'
import type { StudentRecord } from '#domain/student.ts'
import type { ImportFile } from './file.ts'
import {
  agree,
  birthOf,
  cnicKey,
  cnicOf,
  compareChild,
  differ,
  findIn,
  isOfFamily,
  listNamed,
  namesKey,
  oldNumberKey,
  type KnownIndex,
  type Students,
} from './identity.ts'
import type { ImportField, KnownStudent, RowInDoubt, RowProblem } from './import.ts'
import type { RowReading } from './row.ts'

type Reason = Pick<RowProblem, 'code' | 'field' | 'message'>

/** A row for which the office has to choose the child. */
export interface Doubt extends Reason {
  /** The students that the child may be. */
  readonly students: Students
  readonly mayBeNew: boolean
  /** True if the row does not need an answer unless it changes something. */
  readonly isHarmless: boolean
}

/** The result for a row; `student` is null for a new child, and if the row is refused or waits for an answer. */
export interface Match {
  readonly student: KnownStudent | null
  readonly refusal: RowProblem | null
  /** Stays after the answer, so that the answer can be changed. */
  readonly doubt: Doubt | null
  readonly isOpen: boolean
}

const matchOf = (student: KnownStudent | null): Match => ({
  student,
  refusal: null,
  doubt: null,
  isOpen: false,
})

const refuse = (code: string, message: string, field: ImportField | null = null): Match => ({
  ...matchOf(null),
  refusal: { code, field, message, isWarning: false },
})

const inDoubt = (
  { code, field, message }: Reason,
  { students, mayBeNew, isHarmless = false }: Pick<Doubt, 'students' | 'mayBeNew'> & Partial<Doubt>,
): Match => ({
  ...matchOf(null),
  doubt: { code, field, message, students, mayBeNew, isHarmless },
  isOpen: true,
})

const naming = ({ rollNo, studentName }: KnownStudent): string => `roll no. ${rollNo}, ${studentName}`

const childOf = ({ studentName = '', fatherName = '' }: Partial<StudentRecord>): string =>
  fatherName === '' ? studentName : `${studentName}, child of ${fatherName}`

/** Keeps the active students, or all students if none is active. */
function atSchool(students: Students): Students {
  const active = students.filter(({ state }) => state === 'active')
  return active.length > 0 ? active : students
}

/** Keeps the students of the row's family if several students fit, or else those whose CNIC may be the same. */
function ofFamily(students: Students, { record }: RowReading): Students {
  if (students.length < 2) return students
  const family = students.filter((student) => isOfFamily(record, student))
  if (family.length > 0) return family
  const possible = students.filter((student) => !differ(cnicOf(record), cnicOf(student)))
  return possible.length > 0 ? possible : students
}

function unclear(students: Students, mayBeNew: boolean): Match {
  const message = `Several students fit: ${students.slice(0, 3).map(naming).join('; ')}`
  return inDoubt({ code: 'student-unclear', field: null, message }, { students, mayBeNew })
}

/** Finds the student by the numbers of a row; refuses numbers of two different children. */
function byNumbers(index: KnownIndex, row: RowReading): Match {
  const student = row.rollNo === null ? null : (index.byRollNo.get(row.rollNo) ?? null)
  const holders = atSchool(findIn(index.byOldNumber, oldNumberKey(row.oldNumber)))
  const [holder] = holders
  if (!holder || (student && holders.includes(student))) return matchOf(student)
  if (student) {
    const message = `Roll no. ${student.rollNo} is ${childOf(student)}, but old number ${row.oldNumber} is ${naming(holder)}`
    return refuse('number-of-another', message, 'oldNumber')
  }
  if (holders.length === 1) return matchOf(holder)
  const namedAlike = holders.filter((one) => agree(namesKey(one), namesKey(row.record)))
  return namedAlike.length === 1 ? matchOf(namedAlike[0] ?? null) : unclear(holders, false)
}

/** Refuses a number if its child is not the child that the row names. */
function numberOfAnother(index: KnownIndex, row: RowReading, student: KnownStudent): Match | null {
  const isRollNo = row.rollNo === student.rollNo
  const field = isRollNo ? 'rollNo' : 'oldNumber'
  const holder = isRollNo
    ? `Roll no. ${row.rollNo} is ${childOf(student)}`
    : `Old number ${row.oldNumber} is ${naming(student)}`
  const others = listNamed(index, row.record)
  const [other] = atSchool(others)
  if (other && !others.includes(student)) {
    const message = `${holder}, but ${childOf(row.record)} is roll no. ${other.rollNo}`
    return refuse('number-of-another', message, field)
  }
  if (compareChild(row, student).isLikely) return null
  return refuse('number-of-another', isRollNo ? `Is another child: ${naming(student)}` : holder, field)
}

/** Returns a reason against the matched student: another number, or another CNIC of the father. */
function contradiction({ rollNo, oldNumber, record }: RowReading, student: KnownStudent): Reason | null {
  if (differ(rollNo, student.rollNo))
    return { code: 'number-differs', field: 'rollNo', message: `Is in the portal as ${naming(student)}` }
  if (differ(oldNumberKey(oldNumber), oldNumberKey(student.oldNumber))) {
    const message = `Has old number ${oldNumber}, but ${naming(student)} has ${student.oldNumber}`
    return { code: 'number-differs', field: 'oldNumber', message }
  }
  if (!differ(cnicOf(record), cnicOf(student))) return null
  const message = `Has another CNIC of the father than ${naming(student)}`
  return { code: 'cnic-differs', field: 'fatherCnic', message }
}

/** Matches the student whose number a row has, unless another fact contradicts the match. */
function checkNumber(index: KnownIndex, row: RowReading, student: KnownStudent): Match {
  const other = numberOfAnother(index, row, student)
  if (other) return other
  const choice = { students: [student], mayBeNew: false }
  const objection = contradiction(row, student)
  if (objection) return inDoubt(objection, choice)
  if (compareChild(row, student).isSpelledAlike) return matchOf(student)
  const message = `Has the number of ${naming(student)}, child of ${student.fatherName}, but the name ${childOf(row.record)}`
  return inDoubt({ code: 'spelling', field: 'studentName', message }, { ...choice, isHarmless: true })
}

/** Lists the students with the names of a row, without students who have another date of birth. */
function namesakes(index: KnownIndex, row: RowReading) {
  const birth = birthOf(row.record)
  const possible = findIn(index.byNames, namesKey(row.record)).filter((one) => !differ(birth, birthOf(one)))
  const sameBirth = possible.filter((student) => agree(birth, birthOf(student)))
  const isSameBirth = sameBirth.length > 0
  return { students: ofFamily(atSchool(isSameBirth ? sameBirth : possible), row), isSameBirth }
}

/** Asks the office if a student has the child's name and the father's CNIC, but another spelling of the father. */
function matchByCnic(index: KnownIndex, { record }: RowReading): Match {
  const [student] = findIn(index.byCnic, cnicKey(record))
  if (!student || differ(birthOf(record), birthOf(student))) return matchOf(null)
  const message = `Looks like ${naming(student)}, child of ${student.fatherName}: same name and father's CNIC`
  return inDoubt(
    { code: 'looks-like', field: 'fatherName', message },
    { students: [student], mayBeNew: true },
  )
}

/** Finds the student of a row by names; the child may also be new. */
function namedOrNew(index: KnownIndex, row: RowReading): Match {
  const { students, isSameBirth } = namesakes(index, row)
  const [student] = students
  if (!student) return matchByCnic(index, row)
  if (students.length > 1) return unclear(students, true)
  const choice = { students, mayBeNew: true }
  const objection = contradiction(row, student)
  if (objection) return inDoubt(objection, choice)
  if (isSameBirth || isOfFamily(row.record, student)) return matchOf(student)
  const message = `Has the names of ${naming(student)}, but no number or date of birth says that it is the same child`
  return inDoubt({ code: 'names-only', field: 'studentName', message }, { ...choice, isHarmless: true })
}

/** Finds the student of a row by names; the student has to be in the portal. */
function namedKnown(index: KnownIndex, row: RowReading): Match {
  const { oldNumber, record } = row
  if (namesKey(record) === null)
    return oldNumber === ''
      ? refuse('student-not-named', 'Needs a roll number, an old number, or the names of child and father')
      : refuse('student-unknown', `No student has old number ${oldNumber}`, 'oldNumber')
  const { students } = namesakes(index, row)
  const [student] = students
  if (!student) return refuse('student-unknown', `No student is ${childOf(record)}`)
  if (students.length > 1) return unclear(students, false)
  const objection = contradiction(row, student)
  return objection ? inDoubt(objection, { students, mayBeNew: false }) : matchOf(student)
}

/** Finds the student of a row by its numbers, or else by its names. */
function matchRow(index: KnownIndex, { kind }: ImportFile, row: RowReading): Match {
  if (kind !== 'students' && row.rollNo !== null && !index.byRollNo.has(row.rollNo))
    return refuse('student-unknown', `No student has roll no. ${row.rollNo}`, 'rollNo')
  const byNumber = byNumbers(index, row)
  if (byNumber.student) return checkNumber(index, row, byNumber.student)
  if (byNumber.refusal || byNumber.doubt) return byNumber
  return kind === 'students' ? namedOrNew(index, row) : namedKnown(index, row)
}

/** Asks the office about a row that only has the same names as an earlier row. */
export const perhapsTwice = (rowNo: number): Match =>
  inDoubt(
    { code: 'row-twice', field: null, message: `May be the child of row ${rowNo}: the names are the same` },
    { students: [], mayBeNew: true },
  )

const inWords = (record: Partial<StudentRecord>, oldNumber: string): string =>
  [
    childOf(record),
    record.dateOfBirth && `born ${formatDate(record.dateOfBirth)}`,
    record.studentClass && `class ${record.studentClass} ${record.section ?? ''}`.trim(),
    oldNumber && `old number ${oldNumber}`,
    record.fatherCnic && `CNIC ${record.fatherCnic}`,
  ]
    .filter(Boolean)
    .join(', ')

/** Describes a doubt for the office: the child of the row, and the students that the child may be. */
export const describeDoubt = (
  { row, rollNo, oldNumber, record }: RowReading,
  { message, students, mayBeNew }: Doubt,
): RowInDoubt => ({
  rowNo: row.rowNo,
  child: inWords(record, oldNumber) || `Roll no. ${rollNo}`,
  message,
  students: students.map((student) => ({
    rollNo: student.rollNo,
    words: `Roll no. ${student.rollNo}: ${inWords(student, student.oldNumber)}`,
  })),
  mayBeNew,
})

/** Applies the office's answer to a match; ignores an answer that no longer fits. */
export function answered({ settings }: ImportFile, { row }: RowReading, match: Match): Match {
  if (!match.doubt) return match
  const { students, mayBeNew } = match.doubt
  const answer = settings.children?.[row.rowNo]
  if (answer === null && mayBeNew) return { ...match, isOpen: false }
  const student = students.find(({ rollNo }) => rollNo === answer)
  return student ? { ...match, student, isOpen: false } : match
}

function requireAtSchool(match: Match): Match {
  const { student, doubt } = match
  if (!student || student.state === 'active') return match
  const refusedMatch =
    student.state === 'graduated'
      ? refuse('student-graduated', `Roll no. ${student.rollNo} has graduated`)
      : refuse('student-left', `Roll no. ${student.rollNo} has left`)
  return { ...refusedMatch, doubt }
}

/** Finds the active student of a row; null for a new child in an import that admits children. */
export const findStudent = (index: KnownIndex, file: ImportFile, row: RowReading): Match =>
  requireAtSchool(answered(file, row, matchRow(index, file, row)))

/** Warns if a row has another spelling of a name, or another date of birth, than the student. */
export function namesDiffer(row: RowReading, student: KnownStudent): RowProblem | null {
  const { isSpelledAlike, isSameBirth } = compareChild(row, student)
  if (isSpelledAlike && isSameBirth) return null
  const born = student.dateOfBirth ? `, born ${formatDate(student.dateOfBirth)}` : ''
  const message = `Roll no. ${student.rollNo} is ${childOf(student)}${born}`
  return { code: 'names-differ', field: 'studentName', message, isWarning: true }
}

/** Warns if a new child may be in the portal already with another date of birth. */
export function looksLike(index: KnownIndex, { record }: RowReading): RowProblem | null {
  const [student] = findIn(index.byCnic, cnicKey(record))
  if (!student) return null
  const message = `Looks like ${naming(student)}: same name and father's CNIC`
  return { code: 'looks-like', field: 'dateOfBirth', message, isWarning: true }
}
