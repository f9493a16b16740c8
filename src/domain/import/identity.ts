// Facts by which a child is known in a file: numbers, names, date of birth, and the family's CNIC and phone. A value that offices
// fill in if they do not know the right one identifies no one.

import type { CalendarDate } from '#domain/calendar.ts'
import { plainDigits, plainWords, withoutSpaces } from '#domain/plain-text.ts'
import type { StudentRecord } from '#domain/student.ts'
import type { KnownStudent } from './import.ts'
import type { RowReading } from './row.ts'

type Given = Partial<StudentRecord>

export type Students = readonly KnownStudent[]
type Groups = ReadonlyMap<string, Students>

/** The students of the campus by everything that may identify one. */
export interface KnownIndex {
  readonly byRollNo: ReadonlyMap<number, KnownStudent>
  readonly byOldNumber: Groups
  readonly byNames: Groups
  readonly byStudentName: Groups
  readonly byCnic: Groups
}

/** One repeated digit, such as `0000` or `99999-9999999-9`, identifies no one. */
export const isFiller = (digits: string): boolean => /^0+$|^(\d)\1{3,}$/.test(digits)

/** Old numbers are compared as words: `A-12` is `a 12`. Null for one that identifies no one. */
export const oldNumberKey = (oldNumber: string): string | null =>
  oldNumber === '' || isFiller(withoutSpaces(oldNumber)) ? null : plainWords(oldNumber) || oldNumber

/** The digits of a CNIC; null for one that identifies no one. */
export function cnicOf({ fatherCnic = '' }: Given): string | null {
  const digits = plainDigits(fatherCnic)
  return digits.length === 13 && !isFiller(digits) ? digits : null
}

/** The digits of a phone; null for one that identifies no one, such as 0300-0000000. */
function phoneOf({ fatherHomePhone = '' }: Given): string | null {
  const digits = plainDigits(fatherHomePhone)
  return digits.length >= 7 && !isFiller(digits.slice(-7)) ? digits : null
}

/** A date of birth; null if it is missing or 1 January, which registers have for children whose birthday they lack. */
export const birthOf = ({ dateOfBirth }: Given): CalendarDate | null =>
  dateOfBirth && !dateOfBirth.endsWith('-01-01') ? dateOfBirth : null

/** The names of child and father as one text; null if one is missing. */
export const namesKey = ({ studentName, fatherName }: Given): string | null =>
  studentName && fatherName ? `${plainWords(studentName)}\n${plainWords(fatherName)}` : null

/** The name of a child with the father's CNIC as one text; null if one is missing. */
export function cnicKey(record: Given): string | null {
  const cnic = cnicOf(record)
  return cnic && record.studentName ? `${cnic}\n${plainWords(record.studentName)}` : null
}

/** True if both are known and not the same. */
export const differ = <T>(one: T | null, other: T | null): boolean =>
  one !== null && other !== null && one !== other

/** True if both are known and the same. */
export const agree = <T>(one: T | null, other: T | null): boolean => one !== null && one === other

/** True if CNIC or phone are those of the family of a student. */
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

const none: Students = []

/** The students of a key; none for null. */
export const findIn = (groups: Groups, text: string | null): Students =>
  (text !== null && groups.get(text)) || none

/** The students with the names that a row gives. */
export function listNamed(index: KnownIndex, { studentName, fatherName }: Given): Students {
  if (!studentName) return none
  return fatherName
    ? findIn(index.byNames, namesKey({ studentName, fatherName }))
    : findIn(index.byStudentName, plainWords(studentName))
}

/** Compares the names and date of birth of a row with those of a student. */
export function compareChild({ record }: RowReading, student: KnownStudent) {
  const names = (['studentName', 'fatherName'] as const).filter((field) => record[field] !== undefined)
  const alike = names.filter((field) => plainWords(record[field] ?? '') === plainWords(student[field]))
  const [birth, known] = [birthOf(record), birthOf(student)]
  const isBirthGiven = birth !== null && known !== null
  const agreeing = alike.length + (agree(birth, known) ? 1 : 0)
  const given = names.length + (isBirthGiven ? 1 : 0)
  return {
    /** One of them may be corrected, or be spelled in another way. */
    isLikely: agreeing >= (names.length === 0 ? given : given - 1),
    isSpelledAlike: alike.length === names.length,
    isSameBirth: !differ(birth, known),
  }
}

/** Says of two rows with the same names if they are one child: `perhaps` where nothing else says so. */
export function isSameChild(one: RowReading, other: RowReading): 'yes' | 'perhaps' | 'no' {
  if (agree(birthOf(one.record), birthOf(other.record))) return 'yes'
  const isAnother =
    differ(birthOf(one.record), birthOf(other.record)) ||
    differ(one.rollNo, other.rollNo) ||
    differ(oldNumberKey(one.oldNumber), oldNumberKey(other.oldNumber)) ||
    differ(cnicOf(one.record), cnicOf(other.record))
  return isAnother ? 'no' : 'perhaps'
}
