// Rewrites the generated part of docs/performance.md.

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { settings } from './cluster.ts'
import type { ManyCampuses } from './country.ts'
import { format, goalOfRow, ratio, type BenchRow } from './measurement.ts'
import type { Growth } from './office-jobs.ts'
import { voucherCount, type Size } from './school-data.ts'

export interface Results {
  readonly size: Size
  /** The number of times that each row was measured. */
  readonly runs: number
  /** Milliseconds that a fixed computation took before the run and after it. */
  readonly calibration: readonly [number, number]
  readonly minutes: number
  readonly postgres: string
  readonly rows: readonly BenchRow[]
  readonly growth: Growth | undefined
}

const file = 'docs/performance.md'
const [begin, end] = ['<!-- Written by npm run bench: begin -->', '<!-- Written by npm run bench: end -->']

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const heading = [
  '#',
  'Job',
  'Ours',
  'p95',
  'L',
  'Ours / L',
  'Bytes',
  'SQL',
  'Peak memory',
  'Goal',
  'Holds',
  'Note',
]

const cells = (row: BenchRow): string[] => [
  row.row,
  row.what,
  format(row.ours, row.unit),
  row.p95 === undefined ? '' : format(row.p95, row.unit),
  row.limit === null ? '' : format(row.limit, row.unit),
  ratio(row),
  row.bytes === undefined ? '' : format(row.bytes / 1000, 'kB'),
  String(row.statements ?? ''),
  row.memory === undefined ? '' : format(row.memory, 'MB'),
  row.goal,
  row.holds ? 'yes' : '**no**',
  row.note ?? '',
]

const growthTable = ({ schools, jobs }: Growth): string =>
  table(
    ['Job', ...schools],
    jobs.map(({ what, ms }) => [what, ...ms.map((each) => format(each, 'ms'))]),
  )

const git = (...args: readonly string[]): string => execFileSync('git', args).toString().trim()

const today = (): string => new Date().toISOString().slice(0, 10)

function commit(): string {
  const changed = git('status', '--porcelain', '--', 'src', 'scripts', 'package-lock.json') !== ''
  return `${git('rev-parse', '--short', 'HEAD')}${changed ? ' with changes' : ''}`
}

const inRuns = (runs: number): string =>
  runs === 1 ? 'in one run' : `in ${runs} runs; each row shows the run with the median`

function generate({ runs, calibration, minutes, postgres, rows, growth }: Results): string {
  const goalsHeld = rows.filter(({ holds }) => holds).length
  const [before, after] = calibration.map((ms) => format(ms, 'ms'))
  const configured = Object.entries(settings).map(([name, value]) => `${name} ${value}`)
  return `Measured on ${today()} at commit ${commit()} in ${minutes.toFixed(0)} minutes, ${inRuns(runs)}.
**${goalsHeld} of ${rows.length} goals hold.**

${table(heading, rows.map(cells))}

### As the school grows

${growth ? growthTable(growth) : ''}

### Machine

${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Node ${process.versions.node}, PostgreSQL ${postgres} with ${configured.join(', ')}.
A fixed computation took ${before} before the run and ${after} after it.`
}

/** Returns the goal of a line in the page's table; empty for other lines. */
const goalOfLine = (line: string): string => goalOfRow(/^\| (\d+[a-z]?) \|/.exec(line)?.[1] ?? '')

/** Replaces the rows of a goal, or appends them to the table. */
function replaceRows(lines: readonly string[], goal: string, rows: readonly BenchRow[]): string[] {
  const old = lines.findIndex((line) => goalOfLine(line) === goal)
  const index = old === -1 ? lines.findLastIndex((line) => goalOfLine(line) !== '') + 1 : old
  const others = lines.filter((line) => goalOfLine(line) !== goal)
  return others.toSpliced(index, 0, ...rows.map((row) => `| ${cells(row).join(' | ')} |`))
}

/** Replaces the rows of the measured goals, and adds a line with the goals and the commit. */
function replaceGoals(page: string, { runs, rows, calibration }: Results): string {
  const goals = [...new Set(rows.map(({ row }) => goalOfRow(row)))]
  const [before, after] = calibration.map((ms) => format(ms, 'ms'))
  const label = `Rows ${goals.join(', ')} were measured again`
  const lines = goals
    .reduce<readonly string[]>(
      (all, goal) =>
        replaceRows(
          all,
          goal,
          rows.filter(({ row }) => goalOfRow(row) === goal),
        ),
      page.split('\n').filter((line) => !line.startsWith(label)),
    )
    .join('\n')
  const holds = (lines.match(/\| (?:yes|\*\*no\*\*) \|/g) ?? []).map((cell) => cell.includes('yes'))
  const measuredAgain = `${label} on ${today()} at commit ${commit()}, ${inRuns(runs)}; a fixed computation took ${before} before them and ${after} after them.`
  return lines.replace(
    /^\*\*\d+ of \d+ goals hold\.\*\*$/m,
    `${measuredAgain}\n**${holds.filter(Boolean).length} of ${holds.length} goals hold.**`,
  )
}

/** Writes a complete run into the page, or replaces the rows of its goals. */
export function writePage(results: Results, isComplete: boolean): void {
  const [head = '', page = '', tail = ''] = readFileSync(file, 'utf8').split(new RegExp(`${begin}|${end}`))
  const text = isComplete ? generate(results) : replaceGoals(page.trim(), results)
  writeFileSync(file, `${head}${begin}\n\n${text}\n\n${end}${tail}`)
}

const [campusesBegin, campusesEnd] = [
  '<!-- Written by npm run bench -- --rows country: begin -->',
  '<!-- Written by npm run bench -- --rows country: end -->',
]

/** The maximum ratio of a job's time among many campuses to its time in a single campus. */
const maxRatio = 1.3

function campusesTable({ columns, jobs }: ManyCampuses): string {
  const head = ['Job', ...columns, 'Country / one campus', 'Goal', 'Holds']
  return table(
    head,
    jobs.map(({ what, times }) => {
      // The last three columns belong to the largest database.
      const ratios = times.slice(-3).map((each) => each.median / (times[0]?.median ?? Number.NaN))
      return [
        what,
        ...times.map((each) => `${format(each.median, 'ms')} (p95 ${format(each.p95, 'ms')})`),
        ratios.map((each) => each.toFixed(2)).join(', '),
        `<= ${maxRatio}`,
        ratios.every((each) => each <= maxRatio) ? 'yes' : '**no**',
      ]
    }),
  )
}

function describe(result: ManyCampuses): string {
  const { size, bytes, campusBytes, filling } = result
  const count = voucherCount(size)
  const singleCount = voucherCount({ ...size, campuses: 1 })
  const perVoucher = (part: number, total = count) => `${Math.round(part / total).toLocaleString('en')} bytes`
  const minutes = Object.entries(filling.steps).map(
    ([step, seconds]) => `${step} ${format(seconds / 60, 'min')}`,
  )
  return `Measured on ${today()} at commit ${commit()}, PostgreSQL ${result.postgres}: ${size.campuses.toLocaleString('en')} campuses x ${size.students.toLocaleString('en')} students x ${size.months} months, ${count.toLocaleString('en')} vouchers.

${campusesTable(result)}

Disk: ${format(bytes.whole / 1e9, 'GB')}, ${perVoucher(bytes.whole)} for each voucher with its share of students, receipts, history and hashes:
${perVoucher(bytes.tables - bytes.indexes)} for tables and ${perVoucher(bytes.indexes)} for indexes. These indexes were built at once. A campus takes
${perVoucher(campusBytes.grown, singleCount)} for each voucher with indexes that grew row by row, and ${perVoucher(campusBytes.built, singleCount)} with indexes built at once.

Loading the data took: ${minutes.join(', ')}.`
}

export function writeManyCampuses(result: ManyCampuses): void {
  const [head = '', , tail = ''] = readFileSync(file, 'utf8').split(
    new RegExp(`${campusesBegin}|${campusesEnd}`),
  )
  writeFileSync(file, `${head}${campusesBegin}\n\n${describe(result)}\n\n${campusesEnd}${tail}`)
}
