// docs/performance.md from what was measured: nobody writes it by hand.

import { writeFileSync } from 'node:fs'
import type { BenchRow } from './bench-row.ts'
import type { Curve, Growth } from './growth.ts'
import type { Measured } from './measured.ts'
import { inWords, ratioOf } from './row-of.ts'
import { reasonFor } from './shortfalls.ts'

const table = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const bytesInWords = (bytes: number | undefined): string => {
  if (bytes === undefined) return ''
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(2)} MB` : `${(bytes / 1e3).toFixed(1)} kB`
}

const goalLine = (row: BenchRow): string[] => [
  row.row,
  row.what,
  inWords(row.ours, row.unit),
  row.p95 === undefined ? '' : inWords(row.p95, row.unit),
  row.limit === null ? '' : inWords(row.limit, row.unit),
  ratioOf(row),
  bytesInWords(row.bytes),
  row.statements === undefined ? '' : String(row.statements),
  row.memory === undefined ? '' : `${Math.round(row.memory)} MB`,
  row.goal,
  row.holds ? 'yes' : '**no**',
  row.note ?? '',
]

const goals = (rows: readonly BenchRow[]): string =>
  table(
    [
      '#',
      'Job',
      'Ours',
      'p95',
      'Limit L',
      'Ours / L',
      'Bytes',
      'SQL',
      'Server at most',
      'Goal',
      'Holds',
      'Note',
    ],
    rows.map(goalLine),
  )

const milliseconds = (ms: number): string => (ms >= 100 ? ms.toFixed(0) : ms.toFixed(ms >= 10 ? 1 : 2))
const growthOf = ({ taken }: Curve): number => (taken.at(-1) ?? Number.NaN) / (taken[0] ?? Number.NaN)

const growthTable = ({ at, curves }: Growth): string =>
  table(
    [
      '#',
      'Job, ms',
      ...at.map(({ words, vouchers }) => `${words} (${vouchers.toLocaleString('en')})`),
      'Last / first',
    ],
    curves.map((curve) => [
      curve.row,
      curve.what,
      ...curve.taken.map(milliseconds),
      growthOf(curve).toFixed(2),
    ]),
  )

const barWidth = 24

/** A bar for each size, the first one's length being the same for all jobs: what does not grow makes a straight edge. */
function chart({ at, curves }: Growth): string {
  const widest = Math.max(...at.map(({ words }) => words.length))
  return curves
    .flatMap(({ row, what, taken }) => [
      `${row.padEnd(3)} ${what}`,
      ...taken.map((ms, n) => {
        const times = ms / (taken[0] ?? Number.NaN)
        const bar = '#'.repeat(Math.min(4 * barWidth, Math.max(1, Math.round((times * barWidth) / 2))))
        return `    ${(at[n]?.words ?? '').padEnd(widest)} ${bar} ${times.toFixed(2)}`
      }),
    ])
    .join('\n')
}

const growths = (all: readonly Growth[]): string =>
  all
    .map(
      (growth) => `### More ${growth.of}

${growthTable(growth)}

\`\`\`
${chart(growth)}
\`\`\``,
    )
    .join('\n\n')

const failing = (rows: readonly BenchRow[]): string => {
  const lines = rows
    .filter(({ holds }) => !holds)
    .map((row) =>
      `- ${row.row}, ${row.what}: ${inWords(row.ours, row.unit)}${row.limit === null ? '' : `, ${ratioOf(row)} x the limit`}; the goal is ${row.goal}. ${reasonFor(row)}`.trimEnd(),
    )
  return lines.length === 0 ? 'Every goal holds.' : `These goals do not hold:\n\n${lines.join('\n')}`
}

const count = (number: number): string => number.toLocaleString('en')

function text({
  day,
  commit,
  machine,
  size,
  settings,
  calibration,
  minutes,
  rows,
  growth,
}: Measured): string {
  const vouchers = size.campuses * size.students * size.months
  const held = rows.filter(({ holds }) => holds).length
  const set = Object.entries(settings).map(([name, value]) => `${name} ${value}`)
  return `# Performance

Written by \`npm run bench\`, not by hand. Measured on ${day} at commit ${commit}, in ${minutes.toFixed(0)} minutes.

**${held} of ${rows.length} goals hold.** ${failing(rows)}

## Figures

${goals(rows)}

*Ours* is the median of several runs after warm-ups, *p95* what 95 of a hundred runs stay within. *Ours / L* above 1 is slower than the
limit (for a rate it is the limit divided by ours). *SQL* counts the statements of one call, without BEGIN and COMMIT. *Server at most* is the most
resident memory of the server's process while the job ran, after all that it had done before.

## As the school grows

Milliseconds (medians) at one desk of one campus. A campus's job should cost what that job's own rows cost, whatever else the tables hold. The
bars show each figure as a multiple of the first one.

${growths(growth)}

## Method

- Data: ${size.campuses} campuses x ${count(size.students)} students x ${size.months} months = ${count(vouchers)} vouchers, the same every time; 85 of 100 paid with receipt and history, the
  last month still to be paid, arrears carried month to month. \`portal verify\` finds nothing broken in it, nor after the payments of row 6.
- Machine: ${machine.join('; ')}.
- PostgreSQL: ${set.filter((words) => !words.startsWith('log')).join(', ')}; a cluster of its own on loopback TCP, warm.
- Ours: the built product in its own process, asked over HTTP/1.1 on connections that stay open, by a clerk who is signed in, as the page
  asks; timed from the first byte sent to the last byte of the packed answer.
- The limit of a row is measured in the same minute on the same database, turn by turn with ours, so that what disturbs the machine disturbs
  both: the same query in the same shape over a bare PostgreSQL connection of which nothing is read; for look-ups and payments a server of
  \`node:http\` and the driver with prepared statements and nothing around them; for payments of eight clients pgbench with the same
  transaction; for sign-in the password's hash alone. The limits work as a user whom no row security narrows.
- Clients share the two cores with the server and the database.
- A loop that only reckons took ${calibration[0].toFixed(1)} ms before and ${calibration[1].toFixed(1)} ms after: the nearer to each other, the less the machine was disturbed.
  Trust the ratios more than the milliseconds.

## Run it

\`\`\`
npm run bench                        # all of it, and this page
npm run bench -- --rows 2,6          # some rows; the page stays as it is
npm run bench -- --rows growth       # the curves
npm run bench -- --small             # a small school, to try the bench itself
npm run bench -- --no-write          # all, without writing the page
npm run bench -- --rewrite           # this page again, from the figures of the last whole run
\`\`\`

It takes PostgreSQL's own programs from the machine; \`DATABASE_URL\` names a server instead, whose user must be a superuser (then nothing
counts the statements). Rows 12, 13 and 16 drive Chromium. The figures as data: \`.reports/bench.json\`.
`
}

/** Writes the page. */
export const writeDoc = (file: string, measured: Measured): void => writeFileSync(file, text(measured))
