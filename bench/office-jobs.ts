// The jobs of rows 2 to 10 at one clerk's desk, as they are compared between schools of other sizes and between engines.

import { setTimeout as pause } from 'node:timers/promises'
import type { Office } from './bench.ts'
import { median, repeat, sideBySide, type SideBySide } from './figures.ts'
import {
  byName,
  byRollNo,
  feeRecord,
  generate,
  netReceivables,
  payment,
  totalsOf,
  wholeStudentList,
} from './jobs.ts'
import type { Desk } from './portal.ts'

/** A job, and what one turn of it takes in milliseconds. */
export interface OfficeJob {
  readonly row: string
  readonly what: string
  readonly warmUps: number
  readonly runs: number
  readonly once: (office: Office, desk: Desk, turn: number) => Promise<number>
}

/** What the product does by itself after bulk work is not to fall into the next turn. */
const restAfterBulkMs = 1500

const lookUps = { warmUps: 30, runs: 200 }
const lists = { warmUps: 2, runs: 9 }

async function pay({ unpaid, today }: Office, desk: Desk): Promise<number> {
  const voucher = unpaid.take(desk.campus)
  if (!voucher) throw new Error(`Nobody at ${desk.campus} has still to pay`)
  return (await desk.ask(payment(voucher, today))).ms
}

async function generateNext({ toCome }: Office, desk: Desk): Promise<number> {
  const { ms } = await desk.ask(generate(desk.campus, toCome.next(desk.campus)))
  await pause(restAfterBulkMs)
  return ms
}

/** In this order: generating leaves vouchers behind, so it comes last. */
export const officeJobs: readonly OfficeJob[] = [
  {
    ...lookUps,
    row: '2',
    what: 'student by roll number',
    once: async ({ school }, { ask, campus }, turn) =>
      (await ask(byRollNo(campus, 1 + ((turn * 7919) % school.students)))).ms,
  },
  {
    ...lookUps,
    row: '2',
    what: 'students by name',
    once: async (_, { ask, campus }, turn) =>
      (await ask(byName(campus, ['ayesha', 'ali kh'][turn % 2] ?? ''))).ms,
  },
  {
    ...lists,
    row: '3',
    what: 'student list',
    once: async (_, { ask, campus }) => (await ask(wholeStudentList(campus))).ms,
  },
  { row: '6', what: 'receive a payment', warmUps: 20, runs: 150, once: pay },
  {
    ...lists,
    row: '7',
    what: 'net receivables',
    once: async (_, { ask, campus }) => (await ask(netReceivables(campus, 'rows'))).ms,
  },
  {
    ...lists,
    row: '8',
    what: 'fee record of a month',
    once: async ({ month }, { ask, campus }) => (await ask(feeRecord(campus, month, 'rows'))).ms,
  },
  {
    ...lists,
    row: '9',
    what: 'fee record of a year',
    once: async ({ year }, { ask, campus }) => (await ask(feeRecord(campus, year, 'rows'))).ms,
  },
  {
    ...lists,
    row: '10',
    what: 'eleven sums of a year',
    async once({ year }, { ask, campus }) {
      const { until, ms } = await ask(totalsOf(campus, year))
      return until ?? ms
    },
  },
  { row: '4', what: 'generate a month', warmUps: 1, runs: 5, once: generateNext },
]

/** Where a job is done, turn after turn, at the desk of the school's first campus. */
async function deskOf(office: Office): Promise<(job: OfficeJob) => (turn: number) => Promise<number>> {
  const desk = await office.portal.sit(office.school.campusNames[0] ?? '')
  return (job) => (turn) => job.once(office, desk, turn)
}

/** The median of each job, in milliseconds. */
export async function measureJobs(office: Office): Promise<number[]> {
  const at = await deskOf(office)
  const medians: number[] = []
  for (const job of officeJobs) medians.push(median(await repeat(at(job), job)))
  return medians
}

/** Each job at two offices in turn. */
export async function* jobsSideBySide(
  ours: Office,
  limit: Office,
): AsyncGenerator<{ readonly job: OfficeJob; readonly taken: SideBySide }> {
  const [here, there] = [await deskOf(ours), await deskOf(limit)]
  for (const job of officeJobs) yield { job, taken: await sideBySide(here(job), there(job), job) }
}
