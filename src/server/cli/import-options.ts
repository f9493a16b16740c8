// The operator's description of a file on the command line, in place of the questions of the screen.

import { calendarDate } from '#domain/calendar.ts'
import { guessColumns } from '#domain/import-columns.ts'
import {
  importFields,
  type ChosenValues,
  type ImportField,
  type ImportKind,
  type ImportSettings,
} from '#domain/import.ts'
import { classes, genders, sections } from '#domain/school.ts'
import type { CommandInput } from './command.ts'
import { UsageError } from './errors.ts'

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
