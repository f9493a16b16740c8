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
const maxInRun = 1000

interface Run {
  readonly runNo: number
  readonly count: number
  /** In rupees. */
  readonly amount: number
}

/** Generates the next month of a campus, and returns its run. */
async function newRun(site: Site, { send, campus }: Clerk): Promise<Run> {
  await send(generate(campus, site.nextMonth(campus)))
  await site.waitUntilSettled()
  const [run] = await readRows<Run>(
    site.cluster.url(site.database),
    `select run_no as "runNo", count(*)::int as count, sum(amount)::float8 / 100 as amount from vouchers
     where campus = $1 and not voided group by run_no order by run_no desc limit 1`,
    [campus],
  )
  if (!run) throw new Error(`No run at ${campus}`)
  return run
}

/** The portal voids a run of one campus; plain statements void a run of another campus. */
const voidOfRun: Measure['measure'] = async (site, report) => {
  const name = 'bench_void'
  const students = Math.min(maxInRun, site.school.students)
  const school = await createSchool(site, name, { campuses: 2, students, months: site.school.months })
  const voidSite = await openSite(site, name, school)
  try {
    const [clerk, other] = await voidSite.portal.signInAll(school.campusNames)
    if (!clerk || !other) throw new Error('Two campuses are needed')
    const voidNew = (run: Run) => clerk.send(voidRun(clerk.campus, run.runNo, run.count, run.amount))
    const ours = async () => (await voidNew(await newRun(voidSite, clerk))).ms
    const limit = async () => voidSite.sql.time(voiding(other.campus, (await newRun(voidSite, other)).runNo))
    const times = await alternate(ours, limit, { warmUps: 2, runs: 7 })
    const run = await newRun(voidSite, clerk)
    const statements = await voidSite.cluster.countStatements(() => voidNew(run))
    const note = 'L updates the vouchers and adds the history entry without checking that the void is allowed'
    report({
      row: '20',
      what: `void a run of ${count(students)} vouchers`,
      ...timesLimit(times, 3),
      statements,
      note,
    })
  } finally {
    await voidSite.close()
    await site.cluster.drop(name)
  }
}

/** Alternates a receipt and an adjustment of the same student. */
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
  const what = 'an adjustment, compared with a receipt of the same student'
  const note = 'L is the receipt, a part payment in the portal'
  report({ row: '20', what, ...timesLimit(times, 2), statements, note })
}

/** Lets every session close the books, as if the password had been confirmed. Earlier commits lack these columns. */
const confirmSessions = `do $$ begin
  update sessions set confirmation_hash = sha256('${confirmation}'), confirmed_until = now() + interval '1 day';
exception when undefined_column then null; end $$`

/** Closes the books month by month; each closing is compared with plain sums of the same month. */
const closing: Measure['measure'] = async (site, report) => {
  const { firstCampus: campus, students, months, lastMonth } = site.school
  const firstMonth = monthAfter(lastMonth, 1 - months)
  const daysOf = (turn: number) =>
    [monthAfter(firstMonth, turn), addDays(monthAfter(firstMonth, turn + 1), -1)] as const
  // Only an admin may close the books.
  await site.sql.time(`update staff set role = 'admin' where user_id = '${clerkOf(campus)}'`)
  const { send } = await site.portal.signIn(campus)
  await site.sql.time(confirmSessions)
  const ours = async (turn: number) => (await send(closeBooks(campus, daysOf(turn)[1]))).ms
  const limit = (turn: number) =>
    site.sql.time(fillIn(accountantQueries.rollForward, campus, ...daysOf(turn)))
  const times = await alternate(ours, limit, { warmUps: 1, runs: Math.min(9, months - 1) })
  const what = `close the books of a month, ${count(students)} students x ${months} months`
  const note = 'L is a roll-forward of the month, computed from current vouchers and receipts'
  report({ row: '20', what, ...atMost(median(times.ours), 'ms', 500, median(times.limit)), note })
}

/** Goal 20: voiding a run, an adjustment, and closing the books. */
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
