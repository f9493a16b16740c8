import { load, type Request } from '#bench/http-connection.ts'
import { alternate, atMost, rateOf, timesLimit, type Run } from '#bench/measurement.ts'
import type { QueryName } from '#bench/reference-queries.ts'
import { studentByRollNo, studentsByName } from '#bench/requests.ts'
import type { Measure, Site } from '#bench/site.ts'

const names = ['ayesha', 'ali kh', 'bilal raza', 'fatima', 'zai', 'hamza iqbal', 'usman', 'noor but']
const clients = 8
const seconds = 3

interface LookUp {
  readonly row: string
  readonly what: string
  readonly query: QueryName
  /** Eight clients must reach the reference's rate divided by this factor. */
  readonly rateFactor: number
  readonly parameter: (turn: number, students: number) => number | string
  readonly request: (campus: string, parameter: number | string) => Request
}

const lookUps: readonly LookUp[] = [
  {
    row: '2a',
    what: 'student by roll number with fees',
    query: 'student',
    rateFactor: 6,
    parameter: (turn: number, students: number) => 1 + ((turn * 7919) % students),
    request: studentByRollNo,
  },
  {
    row: '2b',
    what: 'students by name',
    query: 'names',
    rateFactor: 2,
    parameter: (turn: number) => names[turn % names.length] ?? '',
    request: studentsByName,
  },
]

/** Opens a client of the portal and a client of the reference server, each with its own connection. */
async function openClient({ portal, school, openReference }: Site, lookUp: LookUp, n: number) {
  const { campusNames, students } = school
  const campus = campusNames[n % campusNames.length] ?? ''
  const { send } = await portal.signIn(campus)
  const sendToReference = openReference()
  const parameter = (turn: number) => lookUp.parameter(turn * clients + n, students)
  const ours: Run = async (turn) => (await send(lookUp.request(campus, parameter(turn)))).ms
  const limit: Run = async (turn) => sendToReference(lookUp.query, campus, parameter(turn))
  return { ours, limit }
}

/** Goal 2: a student by roll number with fees, and students by name, with one client and with eight. */
export const lookUpRows: Measure = {
  goals: [2],
  async measure(site, report) {
    for (const lookUp of lookUps) {
      const { row, what, rateFactor } = lookUp
      const one = await openClient(site, lookUp, 0)
      const times = await alternate(one.ours, one.limit, { warmUps: 30, runs: 300 })
      const statements = await site.cluster.countStatements(() => one.ours(7))
      report({ row, what, ...timesLimit(times, 3), statements })
      if (statements !== undefined)
        report({ row, what: `${what}: statements`, ...atMost(statements, 'statements', 2) })

      const all: { readonly ours: Run; readonly limit: Run }[] = []
      for (let n = 0; n < clients; n += 1) all.push(await openClient(site, lookUp, n))
      const loadBoth = async () => ({
        ours: await load(
          all.map((client) => client.ours),
          seconds,
        ),
        limit: await load(
          all.map((client) => client.limit),
          seconds,
        ),
      })
      await loadBoth()
      const { ours, limit } = await loadBoth()
      const note = `p95 ${ours.p95.toFixed(1)} ms, reference ${limit.p95.toFixed(1)} ms`
      const rate = rateOf(ours.perSecond, limit.perSecond, rateFactor)
      report({ row, what: `${what}, 8 clients`, ...rate, note })
    }
  },
}
