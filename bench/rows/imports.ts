import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withClerk } from '#bench/browser.ts'
import { atMost, median, timesLimit } from '#bench/measurement.ts'
import { runCommand, startPortal, type Settings } from '#bench/portal.ts'
import { clerkOf, password } from '#bench/school-data.ts'
import { createSchool, readRows, type Measure } from '#bench/site.ts'
import { addMonths, dateAt, lastOfMonth, monthOf } from '#domain/calendar.ts'
import type { GivenRow } from '#domain/import/import.ts'
import { aSchoolFile, importFaults, importSettings } from '#test/import-files.ts'
import { measurePageGrowth } from './import-in-browser.ts'

const database = 'bench_import'
const students = 2000
const files = 5
const asOf = lastOfMonth(addMonths(monthOf(dateAt(new Date())), -1))
const faults = Object.fromEntries(Object.keys(importFaults).map((fault) => [fault, 5]))

type Json = Readonly<Record<string, unknown>>

/** Signs an admin in and confirms the password; returns a function that sends a call and times it. */
async function signIn(url: string, userId: string) {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  const post = async (path: string, body: Json) => {
    const start = performance.now()
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const reply: unknown = await response.json()
    const ms = performance.now() - start
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(reply)}`)
    return { reply: Object(reply), ms, cookies: response.headers.getSetCookie() }
  }
  const { cookies } = await post('/users/signin', { userId, password })
  headers['cookie'] = cookies.map((cookie) => cookie.split(';')[0]).join('; ')
  const { reply } = await post('/users/confirm', { password })
  headers['x-confirmation'] = reply.confirmation
  return post
}

type Post = Awaited<ReturnType<typeof signIn>>

interface ImportFile {
  readonly what: 'students' | 'fees'
  readonly headings: readonly string[]
  readonly rows: readonly GivenRow[]
  /** The numbers of the rows that the office leaves out. */
  readonly leftOut: readonly number[]
}

/** Sends, checks and applies a file. Returns how long the dry run and applying took. */
async function importFile(post: Post, campus: string, { what, headings, rows, leftOut }: ImportFile) {
  const started = await post(`/imports/start/${campus}`, { what, fileName: 'register.xlsx', headings, rows })
  const pathOf = (call: string) => `/imports/${call}/${campus}/${started.reply.importNo}`
  const check = await post(pathOf('check'), { settings: importSettings({ asOf }) })
  const { reply } = await post(pathOf('fix'), { leaveOut: { rows: leftOut, isLeftOut: true } })
  const apply = await post(pathOf('apply'), { expected: reply.counts })
  return { check: check.ms, apply: apply.ms, changed: apply.reply.changed }
}

const feeColumn = importSettings().columns.indexOf('monthlyFee')

/** Times, on one server, the import of several files and a change of every fee in one file. */
async function timesOf(post: Post, campus: string, firstRollNo: number) {
  const times = { check: new Array<number>(), apply: new Array<number>(), fees: new Array<number>() }
  const fileOf = (seed: number, faultCounts: typeof faults) =>
    aSchoolFile({ rows: students, faults: faultCounts, seed, firstRollNo: firstRollNo + seed * students })
  for (let seed = 1; seed <= files; seed += 1) {
    const file = fileOf(seed, faults)
    const leftOut = file.expected.refused.map(({ rowNo }) => rowNo)
    const { check, apply } = await importFile(post, campus, { ...file, what: 'students', leftOut })
    times.check.push(check)
    times.apply.push(apply)
  }
  const importedFile = fileOf(files + 1, {})
  await importFile(post, campus, { ...importedFile, what: 'students', leftOut: [] })
  for (let round = 1; round <= files; round += 1) {
    const rows = importedFile.rows.map((row) => ({
      ...row,
      cells: row.cells.with(feeColumn, String(50_000 + round)),
    }))
    const file = { headings: importedFile.headings, rows, what: 'fees', leftOut: [] } as const
    const { apply, changed } = await importFile(post, campus, file)
    if (changed !== students) throw new Error(`${changed} fees were changed`)
    times.fees.push(apply)
  }
  return times
}

/** Goal 23: a school imports its register, on both engines. */
export const importRows: Measure = {
  goals: [23],
  async measure({ cluster, product }, report) {
    const folder = mkdtempSync(join(tmpdir(), 'bench-import-'))
    const url = cluster.url(database)
    const [onPostgres, embedded]: readonly Settings[] = [
      { DATABASE_URL: url },
      { DATABASE_URL: '', DATA_DIR: join(folder, 'data') },
    ]
    try {
      const school = await createSchool({ cluster, product }, database, {
        campuses: 1,
        students: 500,
        months: 1,
      })
      const { firstCampus } = school
      await readRows(url, `update staff set role = 'admin' where user_id = $1`, [clerkOf(firstCampus)])
      const backup = join(folder, 'backup')
      await runCommand(product, onPostgres ?? {}, 'backup', backup)
      await runCommand(product, embedded ?? {}, 'restore', backup)
      const results = []
      for (const settings of [onPostgres, embedded]) {
        const portal = await startPortal(product, settings ?? {})
        // Runs before the first import, because the page later remembers the settings and skips its questions.
        const growth = await withClerk(portal.url, firstCampus, (clerk) =>
          measurePageGrowth(clerk, students, school.students + 1),
        )
        const post = await signIn(portal.url, clerkOf(firstCampus))
        const times = await timesOf(post, encodeURIComponent(firstCampus), school.students)
        results.push({ ...times, growth })
        await portal.close()
      }
      const [limit, ours] = results
      if (!limit || !ours) throw new Error('Both databases have to be measured')
      const dryRun = `dry run of a file of ${students.toLocaleString('en')} rows with ${Object.keys(faults).length} kinds of fault`
      const apply = `applying this file: ${(students - 5 * Object.keys(faults).length).toLocaleString('en')} students with fees and opening vouchers`
      const fees = `applying a file that changes ${students.toLocaleString('en')} fees`
      report({ row: '23', what: dryRun, ...atMost(median(limit.check), 'ms', 1000) })
      report({ row: '23', what: apply, ...atMost(median(limit.apply), 'ms', 3000) })
      report({ row: '23', what: fees, ...atMost(median(limit.fees), 'ms', 3000) })
      report({
        row: '23',
        what: `embedded: ${dryRun}`,
        ...timesLimit({ ours: ours.check, limit: limit.check }, 3),
      })
      report({
        row: '23',
        what: `embedded: ${apply}`,
        ...timesLimit({ ours: ours.apply, limit: limit.apply }, 3),
      })
      report({
        row: '23',
        what: `memory growth of the page's process while it reads and checks ${students.toLocaleString('en')} rows`,
        ...atMost(limit.growth.retained, 'MB', 60),
        note: `${Math.round(limit.growth.peak)} MB before garbage is collected`,
      })
    } finally {
      await cluster.drop(database)
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
