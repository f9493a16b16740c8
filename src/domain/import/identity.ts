// Facts that identify a child in a file: numbers, names, date of birth, and the family's CNIC and phone. A filler,
// which an office enters if it does not know the value, does not identify a child.

import type { CalendarDate } from '#domain/calendar.ts'
import { plainDigits, plainWords, withoutSpaces } from '#domain/plain-text.ts'
import type { StudentRecord } from '#domain/student.ts'
import type { KnownStudent } from './import.ts'
import type { RowReading } from './row.ts'

type Given = Partial<StudentRecord>

export type Students = readonly KnownStudent[]
type Groups = ReadonlyMap<string, Students>

/** The students of the campus, by every fact that may identify a student. */
export interface KnownIndex {
  readonly byRollNo: ReadonlyMap<number, KnownStudent>
  readonly byOldNumber: Groups
  readonly byNames: Groups
  readonly byStudentName: Groups
  readonly byCnic: Groups
}

/** Returns true for a filler: one repeated digit, as in `0000` or `99999-9999999-9`. */
export const isFiller = (digits: string): boolean => /^0+$|^(\d)\1{3,}$/.test(digits)

/** Returns the words by which old numbers are compared: `A-12` is `a 12`; null for an empty number or a filler. */
export const oldNumberKey = (oldNumber: string): string | null =>
  oldNumber === '' || isFiller(withoutSpaces(oldNumber)) ? null : plainWords(oldNumber) || oldNumber

/** Returns the digits of a CNIC; null if it is incomplete or a filler. */
export function cnicOf({ fatherCnic = '' }: Given): string | null {
  const digits = plainDigits(fatherCnic)
  return digits.length === 13 && !isFiller(digits) ? digits : null
}

/** Returns the digits of a phone number; null if it is too short, or a filler such as 0300-0000000. */
function phoneOf({ fatherHomePhone = '' }: Given): string | null {
  const digits = plainDigits(fatherHomePhone)
  return digits.length >= 7 && !isFiller(digits.slice(-7)) ? digits : null
}

/** Returns a date of birth; null if it is missing, or 1 January, which registers enter for an unknown birthday. */
export const birthOf = ({ dateOfBirth }: Given): CalendarDate | null =>
  dateOfBirth && !dateOfBirth.endsWith('-01-01') ? dateOfBirth : null

/** Returns the names of child and father as one text; null if one is missing. */
export const namesKey = ({ studentName, fatherName }: Given): string | null =>
  studentName && fatherName ? `${plainWords(studentName)}\n${plainWords(fatherName)}` : null

/** Returns the father's CNIC and the child's name as one text; null if one is missing. */
export function cnicKey(record: Given): string | null {
  const cnic = cnicOf(record)
  return cnic && record.studentName ? `${cnic}\n${plainWords(record.studentName)}` : null
}

/** Returns true if both values are known and differ. */
export const differ = <T>(one: T | null, other: T | null): boolean =>
  one !== null && other !== null && one !== other

/** Returns true if both values are known and equal. */
export const agree = <T>(one: T | null, other: T | null): boolean => one !== null && one === other

/** Returns true if CNIC or phone belong to a student's family. */
export const isOfFamily = (record: Given, student: Given): boolean =>
  !differ(cnicOf(record), cnicOf(student)) &&
  (agree(cnicOf(record), cnicOf(student)) || agree(phoneOf(record), phoneOf(student)))

function groupedBy(students: Students, keyOf: (student: KnownStudent) => string | null): Groups {
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

export const indexStudents = (students: Students): KnownIndex => ({
  byRollNo: new Map(students.map((student) => [student.rollNo, student])),
  byOldNumber: groupedBy(students, ({ oldNumber }) => oldNumberKey(oldNumber)),
  byNames: groupedBy(students, namesKey),
  byStudentName: groupedBy(students, ({ studentName }) => plainWords(studentName)),
  byCnic: groupedBy(students, cnicKey),
})

const noStudents: Students = []

/** Finds the students with a key; returns an empty list for null. */
export const findIn = (groups: Groups, text: string | null): Students =>
  (text !== null && groups.get(text)) || noStudents

/** Lists the students with the names in a row. */
export function listNamed(index: KnownIndex, { studentName, fatherName }: Given): Students {
  if (!studentName) return noStudents
  return fatherName
    ? findIn(index.byNames, namesKey({ studentName, fatherName }))
    : findIn(index.byStudentName, plainWords(studentName))
}

/** Compares the names and date of birth in a row with a student's. */
export function compareChild({ record }: RowReading, student: KnownStudent) {
  const names = (['studentName', 'fatherName'] as const).filter((field) => record[field] !== undefined)
  const alike = names.filter((field) => plainWords(record[field] ?? '') === plainWords(student[field]))
  const [birth, known] = [birthOf(record), birthOf(student)]
  const isBirthGiven = birth !== null && known !== null
  const agreeing = alike.length + (agree(birth, known) ? 1 : 0)
  const given = names.length + (isBirthGiven ? 1 : 0)
  return {
    /** True if at most one fact differs: it may be corrected, or spelled in another way. */
    isLikely: agreeing >= (names.length === 0 ? given : given - 1),
    isSpelledAlike: alike.length === names.length,
    isSameBirth: !differ(birth, known),
  }
}

/** Decides if two rows with the same names are the same child: `perhaps` if no other fact decides. */
export function isSameChild(one: RowReading, other: RowReading): 'yes' | 'perhaps' | 'no' {
  if (agree(birthOf(one.record), birthOf(other.record))) return 'yes'
  const isAnother =
    differ(birthOf(one.record), birthOf(other.record)) ||
    differ(one.rollNo, other.rollNo) ||
    differ(oldNumberKey(one.oldNumber), oldNumberKey(other.oldNumber)) ||
    differ(cnicOf(one.record), cnicOf(other.record))
  return isAnother ? 'no' : 'perhaps'
}
