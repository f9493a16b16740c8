import { basename } from 'node:path'
import { agree, count } from '#domain/count.ts'
import { duesLeftOut, feesLeftOut } from '#domain/import/columns.ts'
import { importFieldLabel, importKinds, type ImportKind, type ImportSettings } from '#domain/import/import.ts'
import { formatRupees } from '#domain/money.ts'
import { findRules } from '#server/records/campus-rules.ts'
import { lockCampus } from '#server/records/campus/school.ts'
import { insertImport, saveLeftOut } from '#server/records/imports/imports.ts'
import { listObstacles, withdrawImport } from '#server/records/imports/moving-in.ts'
import { operatorScope, type Scope } from '#server/records/scope.ts'
import {
  applyOpenImport,
  checkOpenImport,
  lockOpenImport,
  requireImport,
} from '#server/services/open-import.ts'
import { requireCampus } from './arguments.ts'
import type { Command, CommandCall } from './command.ts'
import {
  columnsOf,
  noteLines,
  parseChoice,
  readTableFile,
  settingsOf,
  tableOptions,
} from './import-options.ts'
import { alignColumns, CommandError, UsageError } from './terminal.ts'

type Table = Awaited<ReturnType<typeof readTableFile>>
type Check = Awaited<ReturnType<typeof checkOpenImport>>

/** Thrown to roll back the transaction of a dry run. */
class DryRun extends Error {
  readonly hasRefused: boolean

  constructor(hasRefused: boolean) {
    super('Dry run')
    this.hasRefused = hasRefused
  }
}

async function runImport(call: CommandCall): Promise<void | 1> {
  const {
    args: [path = ''],
    option,
    has,
    db,
    clock,
    terminal,
    database,
  } = call
  const what = parseChoice('what', importKinds, option('what')) ?? 'students'
  const campus = await requireCampus(db, option('campus'))
  const table = await readTableFile(what, path, call)
  const settings = settingsOf(columnsOf(what, table, option), call)
  for (const line of [...noteLines(table.notes, call), ...columnLines(what, table, settings)])
    terminal.say(line)
  try {
    return await db.transaction().execute(async (trx) => {
      await lockCampus(trx, campus)
      const scopeWithoutRules = operatorScope(trx, campus, clock())
      const scope = operatorScope(trx, campus, clock(), await findRules(scopeWithoutRules))
      const { headings, rows } = table
      const fileName = basename(path).slice(0, 200)
      const importNo = await insertImport(scope, { what, fileName, headings, rows })
      const checked = await checkAll(scope, importNo, settings, has('leave-out-refused'))
      for (const line of checkLines(checked)) terminal.say(line)
      if (has('dry-run')) throw new DryRun(checked.counts.refused > 0)
      if (checked.counts.refused > 0)
        throw new CommandError('Nothing was written: correct the refused rows, or add --leave-out-refused')
      await applyOpenImport(scope, await lockOpenImport(scope, importNo), checked.counts)
      terminal.say(`Import ${importNo} was applied`)
      if (what === 'students' || what === 'fees')
        terminal.say('An admin can make a fee plan from these fees: Administration, Fee plan')
    })
  } catch (error) {
    if (!(error instanceof DryRun)) throw error
    terminal.say('This was a dry run: nothing was written')
    if (error.hasRefused) return 1
  } finally {
    await database.afterBulkWork()
  }
}

/** Checks the rows, and leaves out the refused ones if `leavesOut` is set. */
async function checkAll(
  scope: Scope,
  importNo: number,
  settings: ImportSettings,
  leavesOut: boolean,
): Promise<Check> {
  const checked = await checkOpenImport(scope, await lockOpenImport(scope, importNo), settings)
  if (!leavesOut || checked.counts.refused === 0) return checked
  const refusedRows = checked.problems.filter(({ isWarning }) => !isWarning).flatMap(({ rows }) => rows)
  await saveLeftOut(scope, importNo, { rows: [...new Set(refusedRows)], isLeftOut: true })
  return checkOpenImport(scope, await lockOpenImport(scope, importNo), settings)
}

const columnLines = (what: ImportKind, { headings, rows }: Table, { columns }: ImportSettings): string[] => [
  ...alignColumns([
    ['COLUMN', 'IS'],
    ...headings.map((heading, column) => {
      const field = columns[column] ?? null
      return [heading, field === null ? 'left out' : importFieldLabel(field)]
    }),
  ]),
  ...duesLeftOut(
    what,
    columns,
    headings,
    rows.map(({ cells }) => cells),
  ).map(
    (heading) =>
      `The column "${heading}" looks like dues and is left out; add --columns "${heading}=balance"`,
  ),
  ...feesLeftOut(what, columns, headings).map(
    (heading) =>
      `The column "${heading}" looks like the fee and is left out; add --columns "${heading}=monthlyFee" if it is`,
  ),
]

const questionWords: Readonly<Record<Check['questions'][number]['about'], string>> = {
  'date order': 'add --dates day-first or --dates month-first',
  'balance sign': 'add --minus owed or --minus paid-ahead',
  numbering: 'add --numbers keep or --numbers new',
  'as of': 'add --as-of with the day of the balances, the last of a month',
}

/** Returns the results of the check in lines for the operator. */
function checkLines({ questions, unknownValues, doubts, counts, sums, problems }: Check): string[] {
  return [
    `${counts.new} new, ${counts.changed} changed, ${counts.same} same, ${counts.refused} refused, ${counts.leftOut} left out`,
    `${count(sums.students, 'student')}, monthly fees ${formatRupees(sums.monthlyFees)}, opening dues ` +
      `${formatRupees(sums.openingDues)}, advances ${formatRupees(sums.openingAdvances)}`,
    ...(sums.incomplete > 0 ? [`${count(sums.incomplete, 'record')} to complete later`] : []),
    ...questions.map(
      ({ about, rowNo, studentName, value }) =>
        `Row ${rowNo}, ${studentName}, "${value}" can be read in two ways: ${questionWords[about]}`,
    ),
    ...unknownValues.map(
      ({ field, value, rows }) =>
        `"${value}" in ${count(rows, 'row')} is not a ${importFieldLabel(field)} of the school: add it to --values`,
    ),
    ...doubts.map(({ rowNo, child, message, students, mayBeNew }) => {
      const choices = students.map(({ rollNo, words }) => `${rowNo}=${rollNo} for ${words}`)
      const allChoices = mayBeNew ? [...choices, `${rowNo}=new for a new child`] : choices
      return `Row ${rowNo}, ${child}: ${message}. Add to --children ${allChoices.join(', or ')}`
    }),
    ...problems.map(({ isWarning, message, rows }) => {
      const first = rows.slice(0, 10).join(', ')
      const more = rows.length > 10 ? ` and ${rows.length - 10} more` : ''
      return `${isWarning ? 'Warning' : 'Refused'}: ${message} (${agree(rows.length, 'row', 'rows')} ${first}${more})`
    }),
  ]
}

async function runWithdraw({ args: [text = ''], option, db, clock, terminal }: CommandCall): Promise<void> {
  const importNo = Number(text)
  if (!Number.isInteger(importNo)) throw new UsageError('import withdraw takes the number of an import')
  const campus = await requireCampus(db, option('campus'))
  await db.transaction().execute(async (trx) => {
    await lockCampus(trx, campus)
    const scope = operatorScope(trx, campus, clock())
    const storedImport = await requireImport(scope, importNo)
    if (storedImport.state !== 'applied') throw new CommandError(`Import ${importNo} is not applied`)
    if ((storedImport.counts?.changed ?? 0) > 0) {
      throw new CommandError(
        'It changed records and fees too, which are not changed back: import the earlier values',
      )
    }
    const [first, ...more] = await listObstacles(scope, storedImport)
    if (first) {
      const others = more.length > 0 ? `, and ${more.length} more` : ''
      throw new CommandError(`Nothing was withdrawn: roll number ${first.rollNo} ${first.why}${others}`)
    }
    await withdrawImport(scope, storedImport)
  })
  terminal.say(`Import ${importNo} was withdrawn`)
}

const campusOption = { name: 'campus', value: 'CAMPUS', summary: 'the campus' }

export const importCommands: readonly Command[] = [
  {
    name: 'import withdraw',
    takes: ['NUMBER'],
    options: [campusOption],
    summary: 'take back an import, while nothing else happened to its students',
    recorded: true,
    run: runWithdraw,
  },
  {
    name: 'import',
    takes: ['FILE'],
    options: [
      { name: 'what', value: 'WHAT', summary: `what the file holds: ${importKinds.join(', ')}` },
      campusOption,
      {
        name: 'as-of',
        value: 'DATE',
        optional: true,
        summary: 'the day of the balances, the last of a month',
      },
      {
        name: 'dates',
        value: 'ORDER',
        optional: true,
        summary: 'day-first or month-first, where 03/04/2015 can be both',
      },
      {
        name: 'minus',
        value: 'SIGN',
        optional: true,
        summary: 'what a balance with a minus is: owed or paid-ahead',
      },
      {
        name: 'numbers',
        value: 'HOW',
        optional: true,
        summary: 'keep the roll numbers of the file, or give new ones',
      },
      {
        name: 'columns',
        value: 'PAIRS',
        optional: true,
        summary: 'columns by name: "Baqaya=balance; Remarks=none"',
      },
      ...tableOptions,
      { name: 'values', value: 'PAIRS', optional: true, summary: 'their values as ours: "KG=Prep; A=Red"' },
      {
        name: 'children',
        value: 'PAIRS',
        optional: true,
        summary: 'the student of a row in doubt: "12=7; 15=new" by row and roll number',
      },
      { name: 'leave-out-refused', summary: 'leave the refused rows out and bring in the others' },
      { name: 'dry-run', summary: 'check only; nothing is written' },
    ],
    summary:
      "bring in students, balances, fees or contacts from the school's Excel or CSV file, all rows or none",
    recorded: ({ has }) => (has('dry-run') ? null : 'import'),
    run: runImport,
  },
]
