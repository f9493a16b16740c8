// The operator's description of a file on the command line, in place of the questions of the screen.

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
import { CommandError, UsageError } from './errors.ts'

/** One of a list that the operator typed. */
export function parseChoice<T extends string>(
  option: string,
  choices: readonly T[],
  text: string | undefined,
): T | null {
  if (text === undefined) return null
  const chosen = choices.find((each) => each === text)
  if (chosen === undefined) throw new UsageError(`--${option} is one of: ${choices.join(', ')}`)
  return chosen
}

/** `KG=Prep; A=Red` as pairs. */
function parsePairs(option: string, text = ''): readonly (readonly [string, string])[] {
  return text
    .split(';')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const at = pair.lastIndexOf('=')
      if (at < 0) throw new UsageError(`--${option} has pairs such as "KG=Prep; A=Red"`)
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    })
}

/** The values of the file that the operator translated: each of ours is a class, a section or a gender. */
function parseValues(text: string | undefined): ChosenValues {
  const pairs = parsePairs('values', text)
  const known = new Set<string>([...classes, ...sections, ...genders])
  for (const [, our] of pairs)
    if (!known.has(our))
      throw new UsageError(`"${our}" is neither a class nor a section nor a gender of the school`)
  const chosen = <Ours extends string>(ours: readonly Ours[]): Readonly<Record<string, Ours>> =>
    Object.fromEntries(
      pairs.flatMap(([theirs, our]) => ours.filter((one) => one === our).map((one) => [theirs, one])),
    )
  return { studentClass: chosen(classes), section: chosen(sections), gender: chosen(genders) }
}

/** `12=7; 15=new`: the student of each row in doubt. */
const parseChildren = (text: string | undefined): Record<string, number | null> =>
  Object.fromEntries(
    parsePairs('children', text).map(([row, child]) => {
      if (!/^\d+$/.test(row) || !/^(?:new|\d+)$/.test(child))
        throw new UsageError('--children has rows with roll numbers, such as "12=7; 15=new"')
      return [row, child === 'new' ? null : Number(child)]
    }),
  )

/** The guessed columns, with those that the operator named. */
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
  const named = new Map(parsePairs('columns', option('columns')))
  const chosen = new Map(
    [...named].map(([heading, field]) => [
      heading,
      field === 'none' ? null : parseChoice('columns', importFields, field),
    ]),
  )
  const unknown = [...named.keys()].find((heading) => !headings.includes(heading))
  if (unknown !== undefined) throw new UsageError(`The file has no column "${unknown}"`)
  const guessed = guessColumns(
    kind,
    headings,
    rows.slice(0, 50).map(({ cells }) => cells),
  )
  const taken = new Set(chosen.values())
  return headings.map((heading, column) => {
    const field = guessed[column] ?? null
    if (chosen.has(heading)) return chosen.get(heading) ?? null
    return taken.has(field) ? null : field
  })
}

/** The settings of an import as the options say. */
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

/** The options that say what of a file is read. */
export const tableOptions: readonly Option[] = [
  { name: 'sheet', value: 'NAME', optional: true, summary: 'the sheet to read, or all; else the first' },
  { name: 'leave-out-hidden', summary: 'leave out the rows that a filter or a person hid in Excel' },
  { name: 'class', value: 'CLASS', optional: true, summary: 'the class of every row' },
  { name: 'section', value: 'SECTION', optional: true, summary: 'the section of every row' },
]

/** The option that changes what a note says, and the words that name it. */
const hints: Readonly<Partial<Record<FileNote['about'], readonly [option: string, words: string]>>> = {
  sheets: ['sheet', 'add --sheet all, or --sheet with a name'],
  'hidden rows': ['leave-out-hidden', 'add --leave-out-hidden to leave them out'],
  class: ['class', 'add --class and --section to say others'],
}

/** The parts of the file that are not read, or not as they appear, with the option that changes it unless it was given. */
export const noteLines = (notes: readonly FileNote[], { option, has }: CommandInput): string[] =>
  notes.map(({ about, words }) => {
    const [name = '', hint = ''] = hints[about] ?? []
    return hint === '' || has(name) || option(name) !== undefined ? words : `${words}; ${hint}`
  })

type Table = Extract<FileTable, { readonly ok: true }>

/** The table of an Excel or CSV file, as the options say. Throws CommandError for a file without one. */
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
