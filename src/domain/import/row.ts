import type { CalendarDate } from '#domain/calendar.ts'
import { warnIncomplete } from '#domain/contacts.ts'
import type { MonthlyFee } from '#domain/fee.ts'
import { fieldLabel } from '#domain/field-label.ts'
import { nothing, opposite, type Money } from '#domain/money.ts'
import { classes, genders, sections } from '#domain/school.ts'
import type { StudentRecord } from '#domain/student.ts'
import { hasWord, keyOfValue, type ImportFile } from './file.ts'
import type { GivenRow, ImportField, ListedField, RowProblem } from './import.ts'
import { readClass, readGender, readSection, splitSection, type ClassReading } from './listed.ts'
import {
  looksLikeDate,
  readAmount,
  readCnic,
  readDate,
  readPhone,
  readRollNo,
  readText,
  saysSide,
  type DateReading,
  type Reading,
} from './values.ts'

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** The code of a row that waits for an answer; the questions are listed separately from the problems. */
export const waitsForAnswer = 'question-open'

/** The values of a row; a value that is empty or cannot be read is missing. */
export interface RowReading {
  readonly row: GivenRow
  /** Null if the file has no roll number for the row, or its numbers are not kept. */
  readonly rollNo: number | null
  readonly oldNumber: string
  readonly record: Partial<StudentRecord>
  readonly fee: Partial<MonthlyFee>
  /** Negative if the child paid in advance; null if the cell is empty or waits for an answer. */
  readonly balance: Money | null
  readonly problems: readonly RowProblem[]
  readonly unknownValues: readonly { readonly field: ListedField; readonly value: string }[]
}

/** The maximum length of a number in an earlier register. */
const longestOldNumber = 60

const texts = [
  ['studentName', 120],
  ['fatherName', 120],
  ['placeOfBirth', 120],
  ['religion', 120],
  ['address', 300],
  ['fatherOccupation', 120],
  ['fatherEmail', 120],
] as const satisfies readonly (readonly [keyof StudentRecord, number])[]
const phones = ['fatherHomePhone', 'fatherOfficePhone', 'telephone'] as const
const dates = ['dateOfBirth', 'admissionDate'] as const

/** Reads the cells of a row one after the other and collects their problems. */
class RowReader {
  readonly record: Partial<Writable<StudentRecord>> = {}
  readonly problems: RowProblem[] = []
  readonly unknownValues: { field: ListedField; value: string }[] = []
  private readonly file: ImportFile
  private readonly row: GivenRow

  constructor(file: ImportFile, row: GivenRow) {
    this.file = file
    this.row = row
  }

  cell(field: ImportField): string {
    return this.file.cell(this.row, field)
  }

  report(code: string, field: ImportField | null, message: string, isWarning = false): void {
    this.problems.push({ code, field, message, isWarning })
  }

  reportOpen(field: ImportField, about: string): void {
    this.report(waitsForAnswer, field, `Waits for an answer: ${about}`)
  }

  /** Reads a cell; undefined if it is empty or cannot be read. */
  read<T>(field: ImportField, reader: (text: string) => Reading<T>): T | undefined {
    const text = this.cell(field)
    if (text === '') return undefined
    const reading = reader(text)
    if (reading.ok) return reading.value
    this.report(reading.code, field, reading.message)
    return undefined
  }

  readTexts(): void {
    for (const [field, longest] of texts) this.keep(field, (text) => readText(text, longest))
    for (const field of phones) this.keep(field, readPhone)
    this.keep('fatherCnic', readCnic)
  }

  private keep(
    field: (typeof texts)[number][0] | (typeof phones)[number] | 'fatherCnic',
    reader: (text: string) => Reading<string>,
  ) {
    const value = this.read(field, reader)
    if (value === undefined) return
    this.record[field] = value
    const warning = warnIncomplete(field, value)
    if (warning) this.report('incomplete', field, `"${value}": ${warning}`, true)
  }

  readDates(): void {
    for (const field of dates) {
      const text = this.cell(field)
      if (text === '') continue
      const reading = readDate(text, this.file.today)
      const date = reading && this.inOrder(field, text, reading)
      if (date) this.record[field] = date
      else if (!reading) this.report('date-unreadable', field, `"${text}" is not a date`)
    }
  }

  /** Returns the date in the file's order; null, with a problem, if the order is open or does not fit. */
  private inOrder(field: (typeof dates)[number], text: string, reading: DateReading): CalendarDate | null {
    if (reading.kind === 'date') {
      this.warnExchanged(field, text, reading.date)
      return reading.date
    }
    const { dateOrder, mixed } = this.file
    const date = dateOrder && reading.dates[dateOrder]
    if (date) return date
    if (!mixed) this.reportOpen(field, 'whether the day or the month is first')
    else this.reportMixed(field, text, reading.dates, mixed)
    return null
  }

  /** Warns if the PC may have another date order: Excel then reads `03/04/2015` as 4 March and `15/03/2015` as text. */
  private warnExchanged(field: (typeof dates)[number], text: string, date: CalendarDate): void {
    const example = this.file.exchangedBy.get(field)
    const [year, month, dayOfMonth] = date.split('-')
    const isTyped = hasWord(text) && this.file.inWords.has(field)
    if (!example || isTyped || Number(dayOfMonth) > 12 || month === dayOfMonth) return
    const message = `"${text}": day and month may be exchanged (${year}-${dayOfMonth}-${month}), as Excel left ${example.text} in row ${example.rowNo} a text`
    this.report('date-exchanged', field, message, true)
  }

  private reportMixed(
    field: ImportField,
    text: string,
    possible: Readonly<Record<'day first' | 'month first', CalendarDate | null>>,
    mixed: NonNullable<ImportFile['mixed']>,
  ): void {
    const [code, other] = !possible['month first']
      ? (['dates-mixed-day-first', mixed['month first']] as const)
      : !possible['day first']
        ? (['dates-mixed-month-first', mixed['day first']] as const)
        : (['dates-mixed', null] as const)
    const why = other
      ? `row ${other.rowNo} has ${other.text}`
      : `row ${mixed['day first'].rowNo} has ${mixed['day first'].text}, row ${mixed['month first'].rowNo} has ${mixed['month first'].text}`
    this.report(code, field, `"${text}": the order of day and month is mixed in the file, as ${why}`)
  }

  /** Reads a value of a listed field, as the office chose or as it is spelled; reports an unknown value. */
  private readOne<T extends string>(
    field: ListedField,
    text: string,
    ours: readonly T[],
    reader: (text: string) => T | null,
    notOurs: string,
  ): T | null {
    const chosen = this.file.chosen[field].get(keyOfValue(text))
    const value = ours.find((one) => one === chosen) ?? reader(text)
    if (value) return value
    this.unknownValues.push({ field, value: text })
    this.report(unknownCodes[field], field, `"${text}" is not ${notOurs}`)
    return null
  }

  /** Returns the texts of class and section; a missing section is looked for after the class. */
  private classAndSection() {
    const [classText, sectionText] = [this.cell('studentClass'), this.cell('section')]
    const isChosen = this.file.chosen.studentClass.has(keyOfValue(classText))
    if (sectionText !== '' || isChosen) return { classText, sectionText }
    const reading = readClass(classText)
    if (reading) return { classText, sectionText: reading.rest }
    return splitSection(classText) ?? { classText, sectionText }
  }

  readListed(): void {
    const { classText, sectionText } = this.classAndSection()
    const genderText = this.cell('gender')
    const readWhole = (text: string) => {
      const reading = readClass(text)
      return reading && fitsSection(reading, sectionText) ? reading.studentClass : null
    }
    const studentClass =
      classText && this.readOne('studentClass', classText, classes, readWhole, 'a class of the school')
    if (studentClass) this.record.studentClass = studentClass
    const section =
      sectionText && this.readOne('section', sectionText, sections, readSection, 'a section of the school')
    if (section) this.record.section = section
    const gender =
      genderText && this.readOne('gender', genderText, genders, readGender, 'a gender of the list')
    if (gender) this.record.gender = gender
  }

  readFee(): Partial<MonthlyFee> {
    const fee: Partial<Writable<MonthlyFee>> = {}
    for (const field of ['monthlyFee', 'discount'] as const) {
      const amount = this.read(field, readAmount)
      if (amount === undefined) continue
      if (amount < 0) this.report('amount-negative', field, `"${this.cell(field)}" may not be negative`)
      else fee[field] = amount
    }
    return fee
  }

  readBalance(): Money | null {
    const amount = this.read('balance', readAmount)
    if (amount === undefined || amount === nothing) return amount ?? null
    if (saysSide(this.cell('balance'))) return amount
    const { isMinusOwed } = this.file
    if (isMinusOwed !== null) return isMinusOwed ? opposite(amount) : amount
    this.reportOpen('balance', 'whether a minus means owed or paid ahead')
    return null
  }

  private readOldNumber(field: 'oldNumber' | 'rollNo'): string {
    const number = this.read(field, (text) => readText(text, longestOldNumber)) ?? ''
    if (looksLikeDate(number))
      this.report('looks-like-date', field, `"${number}" may be a number that Excel made a date`, true)
    return number
  }

  /** Reads the roll number, and the number in the school's earlier register. */
  readNumbers(): Pick<RowReading, 'rollNo' | 'oldNumber'> {
    const oldNumber = this.readOldNumber('oldNumber')
    const { numbering, hasColumn } = this.file
    if (numbering === null) this.reportOpen('rollNo', 'whether the roll numbers are kept')
    if (numbering === 'keep') return { rollNo: this.read('rollNo', readRollNo) ?? null, oldNumber }
    if (numbering === null || hasColumn('oldNumber')) return { rollNo: null, oldNumber }
    return { rollNo: null, oldNumber: this.readOldNumber('rollNo') }
  }
}

const unknownCodes = {
  studentClass: 'class-unknown',
  section: 'section-unknown',
  gender: 'gender-unknown',
} as const satisfies Record<ListedField, string>

/** Returns true unless the class text, as in `5 Red`, names another section than the section column. */
const fitsSection = ({ rest }: ClassReading, sectionText: string): boolean =>
  rest === '' || keyOfValue(rest) === keyOfValue(sectionText)

/** Reads every cell of a row whose column has a field. */
export function readRow(file: ImportFile, row: GivenRow): RowReading {
  const reader = new RowReader(file, row)
  for (const field of file.doubled)
    reader.report('column-twice', field, `Two columns are ${fieldLabel(field)}: leave one out`)
  const numbers = reader.readNumbers()
  reader.readTexts()
  reader.readDates()
  reader.readListed()
  const fee = reader.readFee()
  const balance = reader.readBalance()
  const { record, problems, unknownValues } = reader
  return { row, ...numbers, record, fee, balance, problems, unknownValues }
}
