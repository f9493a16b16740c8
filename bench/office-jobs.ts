// The jobs of goals 2 to 10 for one clerk, to compare sizes of schools and the two engines.

import { setTimeout as delay } from 'node:timers/promises'
import type { Request } from './http-connection.ts'
import { median, repeat, type Repeats, type Run } from './measurement.ts'
import * as requests from './requests.ts'
import { voucherCount, type Size } from './school-data.ts'
import { createSchool, openOffice, type BenchTarget, type Office } from './site.ts'

export interface OfficeJob extends Repeats {
  /** The job and the number of its goal. */
  readonly what: string
  readonly request: (office: Office, campus: string, turn: number) => Request
  /** Milliseconds to wait after each run. */
  readonly pauseMs?: number
}

const lookUps = { warmUps: 30, runs: 200 }
const lists = { warmUps: 2, runs: 9 }

function pay({ takeUnpaid, today }: Office, campus: string): Request {
  const voucher = takeUnpaid(campus)
  if (!voucher) throw new Error(`No unpaid vouchers left at ${campus}`)
  return requests.payment(voucher, today)
}

const studentOf = ({ school }: Office, campus: string, turn: number): Request =>
  requests.studentByRollNo(campus, 1 + ((turn * 7919) % school.students))
const namesOf = (_: Office, campus: string, turn: number): Request =>
  requests.studentsByName(campus, turn % 2 === 0 ? 'ayesha' : 'ali kh')
const listOf = (_: Office, campus: string): Request => requests.studentList(campus)
const unpaidOf = (_: Office, campus: string): Request => requests.netReceivables(campus, 'rows')
const monthOf = ({ month }: Office, campus: string): Request => requests.feeRecord(campus, month, 'rows')
const yearOf = ({ year }: Office, campus: string): Request => requests.feeRecord(campus, year, 'rows')
const totalsOf = ({ year }: Office, campus: string): Request => requests.totals(campus, year)
const generate = ({ nextMonth }: Office, campus: string): Request =>
  requests.generate(campus, nextMonth(campus))

/** Generating is last because it adds vouchers. */
export const officeJobs: readonly OfficeJob[] = [
  { what: 'student by roll number (2)', ...lookUps, request: studentOf },
  { what: 'students by name (2)', ...lookUps, request: namesOf },
  { what: 'student list (3)', ...lists, request: listOf },
  { what: 'receive a payment (6)', warmUps: 20, runs: 150, request: pay },
  { what: 'net receivables (7)', ...lists, request: unpaidOf },
  { what: 'fee record of a month (8)', ...lists, request: monthOf },
  { what: 'fee record of a year (9)', ...lists, request: yearOf },
  { what: 'eleven sums of a year (10)', ...lists, request: totalsOf },
  // The pause keeps the portal's refresh of the planner's statistics out of the next run.
  { what: 'generate a month (4)', warmUps: 1, runs: 5, request: generate, pauseMs: 1500 },
]

/** Signs in the clerk of the office's first campus, and returns a function that makes a run from a job. */
export async function openJobs(office: Office): Promise<(job: OfficeJob) => Run> {
  const { send, campus } = await office.portal.signIn(office.school.firstCampus)
  return ({ request, pauseMs }) =>
    async (turn) => {
      const { ms, untilMs } = await send(request(office, campus, turn))
      if (pauseMs !== undefined) await delay(pauseMs)
      return untilMs ?? ms
    }
}

/** The times of the jobs in one campus as the school grows. */
export interface Growth {
  readonly schools: readonly string[]
  /** The median of each job in each school, in milliseconds. */
  readonly jobs: readonly { readonly what: string; readonly ms: readonly number[] }[]
}

async function measureSchool({ cluster, product }: BenchTarget, size: Size): Promise<number[]> {
  const name = 'bench_growth'
  const school = await createSchool({ cluster, product }, name, size)
  const url = cluster.url(name)
  const office = await openOffice(product, { DATABASE_URL: url }, school, url)
  try {
    const runOf = await openJobs(office)
    const medians: number[] = []
    for (const job of officeJobs) medians.push(median(await repeat(runOf(job), job)))
    return medians
  } finally {
    await office.close()
    await cluster.drop(name)
  }
}

export async function measureGrowth(target: BenchTarget, { campuses, students, months }: Size) {
  const sizes = [
    { campuses: 1, students, months },
    { campuses: Math.min(3, campuses), students, months },
    { campuses, students, months },
    { campuses: 1, students, months: 5 * months },
    { campuses: 1, students, months: 10 * months },
  ]
  const columns: number[][] = []
  for (const size of sizes) columns.push(await measureSchool(target, size))
  return {
    schools: sizes.map((size) => {
      const [vouchers, years] = [voucherCount(size).toLocaleString('en'), size.months / months]
      return `campuses ${size.campuses}, years ${years}: ${vouchers} vouchers`
    }),
    jobs: officeJobs.map(({ what }, n) => ({ what, ms: columns.map((column) => column[n] ?? Number.NaN) })),
  }
}
