// `npm run bench`: every job of the office beside its limit. docs/performance.md tells how, and what came out.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { root } from '#scripts/build.mjs'
import { readyBuild } from '#scripts/ready-build.mjs'
import { makeSchool, openSite, type Measure, type Site } from './bench.ts'
import type { BenchRow } from './bench-row.ts'
import { openCluster, settings, type Cluster } from './cluster.ts'
import type { Size } from './data-set.ts'
import { calibrate } from './figures.ts'
import { measureGrowth, type Growth } from './growth.ts'
import { commitNow, machineNow, type Measured } from './measured.ts'
import { inWords, ratioOf } from './row-of.ts'
import { embeddedRows } from './rows/embedded.ts'
import { feeRecordRows } from './rows/fee-record.ts'
import { fileRows } from './rows/files.ts'
import { generationRows } from './rows/generation.ts'
import { listRows } from './rows/lists.ts'
import { lookUpRows } from './rows/look-ups.ts'
import { memoryRows } from './rows/memory.ts'
import { pageRows } from './rows/page.ts'
import { paymentRows } from './rows/payments.ts'
import { signInRows } from './rows/sign-in.ts'
import { underLoadRows } from './rows/under-load.ts'
import { writeDoc } from './write-doc.ts'

const sizes = {
  full: { campuses: 10, students: 5000, months: 12 },
  small: { campuses: 2, students: 500, months: 3 },
} as const satisfies Record<string, Size>

const page = 'docs/performance.md'
/** What the page was written from; runs of some rows, or of a small school, leave it as it is. */
const [allMeasured, someMeasured] = ['.reports/bench.json', '.reports/bench-some.json']

/** The school as it was made, which others are copied from, and the one that is worked on. */
const [pristine, worked] = ['bench_pristine', 'bench_school']

/** Those that read come first; those that write leave another school behind. */
const measures: readonly Measure[] = [
  signInRows,
  lookUpRows,
  listRows,
  feeRecordRows,
  fileRows,
  memoryRows,
  ...pageRows,
  paymentRows(pristine),
  underLoadRows,
  generationRows(pristine),
  embeddedRows,
]

interface Asked {
  readonly size: Size
  /** The numbers of the rows asked for; null for all. */
  readonly rows: ReadonlySet<string> | null
  readonly write: boolean
  /** Only writes the page again, from what was measured last. */
  readonly rewrite: boolean
}

function readArguments(): Asked {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string' },
      small: { type: 'boolean', default: false },
      'no-write': { type: 'boolean', default: false },
      rewrite: { type: 'boolean', default: false },
    },
  })
  const rows = values.rows === undefined ? null : new Set(values.rows.split(','))
  const write = !values['no-write'] && !values.small && rows === null
  return { size: values.small ? sizes.small : sizes.full, rows, write, rewrite: values.rewrite }
}

function tell(row: BenchRow): void {
  const { limit, unit, goal, holds, note } = row
  const beside = limit === null ? '' : `, limit ${inWords(limit, unit)}, ratio ${ratioOf(row)}`
  const more = note === undefined ? '' : ` (${note})`
  console.log(
    `${row.row.padEnd(5)} ${holds ? 'ok  ' : 'FAIL'} ${row.what}: ${inWords(row.ours, unit)}${beside}; goal ${goal}${more}`,
  )
}

async function measureRows(site: Site, asked: Asked, told: BenchRow[]): Promise<void> {
  for (const { numbers, measure } of measures) {
    if (asked.rows !== null && !numbers.some((number) => asked.rows?.has(String(number)))) continue
    await measure(site, (row) => {
      if (asked.rows !== null && !asked.rows.has(row.row.replace(/\D.*$/, ''))) return
      told.push(row)
      tell(row)
    })
  }
}

async function measureSchool(cluster: Cluster, asked: Asked): Promise<BenchRow[]> {
  const { size } = asked
  const begun = performance.now()
  const school = await makeSchool(cluster, pristine, size)
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  const vouchers = size.campuses * size.students * size.months
  console.log(`      made ${vouchers.toLocaleString('en')} vouchers in ${seconds} s`)
  await cluster.create(worked, pristine)
  const rows: BenchRow[] = []
  const site = await openSite(cluster, worked, school)
  try {
    await measureRows(site, asked, rows)
  } finally {
    await site.close()
  }
  await cluster.drop(worked)
  await cluster.drop(pristine)
  return rows
}

async function measureAll(cluster: Cluster, asked: Asked): Promise<Measured> {
  const begun = performance.now()
  const before = calibrate()
  const isGrowthAlone = asked.rows?.size === 1 && asked.rows.has('growth')
  const rows = isGrowthAlone ? [] : await measureSchool(cluster, asked)
  const wantsGrowth = asked.rows === null || asked.rows.has('growth')
  const growth: Growth[] = wantsGrowth ? await measureGrowth(cluster, asked.size) : []
  for (const { of, at, curves } of growth) {
    console.log(`      growth by ${of}: ${at.map(({ words }) => words).join(', ')}`)
    for (const { row, what, taken } of curves) {
      console.log(`${row.padEnd(5)}      ${what}: ${taken.map((ms) => inWords(ms, 'ms')).join(', ')}`)
    }
  }
  return {
    day: new Date().toISOString().slice(0, 10),
    commit: commitNow(),
    machine: machineNow(cluster.version),
    size: asked.size,
    settings: cluster.log === null ? { 'set by': 'its operator' } : settings,
    calibration: [before, calibrate()],
    minutes: (performance.now() - begun) / 60_000,
    rows,
    growth,
  }
}

function conclude(measured: Measured, { write, size, rows: asked }: Asked): void {
  const { rows, calibration, minutes } = measured
  const [before, after] = calibration.map((ms) => ms.toFixed(1))
  const held = rows.filter(({ holds }) => holds).length
  mkdirSync('.reports', { recursive: true })
  const isWhole = asked === null && size === sizes.full
  writeFileSync(isWhole ? allMeasured : someMeasured, `${JSON.stringify(measured, null, 2)}\n`)
  if (write) writeDoc(page, measured)
  console.log(
    `      the machine's own loop: ${before} ms before, ${after} ms after; ${minutes.toFixed(1)} minutes`,
  )
  console.log(`${held} of ${rows.length} goals hold`)
}

async function run(asked: Asked): Promise<void> {
  readyBuild()
  process.chdir(root)
  const cluster = await openCluster()
  const end = (): void => void cluster.close().finally(() => process.exit(130))
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  try {
    conclude(await measureAll(cluster, asked), asked)
  } finally {
    await cluster.close()
  }
}

const given = readArguments()
if (given.rewrite) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this very file
  writeDoc(page, JSON.parse(readFileSync(allMeasured, 'utf8')) as Measured)
} else await run(given)
