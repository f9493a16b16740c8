// The Excel files of an import: the template of each kind, and the rows that were refused.

import { count } from '#domain/count.ts'
import {
  fieldsOfKind,
  identifyingFields,
  importFieldLabel,
  importKindWords,
  type ImportField,
  type ImportKind,
} from '#domain/import.ts'
import { classes, genders, sections } from '#domain/school.ts'
import { sheetOfLines, text, type Sheet } from '#server/files/sheet.ts'
import type { JudgedRow } from '#server/records/imports.ts'

/** A value of each field as the office would type it. */
const examples: Readonly<Record<ImportField, string>> = {
  rollNo: '1023',
  oldNumber: 'A-112/19',
  studentName: 'Ayesha Khan',
  fatherName: 'Imran Khan',
  dateOfBirth: '12/04/2016',
  gender: 'female',
  studentClass: '5',
  section: 'Red',
  monthlyFee: '5000',
  discount: '500',
  balance: '7500',
  admissionDate: '01/04/2022',
  placeOfBirth: 'Lahore',
  religion: 'Islam',
  address: 'House 7, Model Town',
  fatherCnic: '35202-1234567-1',
  fatherOccupation: 'Teacher',
  fatherHomePhone: '0300-1234567',
  fatherOfficePhone: '042-35761234',
  telephone: '0321-7654321',
  fatherEmail: 'imran@example.com',
}

const allowed: Readonly<Partial<Record<ImportField, string>>> = {
  rollNo: 'A whole number that no other student has; empty to be numbered',
  oldNumber: 'Any text: the number in the school’s earlier register',
  dateOfBirth: 'A date, such as 12/04/2016 or 2016-04-12',
  admissionDate: 'A date; empty for the day of the balances',
  gender: genders.join(', '),
  studentClass: classes.join(', '),
  section: sections.join(', '),
  monthlyFee: 'Rupees, with at most two decimals',
  discount: 'Rupees; at most the monthly fee',
  balance: 'Rupees that the child owes on the day of the balances; with a minus what was paid ahead',
  fatherCnic: '13 digits',
}

/** The fields that a row must have, whatever the file. */
const needed = new Set<ImportField>(['studentName', 'fatherName', 'studentClass', 'section', 'monthlyFee'])

const wayToFind = 'Roll number, old number, or names and date of birth: by these the child is found'

function allowedOf(kind: ImportKind, field: ImportField): string {
  const words = allowed[field] ?? 'Text'
  if (kind === 'students') return needed.has(field) ? `Required. ${words}` : words
  return identifyingFields.some((one) => one === field) ? wayToFind : words
}

const headingsOf = (labels: readonly string[]): Sheet['headings'] =>
  labels.map((heading) => ({ heading, width: Math.max(14, heading.length + 4) }))

/** The empty sheet of a kind, an example, and what each column may hold. */
export function templateSheets(kind: ImportKind): readonly [Sheet, ...Sheet[]] {
  const fields = fieldsOfKind[kind]
  const labels = fields.map(importFieldLabel)
  return [
    sheetOfLines(
      importKindWords[kind],
      ['One row for each child, below the headings'],
      headingsOf(labels),
      [],
    ),
    sheetOfLines('Example', ['Only the first sheet is read'], headingsOf(labels), [
      fields.map((field) => text(examples[field])),
    ]),
    sheetOfLines(
      'Allowed values',
      ['What each column may hold; columns that you do not have can be deleted'],
      [
        { heading: 'Column', width: 26 },
        { heading: 'What it may hold', width: 90 },
      ],
      fields.map((field) => [text(importFieldLabel(field)), text(allowedOf(kind, field))]),
    ),
  ]
}

/** The refused rows under the headings of their file, with what is wrong in a last column. */
export const refusedSheet = (
  headings: readonly string[],
  rows: readonly JudgedRow[],
  about: readonly string[],
): Sheet =>
  sheetOfLines(
    'Refused rows',
    [...about, count(rows.length, 'row')],
    [...headingsOf(headings), { heading: 'What is wrong', width: 70 }],
    rows.map(({ cells, problems }) => [
      ...headings.map((_, column) => text(cells[column] ?? '')),
      text(
        problems
          .filter(({ isWarning }) => !isWarning)
          .map(({ message }) => message)
          .join('; '),
      ),
    ]),
  )
