// The facts of the file as a whole, found before a row is read: the order of its dates, the sign of its balances, the
// origin of its numbers, and the questions that it leaves open.

import { lastOfMonth, monthOf, type CalendarDate } from '#domain/calendar.ts'
import { isClosed } from '#domain/closed-days.ts'
import { nothing, type Money } from '#domain/money.ts'
import { withoutSpaces } from '#domain/plain-text.ts'
import {
  fieldsOfKind,
  type DateOrder,
  type GivenRow,
  type ImportField,
  type ImportSettings,
  type ImportSources,
  type ListedField,
  type Numbering,
  type OpenQuestion,
} from './import.ts'
import { readAmount, readDate, readRollNo, saysNothing, saysSide, type DateReading } from './values.ts'

/** An example of a value that decides the order of dates. */
interface Example {
  readonly rowNo: number
  readonly text: string
}

export interface ImportFile {
  readonly kind: ImportSources['kind']
  readonly settings: ImportSettings
  readonly today: CalendarDate
  /** Fields that two columns claim; no row is read until one is chosen. */
  readonly doubled: readonly ImportField[]
  readonly hasColumn: (field: ImportField) => boolean
  /** The cell of a field, trimmed; '' if the row or the file has none. */
  readonly cell: (row: GivenRow, field: ImportField) => string
  /** The office's choice for a value of a listed field, by its folded text. */
  readonly chosen: Readonly<Record<ListedField, ReadonlyMap<string, string>>>
  /** Null while it is open. */
  readonly dateOrder: DateOrder | null
  /** A value of each order if the file has both; it has no order that fits all of them. */
  readonly mixed: Readonly<Record<DateOrder, Example>> | null
  /**
   * A text of each column of dates that Excel did not take for a date, as its PC has the other order: in such a column the
   * dates that it did take may have day and month exchanged.
   */
  readonly exchangedBy: ReadonlyMap<ImportField, Example>
  /** Columns in which dates with a word for the month have days after the 12th, so that they are as they were typed. */
  readonly inWords: ReadonlySet<ImportField>
  /** True if a row has only the cells of a register without its children: number, class and section. */
  readonly isPrepared: (row: GivenRow) => boolean
  /** True if a minus says that the child owes; null while it is open. */
  readonly isMinusOwed: boolean | null
  /** Null while it is open. */
  readonly numbering: Numbering | null
  /** The valid day of the balances; null while it is open or wrong. */
  readonly asOf: CalendarDate | null
  /** The error in the day of the balances. */
  readonly asOfError: string | null
  readonly feeLimit: ImportSources['feeLimit']
  readonly questions: readonly OpenQuestion[]
}

type Reader = Pick<ImportFile, 'hasColumn' | 'cell' | 'settings' | 'today' | 'kind'>
type About = OpenQuestion['about']

const dateFields = ['dateOfBirth', 'admissionDate'] as const satisfies readonly ImportField[]

export const openQuestion = (
  file: Pick<ImportFile, 'cell'>,
  about: About,
  row: GivenRow,
  value: string,
): OpenQuestion => ({ about, rowNo: row.rowNo, studentName: file.cell(row, 'studentName'), value })

/** True if a date has a word for its month. */
export const hasWord = (text: string): boolean => /\p{L}{3}/u.test(text)

const bothPossible = (reading: DateReading): boolean =>
  reading.kind === 'by order' && reading.dates['day first'] !== null && reading.dates['month first'] !== null

/** The order in which alone a date is possible. */
const onlyOrder = (reading: DateReading): DateOrder | null => {
  if (reading.kind === 'date' || bothPossible(reading)) return null
  return reading.dates['day first'] ? 'day first' : reading.dates['month first'] ? 'month first' : null
}

/** Every date of the file. */
function* datesIn(reader: Reader, rows: readonly GivenRow[]) {
  for (const row of rows) {
    for (const field of dateFields) {
      const text = reader.cell(row, field)
      const reading = text === '' ? null : readDate(text, reader.today)
      if (reading) yield { row, field, text, reading }
    }
  }
}

/** Looks through all dates of the file, because one 15/03/2015 decides the order of the others. */
function findDateOrder(reader: Reader, rows: readonly GivenRow[]) {
  const deciding: Partial<Record<DateOrder, Example>> = {}
  const exchangedBy = new Map<ImportField, Example>()
  const inWords = new Set<ImportField>()
  let either: OpenQuestion | null = null
  for (const { row, field, text, reading } of datesIn(reader, rows)) {
    const order = onlyOrder(reading)
    if (reading.kind === 'date' && hasWord(text) && reading.date.slice(8) > '12') inWords.add(field)
    if (order) {
      const example = { rowNo: row.rowNo, text }
      deciding[order] ??= example
      if (!exchangedBy.has(field)) exchangedBy.set(field, example)
    } else if (bothPossible(reading)) either ??= openQuestion(reader, 'date order', row, text)
  }
  return { ...orderBy(deciding, reader.settings.dateOrder, either), exchangedBy, inWords }
}

/** The order by the deciding dates; if they disagree, the office's choice says which of them are read. */
function orderBy(
  deciding: Readonly<Partial<Record<DateOrder, Example>>>,
  chosen: DateOrder | null,
  either: OpenQuestion | null,
): Pick<ImportFile, 'dateOrder' | 'mixed'> & { readonly question: OpenQuestion | null } {
  const { 'day first': dayFirst, 'month first': monthFirst } = deciding
  if (dayFirst && monthFirst)
    return { dateOrder: chosen, mixed: { 'day first': dayFirst, 'month first': monthFirst }, question: null }
  const dateOrder = dayFirst ? 'day first' : monthFirst ? 'month first' : chosen
  return { dateOrder, mixed: null, question: dateOrder === null ? either : null }
}

/** A question with the first row whose balance `isMeant` accepts; null if there is none. */
function findBalance(
  about: About,
  reader: Reader,
  rows: readonly GivenRow[],
  isMeant: (balance: Money, text: string) => boolean,
): OpenQuestion | null {
  if (!reader.hasColumn('balance')) return null
  for (const row of rows) {
    const text = reader.cell(row, 'balance')
    const amount = readAmount(text)
    if (amount.ok && isMeant(amount.value, text)) return openQuestion(reader, about, row, text)
  }
  return null
}

function findNumbering(reader: Reader, rows: readonly GivenRow[]) {
  const { numbering } = reader.settings
  if (!reader.hasColumn('rollNo')) return { numbering: 'new' as const, question: null }
  if (reader.kind !== 'students') return { numbering: numbering ?? 'keep', question: null }
  if (numbering) return { numbering, question: null }
  const row = rows.find((given) => readRollNo(reader.cell(given, 'rollNo')).ok)
  if (!row) return { numbering: 'new' as const, question: null }
  return { numbering: null, question: openQuestion(reader, 'numbering', row, reader.cell(row, 'rollNo')) }
}

function asOfErrorOf(
  asOf: CalendarDate | null,
  { today, closedUntil }: Pick<ImportSources, 'today' | 'closedUntil'>,
): string | null {
  if (asOf === null) return null
  if (asOf > today) return 'The day of the balances cannot be in the future'
  if (isClosed(asOf, { closedUntil })) return 'The books are closed on the day of the balances'
  return asOf === lastOfMonth(monthOf(asOf)) ? null : 'The day of the balances has to be the last of a month'
}

const folded = (values: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(values).map(([text, ours]) => [keyOfValue(text), ours]))

/** Values that differ only in case, accents or punctuation are chosen together. */
export const keyOfValue = (text: string): string => withoutSpaces(text) || text.trim()

function columnsOf({ kind, settings }: ImportSources) {
  const at = new Map<ImportField, number>()
  const doubled = new Set<ImportField>()
  for (const [place, field] of settings.columns.entries()) {
    if (field === null || !fieldsOfKind[kind].includes(field)) continue
    if (at.has(field)) doubled.add(field)
    else at.set(field, place)
  }
  return { at, doubled: [...doubled] }
}

const preparedFields: ReadonlySet<ImportField> = new Set(['rollNo', 'oldNumber', 'studentClass', 'section'])
const amountFields: ReadonlySet<ImportField> = new Set(['monthlyFee', 'discount', 'balance'])

/** True if a cell gives nothing; a formula gives an amount of 0 for an empty line. */
function givesNothing(field: ImportField, text: string): boolean {
  const amount = amountFields.has(field) ? readAmount(text) : null
  return text === '' || (amount?.ok === true && amount.value === nothing)
}

/** Reads what the whole file decides; rows that are left out or prepared decide nothing. */
export function readFile(sources: ImportSources, given: readonly GivenRow[]): ImportFile {
  const { kind, settings, today } = sources
  const { at, doubled } = columnsOf(sources)
  const cell = (row: GivenRow, field: ImportField) => {
    const text = row.cells[at.get(field) ?? -1]?.trim() ?? ''
    return field !== 'balance' && field !== 'discount' && saysNothing(text) ? '' : text
  }
  const fields = [...at.keys()].filter((field) => kind !== 'students' || !preparedFields.has(field))
  const isPrepared = (row: GivenRow): boolean =>
    fields.every((field) => givesNothing(field, cell(row, field)))
  const reader = { kind, settings, today, hasColumn: (field: ImportField) => at.has(field), cell }
  const rows = given.filter((row) => !isPrepared(row))
  const dates = findDateOrder(reader, rows)
  // Schools do not agree on the meaning of a balance below nothing.
  const negative = findBalance(
    'balance sign',
    reader,
    rows,
    (balance, text) => balance < nothing && !saysSide(text),
  )
  const numbers = findNumbering(reader, rows)
  const { balanceSign, asOf } = settings
  const asOfError = asOfErrorOf(asOf, sources)
  const signQuestion = balanceSign === null ? negative : null
  const others = [dates.question, signQuestion, numbers.question].filter((question) => question !== null)
  // Rows that wait for an answer do not say yet whether they bring a balance, and the office is to answer all questions at once.
  const dayQuestion =
    others.length > 0 && asOf === null
      ? findBalance('as of', reader, rows, (balance) => balance !== nothing)
      : null
  return {
    ...reader,
    doubled,
    chosen: {
      studentClass: folded(settings.values.studentClass),
      section: folded(settings.values.section),
      gender: folded(settings.values.gender),
    },
    dateOrder: dates.dateOrder,
    mixed: dates.mixed,
    exchangedBy: dates.exchangedBy,
    inWords: dates.inWords,
    isPrepared,
    isMinusOwed: signQuestion ? null : balanceSign === 'minus is owed',
    numbering: numbers.numbering,
    asOf: asOfError ? null : asOf,
    asOfError,
    feeLimit: sources.feeLimit,
    questions: dayQuestion ? [...others, dayQuestion] : others,
  }
}
