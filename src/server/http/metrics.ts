// What a watcher of the server asks: figures in Prometheus' text format, for this machine or who knows the token.

import { createHash, timingSafeEqual } from 'node:crypto'
import { Refused } from '#domain/outcome.ts'
import type { Standby } from '#server/database/standby.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

const localAddresses = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
/** Seconds; a call is to answer within the first few. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const digest = (text: string) => createHash('sha256').update(text).digest()

function mayAsk(request: FastifyRequest, token: string | null): boolean {
  if (token === null) return localAddresses.includes(request.ip)
  const given = request.headers.authorization ?? ''
  return timingSafeEqual(digest(given), digest(`Bearer ${token}`))
}

/** Counts and times every call, and tells it on /metrics: on this machine alone, or with the token where one is set. */
export function metricsRoutes(app: FastifyInstance, token: string | null, standby?: Standby): void {
  const register = new Registry()
  if (standby) standbyMetrics(register, standby)
  collectDefaultMetrics({ register })
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
  app.addHook('onRequest', async (_request, reply) => {
    underWay.inc()
    reply.raw.once('close', () => underWay.dec())
  })
  app.addHook('onResponse', async (request, reply) => {
    // The path as declared: what was asked for would make a line of its own for every number.
    const path = request.routeOptions.url ?? 'none'
    const labels = { method: request.method, path, status: String(reply.statusCode) }
    took.observe(labels, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayAsk(request, token)) throw new Refused({ code: 'not-found' })
    return reply.type(register.contentType).send(await register.metrics())
  })
}

function standbyMetrics(register: Registry, standby: Standby): void {
  // oxlint-disable-next-line no-new -- it lives in its register
  new Counter({
    name: 'portal_reports_total',
    help: 'Reports that may be read from the standby, by the database that answered',
    labelNames: ['database'],
    registers: [register],
    collect() {
      this.reset()
      for (const [database, count] of Object.entries(standby.answered())) this.inc({ database }, count)
    },
  })
  // oxlint-disable-next-line no-new -- it lives in its register
  new Gauge({
    name: 'portal_standby_ready',
    help: 'Whether the standby is asked for reports: 1 or 0',
    registers: [register],
    collect() {
      this.set(standby.isReady() ? 1 : 0)
    },
  })
}
