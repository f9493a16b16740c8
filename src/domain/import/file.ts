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
  /** Fields that two columns have; every row is refused until one of them is left out. */
  readonly doubled: readonly ImportField[]
  readonly hasColumn: (field: ImportField) => boolean
  /** The cell of a field, trimmed; '' if the row or the file has none. */
  readonly cell: (row: GivenRow, field: ImportField) => string
  /** The office's choice for a value of a listed field, by its folded text. */
  readonly chosen: Readonly<Record<ListedField, ReadonlyMap<string, string>>>
  /** Null while the question is open. */
  readonly dateOrder: DateOrder | null
  /** An example of each order if the file mixes both, so that no order fits all its dates; otherwise null. */
  readonly mixed: Readonly<Record<DateOrder, Example>> | null
  /**
   * For each column of dates, a text that Excel did not take for a date because its PC has the other order: dates in
   * this column that Excel did take may have day and month exchanged.
   */
  readonly exchangedBy: ReadonlyMap<ImportField, Example>
  /** Columns in which dates with a word for the month have days after the 12th, so they are as they were typed. */
  readonly inWords: ReadonlySet<ImportField>
  /** Returns true if a row has only number, class and section, like an empty line of a prepared register. */
  readonly isPrepared: (row: GivenRow) => boolean
  /** True if a minus means that the child owes; null while the question is open. */
  readonly isMinusOwed: boolean | null
  /** Null while the question is open. */
  readonly numbering: Numbering | null
  /** The day of the balances; null while it is missing or wrong. */
  readonly asOf: CalendarDate | null
  /** The error in the day of the balances; null if there is none. */
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

/** Returns true if a date has a word for its month. */
export const hasWord = (text: string): boolean => /\p{L}{3}/u.test(text)

const isAmbiguous = (reading: DateReading): boolean =>
  reading.kind === 'by order' && reading.dates['day first'] !== null && reading.dates['month first'] !== null

/** Returns the only order in which a date is possible; null if both orders, or neither, are possible. */
const onlyOrder = (reading: DateReading): DateOrder | null => {
  if (reading.kind === 'date' || isAmbiguous(reading)) return null
  return reading.dates['day first'] ? 'day first' : reading.dates['month first'] ? 'month first' : null
}

function* datesIn(reader: Reader, rows: readonly GivenRow[]) {
  for (const row of rows) {
    for (const field of dateFields) {
      const text = reader.cell(row, field)
      const reading = text === '' ? null : readDate(text, reader.today)
      if (reading) yield { row, field, text, reading }
    }
  }
}

/** Looks through all dates of the file, because one 15/03/2015 decides the order of the other dates. */
function findDateOrder(reader: Reader, rows: readonly GivenRow[]) {
  const deciding: Partial<Record<DateOrder, Example>> = {}
  const exchangedBy = new Map<ImportField, Example>()
  const inWords = new Set<ImportField>()
  let ambiguity: OpenQuestion | null = null
  for (const { row, field, text, reading } of datesIn(reader, rows)) {
    const order = onlyOrder(reading)
    if (reading.kind === 'date' && hasWord(text) && reading.date.slice(8) > '12') inWords.add(field)
    if (order) {
      const example = { rowNo: row.rowNo, text }
      deciding[order] ??= example
      if (!exchangedBy.has(field)) exchangedBy.set(field, example)
    } else if (isAmbiguous(reading)) ambiguity ??= openQuestion(reader, 'date order', row, text)
  }
  return { ...orderBy(deciding, reader.settings.dateOrder, ambiguity), exchangedBy, inWords }
}

/** Derives the order from the deciding dates; if they disagree, the office's choice decides which dates are read. */
function orderBy(
  deciding: Readonly<Partial<Record<DateOrder, Example>>>,
  chosen: DateOrder | null,
  ambiguity: OpenQuestion | null,
): Pick<ImportFile, 'dateOrder' | 'mixed'> & { readonly question: OpenQuestion | null } {
  const { 'day first': dayFirst, 'month first': monthFirst } = deciding
  if (dayFirst && monthFirst)
    return { dateOrder: chosen, mixed: { 'day first': dayFirst, 'month first': monthFirst }, question: null }
  const dateOrder = dayFirst ? 'day first' : monthFirst ? 'month first' : chosen
  return { dateOrder, mixed: null, question: dateOrder === null ? ambiguity : null }
}

/** Returns a question about the first row whose balance `isInDoubt` accepts; null if there is none. */
function findBalance(
  about: About,
  reader: Reader,
  rows: readonly GivenRow[],
  isInDoubt: (balance: Money, text: string) => boolean,
): OpenQuestion | null {
  if (!reader.hasColumn('balance')) return null
  for (const row of rows) {
    const text = reader.cell(row, 'balance')
    const amount = readAmount(text)
    if (amount.ok && isInDoubt(amount.value, text)) return openQuestion(reader, about, row, text)
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

const choicesByKey = (values: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(values).map(([text, ours]) => [keyOfValue(text), ours]))

/** Returns one key for values that differ only in case, accents or punctuation, so that they are chosen together. */
export const keyOfValue = (text: string): string => withoutSpaces(text) || text.trim()

function columnsOf({ kind, settings }: ImportSources) {
  const places = new Map<ImportField, number>()
  const doubled = new Set<ImportField>()
  for (const [index, field] of settings.columns.entries()) {
    if (field === null || !fieldsOfKind[kind].includes(field)) continue
    if (places.has(field)) doubled.add(field)
    else places.set(field, index)
  }
  return { places, doubled: [...doubled] }
}

const preparedFields: ReadonlySet<ImportField> = new Set(['rollNo', 'oldNumber', 'studentClass', 'section'])
const amountFields: ReadonlySet<ImportField> = new Set(['monthlyFee', 'discount', 'balance'])

/** Returns true for an empty cell, and for an amount of 0, which a formula gives for an empty line. */
function isEmptyValue(field: ImportField, text: string): boolean {
  const amount = amountFields.has(field) ? readAmount(text) : null
  return text === '' || (amount?.ok === true && amount.value === nothing)
}

/** Reads the facts that the whole file decides; rows that are left out or prepared do not count. */
export function readFile(sources: ImportSources, given: readonly GivenRow[]): ImportFile {
  const { kind, settings, today } = sources
  const { places, doubled } = columnsOf(sources)
  const cell = (row: GivenRow, field: ImportField) => {
    const text = row.cells[places.get(field) ?? -1]?.trim() ?? ''
    return field !== 'balance' && field !== 'discount' && saysNothing(text) ? '' : text
  }
  const fields = [...places.keys()].filter((field) => kind !== 'students' || !preparedFields.has(field))
  const isPrepared = (row: GivenRow): boolean =>
    fields.every((field) => isEmptyValue(field, cell(row, field)))
  const reader = { kind, settings, today, hasColumn: (field: ImportField) => places.has(field), cell }
  const rows = given.filter((row) => !isPrepared(row))
  const dates = findDateOrder(reader, rows)
  // Schools do not agree on the meaning of a negative balance.
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
  // Rows that wait for an answer may turn out to bring a balance, and the office is to answer all questions at once.
  const dayQuestion =
    others.length > 0 && asOf === null
      ? findBalance('as of', reader, rows, (balance) => balance !== nothing)
      : null
  return {
    ...reader,
    doubled,
    chosen: {
      studentClass: choicesByKey(settings.values.studentClass),
      section: choicesByKey(settings.values.section),
      gender: choicesByKey(settings.values.gender),
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
