import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { load, type Load } from '#bench/http-connection.ts'
import { alternate, atMostTimes, rateOf, timesLimit, type BenchRow } from '#bench/measurement.ts'
import { runCommand } from '#bench/portal.ts'
import { pgbenchScript } from '#bench/reference-writes.ts'
import { payment, type UnpaidVoucher } from '#bench/requests.ts'
import { clerkOf } from '#bench/school-data.ts'
import { onCopy, type Measure, type Site } from '#bench/site.ts'

const clients = 8
const warmUpSeconds = 1
const seconds = 3

/** Pays a voucher in full; returns milliseconds. */
type Pay = (voucher: UnpaidVoucher) => Promise<number>

interface Payer {
  readonly campus: string
  readonly pay: Pay
}

async function createPortalPay({ portal, today }: Site, campus: string): Promise<Pay> {
  const { send } = await portal.signIn(campus)
  return async (voucher) => (await send(payment(voucher, today))).ms
}

function createReferencePay({ openReference }: Site): Pay {
  const send = openReference()
  return async ({ campus, voucherNo }) => send('pay', campus, voucherNo, clerkOf(campus), crypto.randomUUID())
}

/** Lets eight clients pay until time is up, or until each has paid its share of a small school's vouchers. */
function payFor(duration: number, { school, takeUnpaid }: Site, payers: readonly Payer[]): Promise<Load> {
  const share = Math.ceil((school.campuses * school.students) / (6 * clients))
  const runs = payers.map(({ pay, campus }) => async (turn: number) => {
    const voucher = turn < share ? takeUnpaid(campus) : undefined
    return voucher ? pay(voucher) : null
  })
  return load(runs, duration)
}

/** Measures payments of eight clients after a warm-up. */
async function payAll(site: Site, payers: readonly Payer[]): Promise<Load> {
  await payFor(warmUpSeconds, site, payers)
  return payFor(seconds, site, payers)
}

/** Transactions per second of pgbench; undefined without pgbench. It makes balances wrong, so it runs on a copy. */
async function pgbenchRate(site: Site, campuses: number): Promise<number | undefined> {
  const { cluster, school, month, pristine } = site
  if (cluster.programs === undefined) return undefined
  const copy = `${site.database}_pgbench`
  await cluster.create(copy, pristine)
  const script = pgbenchScript(campuses, school.students, month.from, clerkOf('Campus '))
  const run = async (duration: number) => {
    const options = ['-n', '-M', 'prepared', '-c', `${clients}`, '-j', '2', '-T', `${duration}`, '-f', '-']
    const running = promisify(execFile)(`${cluster.programs}/pgbench`, [...options, cluster.url(copy)])
    running.child.stdin?.end(script)
    const { stdout } = await running
    if (!/failed transactions: 0 /.test(stdout)) throw new Error(`pgbench: ${stdout}`)
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  }
  try {
    await run(warmUpSeconds)
    return await run(seconds)
  } finally {
    await cluster.drop(copy)
  }
}

interface PaymentLoad {
  readonly name: string
  /** The campus of each client. */
  readonly ours: readonly string[]
  readonly reference: readonly string[]
  readonly rateFactor: number
  readonly p95Factor: number
}

async function measureLoad(
  site: Site,
  report: (row: BenchRow) => void,
  { name, ours: campuses, reference: referenceCampuses, rateFactor, p95Factor }: PaymentLoad,
): Promise<void> {
  const payers: Payer[] = []
  for (const campus of campuses) payers.push({ campus, pay: await createPortalPay(site, campus) })
  const ours = await payAll(site, payers)
  const referencePayers = referenceCampuses.map((campus) => ({ campus, pay: createReferencePay(site) }))
  const reference = await payAll(site, referencePayers)
  const limit = await pgbenchRate(site, new Set(campuses).size)
  const what = `receive payments, ${name}`
  const note = `L is pgbench; reference server ${Math.round(reference.perSecond)} per s`
  if (limit !== undefined) report({ row: '6', what, ...rateOf(ours.perSecond, limit, rateFactor), note })
  const p95 = atMostTimes(ours.p95, reference.p95, p95Factor)
  const counts = `L is the p95 of the reference server; ${ours.count} and ${reference.count} payments`
  report({ row: '6', what: `${what}: p95`, ...p95, note: counts })
}

/** Measures payments by one client and by eight, and verifies the books at the end. */
const measurePayments: Measure['measure'] = async (site, report) => {
  const { campusNames, firstCampus, students } = site.school
  const [pay, payAtReference] = [await createPortalPay(site, firstCampus), createReferencePay(site)]
  const payNext = (how: Pay) => async () => {
    const voucher = site.takeUnpaid(firstCampus)
    if (!voucher) throw new Error(`No unpaid vouchers left at ${firstCampus}`)
    return how(voucher)
  }
  const repeats = { warmUps: 20, runs: Math.min(300, Math.floor(students / 8)) }
  const times = await alternate(payNext(pay), payNext(payAtReference), repeats)
  const statements = await site.cluster.countStatements(payNext(pay))
  report({ row: '6', what: 'receive a payment, 1 client', ...timesLimit(times, 1.8), statements })

  const spread = Array.from({ length: clients }, (_, n) => campusNames[n % campusNames.length] ?? '')
  const [last, beforeLast] = [-1, -2].map((index) => spread.map(() => campusNames.at(index) ?? ''))
  await measureLoad(site, report, {
    name: '8 clients, 8 campuses',
    ours: spread,
    reference: spread,
    rateFactor: 3.8,
    p95Factor: 2.3,
  })
  await measureLoad(site, report, {
    name: '8 clients, one campus',
    ours: last ?? [],
    reference: beforeLast ?? [],
    rateFactor: 2.5,
    p95Factor: 1.5,
  })
  const settings = { DATABASE_URL: site.cluster.url(site.database) }
  console.log(`     ${(await runCommand(site.product, settings, 'verify')).trim().split('\n').at(-1)}`)
}

/** Goal 6: payments at the counter, on a copy because each voucher is paid once. */
export const paymentRows: Measure = {
  goals: [6],
  measure: (site, report) => onCopy(site, (copy) => measurePayments(copy, report)),
}
