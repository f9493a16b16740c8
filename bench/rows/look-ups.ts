import type { Measure, Site } from '#bench/bench.ts'
import { closedLoop, type Request } from '#bench/client.ts'
import { sideBySide } from '#bench/figures.ts'
import { byName, byRollNo } from '#bench/jobs.ts'
import type { Desk } from '#bench/portal.ts'
import { atMost, rateOf, timesLimit } from '#bench/row-of.ts'
import { statementsDuring } from '#bench/statements.ts'

const names = ['ayesha', 'ali kh', 'bilal raza', 'fatima', 'zai', 'hamza iqbal', 'usman', 'noor but']
const clients = 8
const seconds = 3

/** What is looked up in a turn: another student each time. */
interface LookUp {
  readonly row: string
  readonly what: string
  readonly query: 'student' | 'names'
  readonly request: (campus: string, turn: number, students: number) => Request
  readonly parameter: (turn: number, students: number) => string | number
}

const rollNo = (turn: number, students: number): number => 1 + ((turn * 7919) % students)
const name = (turn: number): string => names[turn % names.length] ?? ''

const lookUps: readonly LookUp[] = [
  {
    row: '2a',
    what: 'student by roll number with fees',
    query: 'student',
    request: (campus, turn, students) => byRollNo(campus, rollNo(turn, students)),
    parameter: rollNo,
  },
  {
    row: '2b',
    what: 'students by name',
    query: 'names',
    request: (campus, turn) => byName(campus, name(turn)),
    parameter: name,
  },
]

async function oneClient(site: Site, desk: Desk, lookUp: LookUp) {
  const { students } = site.school
  const line = await site.thin.open()
  return sideBySide(
    async (turn) => (await desk.ask(lookUp.request(desk.campus, turn, students))).ms,
    async (turn) => (await line.ask(lookUp.query, desk.campus, lookUp.parameter(turn, students))).ms,
    { warmUps: 30, runs: 300 },
  )
}

/** Many a second, of eight clients at eight desks: ours and the limit's. */
async function eightClients(site: Site, { query, parameter, request }: LookUp) {
  const { campusNames, students } = site.school
  const campuses = Array.from({ length: clients }, (_, n) => campusNames[n % campusNames.length] ?? '')
  const desks = await site.portal.sitAll(campuses)
  const lines = await Promise.all(campuses.map(() => site.thin.open()))
  const ours = () =>
    closedLoop(
      desks.map(
        (desk, n) => async (turn) => (await desk.ask(request(desk.campus, turn * clients + n, students))).ms,
      ),
      seconds,
    )
  const limit = () =>
    closedLoop(
      lines.map((line, n) => async (turn) => {
        const asked = parameter(turn * clients + n, students)
        return (await line.ask(query, campuses[n] ?? '', asked)).ms
      }),
      seconds,
    )
  await ours()
  await limit()
  return { ours: await ours(), limit: await limit() }
}

/** Job 2: one student by roll number with fees, and students by name; by one client and by eight. */
export const lookUpRows: Measure = {
  numbers: [2],
  async measure(site, tell) {
    const desk = await site.portal.sit(site.school.campusNames[0] ?? '')
    for (const lookUp of lookUps) {
      const { row, what } = lookUp
      const taken = await oneClient(site, desk, lookUp)
      const ask = () => desk.ask(lookUp.request(desk.campus, 7, site.school.students))
      const { bytes } = await ask()
      const statements = (await statementsDuring(site.cluster, ask))?.length
      tell(timesLimit({ row, what, bytes, statements }, taken, 3))
      if (statements !== undefined)
        tell(atMost({ row, what: `${what}: statements` }, statements, 'statements', 2))
      const { ours, limit } = await eightClients(site, lookUp)
      const note = `p95 ${ours.p95.toFixed(1)} ms, of the limit ${limit.p95.toFixed(1)} ms`
      tell(rateOf({ row, what: `${what}, 8 clients`, note }, ours.perSecond, limit.perSecond, 3))
    }
  },
}
