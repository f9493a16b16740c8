import { accountantQueries } from '#bench/accountant-queries.ts'
import { alternate, atMost, median, timesLimit } from '#bench/measurement.ts'
import type { Clerk } from '#bench/portal.ts'
import { fillIn } from '#bench/reference-queries.ts'
import { voiding } from '#bench/reference-writes.ts'
import { closeBooks, confirmation, generate, lowerDebt, partPayment, voidRun } from '#bench/requests.ts'
import { clerkOf, monthAfter } from '#bench/school-data.ts'
import { createSchool, onCopy, openSite, readRows, type Measure, type Site } from '#bench/site.ts'
import { addDays } from '#domain/calendar.ts'

const count = (value: number): string => value.toLocaleString('en')
const mostInRun = 1000

interface Run {
  readonly runNo: number
  readonly count: number
  /** Rupees. */
  readonly amount: number
}

/** Generates the next month of a campus, and returns its run. */
async function newRun(site: Site, { send, campus }: Clerk): Promise<Run> {
  await send(generate(campus, site.nextMonth(campus)))
  await site.settled()
  const [run] = await readRows<Run>(
    site.cluster.url(site.database),
    `select run_no as "runNo", count(*)::int as count, sum(amount)::float8 / 100 as amount from vouchers
     where campus = $1 and not voided group by run_no order by run_no desc limit 1`,
    [campus],
  )
  if (!run) throw new Error(`No run at ${campus}`)
  return run
}

/** The portal voids a run of one campus, plain statements one of another campus. */
const voidOfRun: Measure['measure'] = async (site, report) => {
  const name = 'bench_void'
  const students = Math.min(mostInRun, site.school.students)
  const school = await createSchool(site, name, { campuses: 2, students, months: site.school.months })
  const own = await openSite(site, name, school)
  try {
    const [clerk, other] = await own.portal.signInAll(school.campusNames)
    if (!clerk || !other) throw new Error('Two campuses were made')
    const voidNew = (run: Run) => clerk.send(voidRun(clerk.campus, run.runNo, run.count, run.amount))
    const ours = async () => (await voidNew(await newRun(own, clerk))).ms
    const limit = async () => own.sql.time(voiding(other.campus, (await newRun(own, other)).runNo))
    const times = await alternate(ours, limit, { warmUps: 2, runs: 7 })
    const run = await newRun(own, clerk)
    const statements = await own.cluster.countStatements(() => voidNew(run))
    const note = 'L updates the same vouchers and inserts the line of history, without looking whether it may'
    report({
      row: '20',
      what: `void of a run of ${count(students)} vouchers`,
      ...timesLimit(times, 3),
      statements,
      note,
    })
  } finally {
    await own.close()
    await site.cluster.drop(name)
  }
}

/** A receipt and an adjustment of the same student in turn. */
const adjustment: Measure['measure'] = async (site, report) => {
  const { firstCampus: campus, students } = site.school
  const { send } = await site.portal.signIn(campus)
  let rollNo = 0
  const receive = async () => {
    const voucher = site.takeUnpaid(campus)
    if (!voucher) throw new Error(`No unpaid vouchers left at ${campus}`)
    rollNo = voucher.rollNo
    return (await send(partPayment(voucher, 100))).ms
  }
  const adjust = async () => (await send(lowerDebt(campus, rollNo, 100))).ms
  const repeats = { warmUps: 20, runs: Math.min(150, Math.floor(students / 4)) }
  const times = await alternate(adjust, receive, repeats)
  const statements = await site.cluster.countStatements(adjust)
  const what = 'an adjustment beside a receipt of the same student'
  const note = 'L is the receipt, a part payment by the portal'
  report({ row: '20', what, ...timesLimit(times, 2), statements, note })
}

/** Lets every session close books, as if the password had been confirmed; earlier commits do not ask for it. */
const confirmingSessions = `do $$ begin
  update sessions set confirmation_hash = sha256('${confirmation}'), confirmed_until = now() + interval '1 day';
exception when undefined_column then null; end $$`

/** Closings month by month, each beside the plain sums of its month. */
const closing: Measure['measure'] = async (site, report) => {
  const { firstCampus: campus, students, months, lastMonth } = site.school
  const firstMonth = monthAfter(lastMonth, 1 - months)
  const daysOf = (turn: number) =>
    [monthAfter(firstMonth, turn), addDays(monthAfter(firstMonth, turn + 1), -1)] as const
  // Only an admin closes the books.
  await site.sql.time(`update staff set role = 'admin' where user_id = '${clerkOf(campus)}'`)
  const { send } = await site.portal.signIn(campus)
  await site.sql.time(confirmingSessions)
  const ours = async (turn: number) => (await send(closeBooks(campus, daysOf(turn)[1]))).ms
  const limit = (turn: number) =>
    site.sql.time(fillIn(accountantQueries.rollForward, campus, ...daysOf(turn)))
  const times = await alternate(ours, limit, { warmUps: 1, runs: Math.min(9, months - 1) })
  const what = `closing of the books of a month, ${count(students)} students x ${months} months`
  const note = 'L is the roll-forward of the month from vouchers and receipts as they are now'
  report({ row: '20', what, ...atMost(median(times.ours), 'ms', 500, median(times.limit)), note })
}

/** Goal 20: a void of a run, an adjustment, and a closing of the books. */
export const controlRows: Measure = {
  goals: [20],
  async measure(site, report) {
    await voidOfRun(site, report)
    await onCopy(site, async (copy) => {
      await adjustment(copy, report)
      await closing(copy, report)
    })
  },
}
