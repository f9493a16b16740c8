import type { Measure, Site } from '#bench/bench.ts'
import { closedLoop, type Loop } from '#bench/client.ts'
import { clerkOf } from '#bench/data-set.ts'
import { median, repeat, sideBySide } from '#bench/figures.ts'
import { payment, type OpenVoucher } from '#bench/jobs.ts'
import { pgbenchScript } from '#bench/payment-sql.ts'
import { pgbench } from '#bench/pgbench.ts'
import type { Desk } from '#bench/portal.ts'
import { atMost, rateOf, timesLimit } from '#bench/row-of.ts'
import { statementsDuring } from '#bench/statements.ts'
import { verifyBooks } from '#server/cli/verify-books.ts'
import { openDatabase } from '#server/database/open.ts'

const clients = 8
const seconds = 3

/** How many payments a client makes at most, so that a small school has some left for every measure. */
const shareOf = ({ school }: Site): number => Math.ceil((school.campuses * school.students) / (6 * clients))

/** The campus of each of eight clients. */
type Spread = (client: number) => string

const take = ({ unpaid }: Site, campus: string): OpenVoucher => {
  const voucher = unpaid.take(campus)
  if (!voucher) throw new Error(`Nobody at ${campus} has still to pay`)
  return voucher
}

async function oneClient(site: Site, desk: Desk) {
  const { campus } = desk
  const runs = Math.min(300, Math.floor(site.school.students / 8))
  const line = await site.thin.open()
  const pay = async () => (await desk.ask(payment(take(site, campus), site.today))).ms
  const taken = await sideBySide(pay, async () => (await line.pay(take(site, campus))).ms, {
    warmUps: 20,
    runs,
  })
  const once = async () => (await line.pay(take(site, campus), 'pay-at-once')).ms
  return { taken, atOnce: median(await repeat(once, { warmUps: 10, runs: Math.min(100, runs) })), pay }
}

/** Payments of eight clients until the time or the vouchers of one are at an end. */
async function eightClients(site: Site, spread: Spread): Promise<Loop> {
  const desks = await site.portal.sitAll(Array.from({ length: clients }, (_, n) => spread(n)))
  return closedLoop(
    desks.map((desk) => async (turn) => {
      const voucher = turn < shareOf(site) ? site.unpaid.take(desk.campus) : undefined
      return voucher ? (await desk.ask(payment(voucher, site.today))).ms : null
    }),
    seconds,
  )
}

async function thinEightClients(site: Site, spread: Spread): Promise<Loop> {
  const lines = await Promise.all(Array.from({ length: clients }, () => site.thin.open()))
  return closedLoop(
    lines.map((line, n) => async (turn) => {
      const voucher = turn < shareOf(site) ? site.unpaid.take(spread(n)) : undefined
      return voucher ? (await line.pay(voucher)).ms : null
    }),
    seconds,
  )
}

/** pgbench on a copy of the school, so that its rupees do not mix with the payments. */
async function limitOf(site: Site, pristine: string, campuses: number): Promise<number | null> {
  const { cluster, school, month } = site
  const copy = `${site.database}_pgbench`
  await cluster.create(copy, pristine)
  try {
    const spread = { campuses, students: school.students, day: month.from, clerk: clerkOf('Campus ') }
    const load = { url: cluster.url(copy), clients, seconds }
    await pgbench(cluster.programs, pgbenchScript(spread), { ...load, seconds: 1 })
    return await pgbench(cluster.programs, pgbenchScript(spread), load)
  } finally {
    await cluster.drop(copy)
  }
}

/** Every law of the books asked of the school that was measured; fails where one is broken. */
async function verify({ cluster, database }: Site): Promise<string> {
  const opened = await openDatabase({ url: cluster.url(database), dataDir: '' })
  try {
    const { sound, lines } = await verifyBooks(opened.kysely)
    if (!sound) throw new Error(`The books are broken after the payments:\n${lines.join('\n')}`)
    return lines.at(-1) ?? ''
  } finally {
    await opened.close()
  }
}

/** Job 6: payments at the counter, by one client and by eight. `pristine` names the database that the site is a copy of. */
export const paymentRows = (pristine: string): Measure => ({
  numbers: [6],
  async measure(site, tell) {
    const { campusNames } = site.school
    const desk = await site.portal.sit(campusNames[0] ?? '')
    const { taken, atOnce, pay } = await oneClient(site, desk)
    const statements = (await statementsDuring(site.cluster, pay))?.length
    const note = `the limit as one statement: ${atOnce.toFixed(2)} ms`
    tell(timesLimit({ row: '6', what: 'receive a payment, 1 client', statements, note }, taken, 1.5))

    const everywhere: Spread = (client) => campusNames[client % campusNames.length] ?? ''
    const inOne: Spread = () => campusNames.at(-1) ?? ''
    const spreads = [
      { words: '8 clients, 8 campuses', spread: everywhere, campuses: Math.min(clients, campusNames.length) },
      { words: '8 clients, one campus', spread: inOne, campuses: 1 },
    ]
    for (const { words, spread, campuses } of spreads) {
      const ours = await eightClients(site, spread)
      const thin = await thinEightClients(site, campuses > 1 ? spread : () => campusNames.at(-2) ?? '')
      const limit = await limitOf(site, pristine, campuses)
      const what = `receive payments, ${words}`
      const beside = `thin server ${Math.round(thin.perSecond)} per s, p95 ${thin.p95.toFixed(1)} ms`
      if (limit !== null)
        tell(rateOf({ row: '6', what, note: `pgbench as limit; ${beside}` }, ours.perSecond, limit, 4))
      tell(atMost({ row: '6', what: `${what}: p95`, note: `${ours.count} payments` }, ours.p95, 'ms', 10))
    }
    console.log(`      ${await verify(site)}`)
  },
})
