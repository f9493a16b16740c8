// Knowing a row again: by the roll number, else the old number, else the names of child and father with the date of birth.

import { formatDate } from './calendar.ts'
import type { ImportFile } from './import-file.ts'
import { misread, readAs, type Reading } from './import-reading.ts'
import type { RowReading } from './import-row.ts'
import type { ImportField, KnownStudent, RowProblem } from './import.ts'
import { plainDigits, plainWords } from './plain-text.ts'
import type { StudentRecord } from './student.ts'

/** The students of the campus by everything that identifies one. */
export interface KnownIndex {
  readonly byRollNo: ReadonlyMap<number, KnownStudent>
  readonly byOldNumber: ReadonlyMap<string, readonly KnownStudent[]>
  readonly byNames: ReadonlyMap<string, readonly KnownStudent[]>
  readonly byNamesAndBirth: ReadonlyMap<string, readonly KnownStudent[]>
  readonly byCnic: ReadonlyMap<string, readonly KnownStudent[]>
}

/** The student of a row; null for a new one. */
export type Match = Reading<KnownStudent | null> & { readonly field?: ImportField | null }

const key = (...parts: readonly string[]): string => parts.join('\n')

/** Old numbers are compared as words: `A-12` is `a 12`. */
export const oldNumberKey = (oldNumber: string): string => plainWords(oldNumber) || oldNumber

type Names = Pick<StudentRecord, 'studentName' | 'fatherName'>
const namesKey = ({ studentName, fatherName }: Names): string =>
  key(plainWords(studentName), plainWords(fatherName))

/** Names and date of birth as one text; null where the row does not have all of them. */
export function namesAndBirthKey(record: Partial<StudentRecord>): string | null {
  const { studentName, fatherName, dateOfBirth } = record
  if (!studentName || !fatherName || !dateOfBirth) return null
  return key(namesKey({ studentName, fatherName }), dateOfBirth)
}

function cnicKey({ studentName, fatherCnic }: Partial<StudentRecord>): string | null {
  const digits = plainDigits(fatherCnic ?? '')
  return studentName && digits.length === 13 ? key(digits, plainWords(studentName)) : null
}

function groupedBy(students: readonly KnownStudent[], keyOf: (student: KnownStudent) => string | null) {
  const groups = new Map<string, KnownStudent[]>()
  for (const student of students) {
    const text = keyOf(student)
    if (text === null) continue
    const group = groups.get(text)
    if (group) group.push(student)
    else groups.set(text, [student])
  }
  return groups
}

export const indexStudents = (students: readonly KnownStudent[]): KnownIndex => ({
  byRollNo: new Map(students.map((student) => [student.rollNo, student])),
  byOldNumber: groupedBy(students, ({ oldNumber }) => (oldNumber === '' ? null : oldNumberKey(oldNumber))),
  byNames: groupedBy(students, namesKey),
  byNamesAndBirth: groupedBy(students, namesAndBirthKey),
  byCnic: groupedBy(students, cnicKey),
})

const none: readonly KnownStudent[] = []
const find = (groups: ReadonlyMap<string, readonly KnownStudent[]>, text: string | null) =>
  (text !== null && groups.get(text)) || none

const naming = ({ rollNo, studentName }: KnownStudent): string => `roll no. ${rollNo}, ${studentName}`

const unclear = (students: readonly KnownStudent[]): Match =>
  misread('student-unclear', `Several students fit: ${students.slice(0, 3).map(naming).join('; ')}`)

/** The one student of a list, of whom those at school come first; refuses where several are. */
function onlyOne(students: readonly KnownStudent[]): Match {
  const active = students.filter(({ state }) => state === 'active')
  const fitting = active.length > 0 ? active : students
  return fitting.length > 1 ? unclear(fitting) : readAs(fitting[0] ?? null)
}

/** How many of names and date of birth the row gives, and how many are those of the student. */
function agreement({ record }: RowReading, student: KnownStudent) {
  const fields = ['studentName', 'fatherName', 'dateOfBirth'] as const
  const given = fields.filter((field) => record[field] !== undefined)
  const agreeing = given.filter((field) => plainWords(record[field] ?? '') === plainWords(student[field]))
  return { given: given.length, agreeing: agreeing.length }
}

/** Refuses a number that is another child's. Two of names and date of birth have to be the same, as one may be corrected. */
function sameChild(row: RowReading, match: Match, field: ImportField, least: 1 | 2): Match {
  if (!match.ok || !match.value) return match
  const { given, agreeing } = agreement(row, match.value)
  if (agreeing >= Math.min(least, given)) return match
  const message =
    field === 'rollNo'
      ? `Is another child: ${naming(match.value)}`
      : `Old number ${row.oldNumber} is ${naming(match.value)}`
  return { ...misread('number-of-another', message), field }
}

function byNumbers(index: KnownIndex, row: RowReading, least: 1 | 2): Match {
  if (row.rollNo !== null) {
    const student = index.byRollNo.get(row.rollNo) ?? null
    if (student) return sameChild(row, readAs(student), 'rollNo', least)
  }
  if (row.oldNumber === '') return readAs(null)
  return sameChild(row, onlyOne(find(index.byOldNumber, oldNumberKey(row.oldNumber))), 'oldNumber', least)
}

/** The student of a row that may be new. */
function matchOrNew(index: KnownIndex, row: RowReading): Match {
  const byNumber = byNumbers(index, row, 2)
  if (!byNumber.ok) return byNumber
  const byNames = onlyOne(find(index.byNamesAndBirth, namesAndBirthKey(row.record)))
  if (!byNames.ok) return byNames
  const student = byNumber.value ?? byNames.value
  if (!student) return readAs(null)
  if (byNames.value && byNames.value !== student) return unclear([student, byNames.value])
  if (row.rollNo !== null && row.rollNo !== student.rollNo)
    return { ...misread('number-differs', `Is in the portal as ${naming(student)}`), field: 'rollNo' }
  return readAs(student)
}

/** The student of a row that has to be in the portal. */
function matchKnown(index: KnownIndex, row: RowReading): Match {
  const { rollNo, oldNumber, record } = row
  const byNumber = byNumbers(index, row, 1)
  if (!byNumber.ok || byNumber.value) return byNumber
  if (rollNo !== null)
    return { ...misread('student-unknown', `No student has roll no. ${rollNo}`), field: 'rollNo' }
  const { studentName, fatherName, dateOfBirth } = record
  if (!studentName || !fatherName)
    return oldNumber === ''
      ? misread('student-not-named', 'Needs a roll number, an old number, or the names of child and father')
      : { ...misread('student-unknown', `No student has old number ${oldNumber}`), field: 'oldNumber' }
  const named = dateOfBirth
    ? find(index.byNamesAndBirth, namesAndBirthKey(record))
    : find(index.byNames, namesKey({ studentName, fatherName }))
  const match = onlyOne(named)
  if (match.ok && !match.value)
    return misread('student-unknown', `No student is ${studentName}, child of ${fatherName}`)
  return match
}

function requireAtSchool(match: Match): Match {
  if (!match.ok || !match.value || match.value.state === 'active') return match
  return match.value.state === 'graduated'
    ? misread('student-graduated', `Roll no. ${match.value.rollNo} has graduated`)
    : misread('student-left', `Roll no. ${match.value.rollNo} has left`)
}

/** Finds the student of a row: at school, or null for a new one where the import admits. */
export const findStudent = (index: KnownIndex, file: ImportFile, row: RowReading): Match =>
  requireAtSchool(file.kind === 'students' ? matchOrNew(index, row) : matchKnown(index, row))

/** Warns that a row found by its number has another spelling of a name, or another date of birth. */
export function namesDiffer(row: RowReading, student: KnownStudent): RowProblem | null {
  const { given, agreeing } = agreement(row, student)
  if (given === agreeing) return null
  const { rollNo, studentName, fatherName, dateOfBirth } = student
  const message = `Roll no. ${rollNo} is ${studentName}, child of ${fatherName}, born ${formatDate(dateOfBirth)}`
  return { code: 'names-differ', field: 'studentName', message, isWarning: true }
}

/** Warns that a new child may be one who is in the portal with another date of birth. */
export function looksLike(index: KnownIndex, { record }: RowReading): RowProblem | null {
  const [student] = find(index.byCnic, cnicKey(record))
  if (!student) return null
  const message = `Looks like ${naming(student)}: same name and father's CNIC`
  return { code: 'looks-like', field: 'dateOfBirth', message, isWarning: true }
}
