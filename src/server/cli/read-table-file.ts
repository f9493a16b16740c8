import { readFile } from 'node:fs/promises'
import { allSheets, readFileTable, type FileNote, type FileTable } from '#domain/import-sheets.ts'
import type { ImportKind } from '#domain/import.ts'
import { classes, sections } from '#domain/school.ts'
import { readSheets } from '#files/read-sheets.ts'
import type { CommandInput, Option } from './command.ts'
import { CommandError } from './errors.ts'
import { parseChoice } from './import-options.ts'

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
