import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { Refused } from '#domain/outcome.ts'
import type { Standby } from '#server/database/standby.ts'
import { pingDatabase, writeToDisk } from '#server/records/campus/school.ts'
import { onceOver } from './call-end.ts'
import { isDiskFull } from './errors.ts'
import type { Deps } from './mount.ts'

/** The headers that a proxy adds to a request; without a trusted proxy the caller may have invented them. */
const proxyHeaders = /^(x-forwarded-|forwarded$|x-real-ip$|via$)/
const localAddresses = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
/** The upper bounds in seconds; most calls should be in the first few buckets. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const digest = (text: string) => createHash('sha256').update(text).digest()

function isAllowed(request: FastifyRequest, token: string | null): boolean {
  if (token === null) {
    const { remoteAddress = '' } = request.socket
    return (
      localAddresses.includes(remoteAddress) &&
      !Object.keys(request.headers).some((name) => proxyHeaders.test(name))
    )
  }
  const authorization = request.headers.authorization ?? ''
  return timingSafeEqual(digest(authorization), digest(`Bearer ${token}`))
}

interface MetricsOptions {
  readonly version: string
  readonly token: string | null
  readonly standby?: Standby | undefined
}

/** Counts and times every call for /metrics, which answers only this machine or, if a token is set, its bearers. */
export function metricsRoutes(app: FastifyInstance, { version, token, standby }: MetricsOptions): void {
  const register = new Registry()
  if (standby) standbyMetrics(register, standby)
  collectDefaultMetrics({ register })
  new Gauge({
    name: 'portal_version',
    help: 'Always 1; the label is the version of the program',
    labelNames: ['version'],
    registers: [register],
  }).set({ version }, 1)
  const took = new Histogram({
    name: 'portal_call_seconds',
    help: 'How long calls took, by path of the contract and status',
    labelNames: ['method', 'path', 'status'],
    buckets,
    registers: [register],
  })
  const underWay = new Gauge({
    name: 'portal_calls_under_way',
    help: 'Calls that are being answered',
    registers: [register],
  })
  app.addHook('onRequest', async (request, reply) => {
    underWay.inc()
    onceOver(request, reply, () => underWay.dec())
  })
  app.addHook('onResponse', async (request, reply) => {
    // Uses the route, because the requested path would create a series for every number in it.
    const path = request.routeOptions.url ?? 'none'
    const labels = { method: request.method, path, status: String(reply.statusCode) }
    took.observe(labels, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    if (!isAllowed(request, token)) throw new Refused({ code: 'not-found' })
    return reply.type(register.contentType).send(await register.metrics())
  })
}

function standbyMetrics(register: Registry, standby: Standby): void {
  const reports = new Counter({
    name: 'portal_reports_total',
    help: 'Reports that may be read from the standby, by the database that answered',
    labelNames: ['database'],
    registers: [],
    collect() {
      this.reset()
      for (const [database, count] of Object.entries(standby.answered())) this.inc({ database }, count)
    },
  })
  const ready = new Gauge({
    name: 'portal_standby_ready',
    help: 'Whether reports are read from the standby: 1 or 0',
    registers: [],
    collect() {
      this.set(standby.lagMs() === null ? 0 : 1)
    },
  })
  register.registerMetric(reports)
  register.registerMetric(ready)
}

/** Adds /healthz and /readyz for load balancers. After a full disk, the server is ready once the database can write. */
export function readinessRoutes(
  app: FastifyInstance,
  { database: { kysely, checks = kysely } }: Pick<Deps, 'database'>,
): void {
  const disk = { isFull: false }
  app.addHook('onError', async (_request, _reply, problem) => {
    if (isDiskFull(problem)) disk.isFull = true
  })
  app.get('/healthz', async () => ({ msg: 'alive' }))
  app.get('/readyz', async () => {
    await pingDatabase(checks)
    if (disk.isFull) await writeToDisk(checks)
    disk.isFull = false
    return { msg: 'ready' }
  })
}
