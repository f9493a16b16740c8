// `npm run bench`: compares every job of the office with a reference; docs/performance.md describes the method.

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { accountantRows } from '#bench/rows/accountant-reports.ts'
import { controlRows } from '#bench/rows/controls.ts'
import { embeddedRows } from '#bench/rows/embedded.ts'
import { fairnessRows } from '#bench/rows/fairness.ts'
import { familyRows } from '#bench/rows/families.ts'
import { firstVisitRows } from '#bench/rows/first-visit.ts'
import { generationRows } from '#bench/rows/generation.ts'
import { importRows } from '#bench/rows/imports.ts'
import { lookUpRows } from '#bench/rows/look-ups.ts'
import { memoryRows } from '#bench/rows/memory.ts'
import { mixedLoadRows } from '#bench/rows/mixed-load.ts'
import { paymentRows } from '#bench/rows/payments.ts'
import { printRows } from '#bench/rows/print.ts'
import { reportInBrowserRows } from '#bench/rows/report-in-browser.ts'
import { feeRecordRows, fileRows, listRows, overviewRow } from '#bench/rows/reports.ts'
import { signInRows } from '#bench/rows/sign-in.ts'
import { root } from '#scripts/build.mjs'
import { openCluster, type Cluster } from './cluster.ts'
import { measureManyCampuses } from './country.ts'
import { calibrate, format, goalOfRow, middleRows, ratio, type BenchRow } from './measurement.ts'
import { measureGrowth } from './office-jobs.ts'
import { writeManyCampuses, writePage, type Results } from './performance-page.ts'
import type { Product } from './portal.ts'
import type { Size } from './school-data.ts'
import { createSchool, openSite, type Measure, type Site } from './site.ts'

/** Measures that write use copies of the school, so that every run measures the same school. */
const measures: readonly Measure[] = [
  signInRows,
  lookUpRows,
  listRows,
  feeRecordRows,
  fileRows,
  memoryRows,
  overviewRow,
  accountantRows,
  reportInBrowserRows,
  printRows,
  firstVisitRows,
  paymentRows,
  mixedLoadRows,
  fairnessRows,
  generationRows,
  controlRows,
  familyRows,
  importRows,
  embeddedRows,
]

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string' },
    runs: { type: 'string' },
    compare: { type: 'string' },
    small: { type: 'boolean', default: false },
    'no-write': { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
})
const chosenGoals = options.rows?.split(',')
const isChosen = (goal: string): boolean => chosenGoals === undefined || chosenGoals.includes(goal)
const size: Size = options.small
  ? { campuses: 2, students: 500, months: 3 }
  : { campuses: 10, students: 5000, months: 12 }
/** True if the page may show the results: it shows only this commit and the large school. */
const isShown = options.compare === undefined && !options.small
const isComplete = chosenGoals === undefined && isShown
const isWritten = isShown && (options.write || (isComplete && !options['no-write']))
/** The page shows the median of three runs. One run is enough if nothing is written. */
const runs = Number(options.runs ?? (isWritten ? 3 : 1))
if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs is a number of runs, such as 3')

const build = (folder: string) =>
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: ['ignore', 2, 2] })

const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, stdio: 'ignore' })

/** Checks a commit out into a temporary folder, with the dependencies of this commit. */
function checkOut(commit: string): Product {
  const folder = mkdtempSync(join(tmpdir(), 'bench-commit-'))
  git('worktree', 'add', '--detach', folder, commit)
  process.once('exit', () => git('worktree', 'remove', '--force', folder))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return { name: commit, root: folder }
}

function print(row: BenchRow, { name }: Product, run = ''): void {
  const { what, ours, limit, unit, goal, holds, note } = row
  const reference = limit === null ? '' : `, limit ${format(limit, unit)}, ratio ${ratio(row)}`
  const label = options.compare === undefined ? '' : `[${name}] `
  const result = `${format(ours, unit)}${reference}; goal ${goal}${note ? ` (${note})` : ''}`
  console.log(`${run}${row.row.padEnd(4)} ${holds ? 'ok  ' : 'FAIL'} ${label}${what}: ${result}`)
}

/** Measures each row at every site before the next row; returns the rows of each site. */
async function measureOnce(sites: readonly Site[], run: string): Promise<BenchRow[][]> {
  const rowsOf = new Map<Site, BenchRow[]>(sites.map((site) => [site, []]))
  for (const { goals, measure } of measures) {
    if (!goals.some((goal) => isChosen(String(goal)))) continue
    for (const site of sites) {
      await measure(site, (row) => {
        if (!isChosen(goalOfRow(row.row))) return
        rowsOf.get(site)?.push(row)
        print(row, site.product, run)
      })
    }
  }
  return [...rowsOf.values()]
}

/** Creates each commit's school and measures every run; returns each commit's median rows. */
async function measureRows(cluster: Cluster, products: readonly Product[]): Promise<(readonly BenchRow[])[]> {
  const sites: Site[] = []
  try {
    for (const [n, product] of products.entries()) {
      const [pristine, database] = [`bench_pristine_${n}`, `bench_school_${n}`]
      const school = await createSchool({ cluster, product }, pristine, size)
      await cluster.create(database, pristine)
      sites.push(await openSite({ cluster, product, pristine }, database, school))
    }
    const measured: BenchRow[][][] = []
    for (let run = 1; run <= runs; run += 1) {
      measured.push(await measureOnce(sites, runs === 1 ? '' : `run ${run}: `))
    }
    return sites.map(({ product }, n) => {
      const rows = middleRows(measured.map((rowsOfSites) => rowsOfSites[n] ?? []))
      if (runs > 1) for (const row of rows) print(row, product)
      return rows
    })
  } finally {
    for (const { close, database, pristine } of sites) {
      await close()
      await cluster.drop(database)
      await cluster.drop(pristine)
    }
  }
}

const formatCompared = (row: BenchRow): string =>
  row.limit === null ? format(row.ours, row.unit) : `${ratio(row)} x L`

/** Prints each row with the same row of the other commit. */
function printComparison(rows: readonly BenchRow[], others: readonly BenchRow[]): void {
  for (const row of rows) {
    const other = others.find(({ row: id, what }) => id === row.row && what === row.what)
    if (!other) continue
    console.log(
      `${row.row.padEnd(4)} ${row.what}: ${formatCompared(row)}, ${options.compare} ${formatCompared(other)}`,
    )
  }
}

function save(results: Results): void {
  const { calibration, minutes, rows } = results
  process.chdir(root)
  mkdirSync('.reports', { recursive: true })
  writeFileSync(`.reports/bench${isComplete ? '' : '-some'}.json`, `${JSON.stringify(results, null, 2)}\n`)
  if (isWritten) writePage(results, isComplete)
  const [before, after] = calibration.map((ms) => format(ms, 'ms'))
  console.log(`A fixed computation took ${before} before and ${after} after; ${minutes.toFixed(1)} minutes`)
  console.log(`${rows.filter(({ holds }) => holds).length} of ${rows.length} goals hold`)
}

async function measureAll(cluster: Cluster, products: readonly [Product, ...Product[]]): Promise<void> {
  const start = performance.now()
  const before = await calibrate()
  const isGrowthOnly = chosenGoals?.join() === 'growth'
  const [rows = [], others = []] = isGrowthOnly ? [] : await measureRows(cluster, products)
  printComparison(rows, others)
  const growth = isChosen('growth') ? await measureGrowth({ cluster, product: products[0] }, size) : undefined
  for (const { what, ms } of growth?.jobs ?? []) {
    console.log(`growth    ${what}: ${ms.map((each) => format(each, 'ms')).join(', ')}`)
  }
  const calibration = [before, await calibrate()] as const
  const minutes = (performance.now() - start) / 60_000
  save({ size, runs, calibration, minutes, postgres: cluster.version, rows, growth })
}

const here: Product = { name: 'this tree', root }
const other = options.compare === undefined ? [] : [checkOut(options.compare)]
for (const { root: folder } of [here, ...other]) build(folder)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

// Loading a thousand campuses takes most of an hour, so they are measured separately.
if (chosenGoals?.join() === 'country') {
  const result = await measureManyCampuses(here, options.small, options.keep)
  mkdirSync('.reports', { recursive: true })
  writeFileSync('.reports/bench-country.json', `${JSON.stringify(result, null, 2)}\n`)
  if (isWritten) writeManyCampuses(result)
} else {
  const cluster = await openCluster()
  try {
    await measureAll(cluster, [here, ...other])
  } finally {
    await cluster.close()
  }
}
