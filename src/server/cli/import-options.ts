// The options that describe a file on the command line, instead of the questions on the screen.

import { readFile } from 'node:fs/promises'
import { calendarDate } from '#domain/calendar.ts'
import { guessColumns } from '#domain/import/columns.ts'
import {
  importFields,
  type ChosenValues,
  type ImportField,
  type ImportKind,
  type ImportSettings,
} from '#domain/import/import.ts'
import { allSheets, readFileTable, type FileNote, type FileTable } from '#domain/import/sheets.ts'
import { classes, genders, sections } from '#domain/school.ts'
import { readSheets } from '#files/read-sheets.ts'
import type { CommandInput, Option } from './command.ts'
import { CommandError, UsageError } from './terminal.ts'

/** Returns the choice that the operator typed. */
export function parseChoice<T extends string>(
  option: string,
  choices: readonly T[],
  text: string | undefined,
): T | null {
  if (text === undefined) return null
  const choice = choices.find((each) => each === text)
  if (choice === undefined) throw new UsageError(`--${option} is one of: ${choices.join(', ')}`)
  return choice
}

/** Splits `KG=Prep; A=Red` into pairs. */
function parsePairs(option: string, text = ''): readonly (readonly [string, string])[] {
  return text
    .split(';')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const separator = pair.lastIndexOf('=')
      if (separator < 0) throw new UsageError(`--${option} has pairs such as "KG=Prep; A=Red"`)
      return [pair.slice(0, separator).trim(), pair.slice(separator + 1).trim()]
    })
}

/** Returns the classes, sections and genders of the school that the operator typed for values of the file. */
function parseValues(text: string | undefined): ChosenValues {
  const pairs = parsePairs('values', text)
  const schoolValues = new Set<string>([...classes, ...sections, ...genders])
  for (const [, our] of pairs)
    if (!schoolValues.has(our))
      throw new UsageError(`"${our}" is neither a class nor a section nor a gender of the school`)
  const valuesFor = <Ours extends string>(ours: readonly Ours[]): Readonly<Record<string, Ours>> =>
    Object.fromEntries(
      pairs.flatMap(([theirs, our]) => ours.filter((one) => one === our).map((one) => [theirs, one])),
    )
  return { studentClass: valuesFor(classes), section: valuesFor(sections), gender: valuesFor(genders) }
}

/** Reads `12=7; 15=new`, the student of each row in doubt. */
const parseChildren = (text: string | undefined): Record<string, number | null> =>
  Object.fromEntries(
    parsePairs('children', text).map(([row, child]) => {
      if (!/^\d+$/.test(row) || !/^(?:new|\d+)$/.test(child))
        throw new UsageError('--children has rows with roll numbers, such as "12=7; 15=new"')
      return [row, child === 'new' ? null : Number(child)]
    }),
  )

/** Returns the guessed columns, corrected by the columns that the operator named. */
export function columnsOf(
  kind: ImportKind,
  {
    headings,
    rows,
  }: {
    readonly headings: readonly string[]
    readonly rows: readonly { readonly cells: readonly string[] }[]
  },
  option: CommandInput['option'],
): readonly (ImportField | null)[] {
  const fieldByHeading = new Map(parsePairs('columns', option('columns')))
  const chosenFields = new Map(
    [...fieldByHeading].map(([heading, field]) => [
      heading,
      field === 'none' ? null : parseChoice('columns', importFields, field),
    ]),
  )
  const unknown = [...fieldByHeading.keys()].find((heading) => !headings.includes(heading))
  if (unknown !== undefined) throw new UsageError(`The file has no column "${unknown}"`)
  const guessed = guessColumns(
    kind,
    headings,
    rows.slice(0, 50).map(({ cells }) => cells),
  )
  const takenFields = new Set(chosenFields.values())
  return headings.map((heading, column) => {
    const field = guessed[column] ?? null
    if (chosenFields.has(heading)) return chosenFields.get(heading) ?? null
    return takenFields.has(field) ? null : field
  })
}

export function settingsOf(columns: ImportSettings['columns'], { option }: CommandInput): ImportSettings {
  const asOfText = option('as-of')
  const asOf = asOfText === undefined ? null : calendarDate(asOfText)
  if (asOfText !== undefined && asOf === null) throw new UsageError('--as-of is a date such as 2026-10-31')
  const order = parseChoice('dates', ['day-first', 'month-first'], option('dates'))
  const minus = parseChoice('minus', ['paid-ahead', 'owed'], option('minus'))
  return {
    columns,
    values: parseValues(option('values')),
    dateOrder: order === null ? null : order === 'day-first' ? 'day first' : 'month first',
    balanceSign: minus === null ? null : minus === 'owed' ? 'minus is owed' : 'minus is paid ahead',
    numbering: parseChoice('numbers', ['keep', 'new'], option('numbers')),
    asOf,
    children: parseChildren(option('children')),
  }
}

/** The options that select the parts of a file to read. */
export const tableOptions: readonly Option[] = [
  { name: 'sheet', value: 'NAME', optional: true, summary: 'the sheet to read, or all; else the first' },
  { name: 'leave-out-hidden', summary: 'leave out the rows that a filter or a person hid in Excel' },
  { name: 'class', value: 'CLASS', optional: true, summary: 'the class of every row' },
  { name: 'section', value: 'SECTION', optional: true, summary: 'the section of every row' },
]

/** The option that changes the subject of a note, and the words that suggest it. */
const hints: Readonly<Partial<Record<FileNote['about'], readonly [option: string, words: string]>>> = {
  sheets: ['sheet', 'add --sheet all, or --sheet with a name'],
  'hidden rows': ['leave-out-hidden', 'add --leave-out-hidden to leave them out'],
  class: ['class', 'add --class and --section to say others'],
}

/** Lists the parts of the file that are not read as they appear, with the option that changes this if it is not set. */
export const noteLines = (notes: readonly FileNote[], { option, has }: CommandInput): string[] =>
  notes.map(({ about, words }) => {
    const [name = '', hint = ''] = hints[about] ?? []
    return hint === '' || has(name) || option(name) !== undefined ? words : `${words}; ${hint}`
  })

type Table = Extract<FileTable, { readonly ok: true }>

/** Reads the table of an Excel or CSV file as the options select it. Throws CommandError for a file without a table. */
export async function readTableFile(
  what: ImportKind,
  path: string,
  { option, has }: CommandInput,
): Promise<Table> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new CommandError(`The file "${path}" cannot be read`, { cause: error })
  })
  const read = await readSheets(bytes)
  if (!read.ok) throw new CommandError(read.message)
  const sheet = option('sheet') ?? null
  const names = read.sheets.map(({ name }) => name)
  if (sheet !== null && sheet !== 'all' && !names.includes(sheet))
    throw new CommandError(`The file has no sheet "${sheet}": ${names.join(', ')}`)
  const table = readFileTable(what, read.sheets, {
    sheet: sheet === 'all' ? allSheets : sheet,
    leavesOutHidden: has('leave-out-hidden'),
    studentClass: parseChoice('class', classes, option('class')),
    section: parseChoice('section', sections, option('section')),
  })
  if (!table.ok) throw new CommandError(table.message)
  return table
}
