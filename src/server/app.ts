// Everything mounted, in order; database and clock are handed in.

import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { handlers } from '#server/handlers.ts'
import { sendError } from '#server/http/errors.ts'
import type { Drain } from '#server/http/drain.ts'
import { mountAll, type Deps } from '#server/http/mount.ts'
import { metricsRoutes } from '#server/http/metrics.ts'
import { defaultTimeouts, type Timeouts } from '#server/http/timeouts.ts'
import { readinessRoutes } from '#server/http/readiness.ts'
import { CallLog } from '#server/http/request-log.ts'
import { requireSameSite } from '#server/http/same-site.ts'
import { servePage } from '#server/http/serve-page.ts'

export interface AppOptions extends Deps {
  /** The folder of the built page; null serves the calls alone. */
  readonly pageFolder: string | null
  readonly log?: FastifyBaseLogger
  /** Sees to an orderly end; without it the app ends as it stands. */
  readonly drain?: Drain
  /** Who may ask for figures: `null` is this machine alone, else who knows the token; without it nobody. */
  readonly metricsToken?: string | null
  readonly timeouts?: Timeouts
  /** Addresses and networks of proxies that are believed beside those on this machine. */
  readonly trustedProxies?: readonly string[]
}

const largestBody = 64 * 1024

const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    // Mantine writes its theme into a style element.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
}

/** JSON only, as no form of another site can send it; an empty body is a body that says nothing. */
function readJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, String(body), done)
  })
}

/** How much is read of a request, and for how long is waited. */
const limitsOf = ({ headers, request, silence, checkEvery }: Timeouts) => ({
  http: { headersTimeout: headers, requestTimeout: request, connectionsCheckingInterval: checkEvery },
  requestTimeout: request,
  connectionTimeout: silence,
  bodyLimit: largestBody,
  routerOptions: { maxParamLength: 200 },
})

/** The whole portal as one app, ready to listen or to be called in a test. */
export async function buildApp({
  database,
  clock,
  pageFolder,
  log,
  drain,
  metricsToken,
  timeouts = defaultTimeouts,
  trustedProxies = [],
}: AppOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    ...(log && { loggerInstance: log }),
    logController: new CallLog(),
    genReqId: () => randomUUID(),
    trustProxy: ['loopback', ...trustedProxies],
    ...limitsOf(timeouts),
    forceCloseConnections: 'idle',
    // A path that cannot be read is refused before any hook: what they would say is said here.
    frameworkErrors(problem, request, reply) {
      void reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      return sendError(problem, request, reply)
    },
  })
  app.setErrorHandler(sendError)
  drain?.watch(app)
  if (metricsToken !== undefined) metricsRoutes(app, metricsToken, database.standby)
  readJsonOnly(app)
  await app.register(helmet, {
    contentSecurityPolicy,
    // The operator's TLS proxy says whether the site is reached by HTTPS alone.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  await app.register(cookie)
  await app.register(compress, {
    global: true,
    encodings: ['gzip'],
    zlibOptions: { level: 1 },
    threshold: 2048,
    // The page packs nothing that it sends: nothing is unpacked.
    globalDecompression: false,
  })
  app.addHook('onRequest', async (request, reply) => {
    requireSameSite(request)
    void reply.header('x-request-id', request.id)
  })
  app.addHook('onSend', async (_request, reply) => {
    // What the calls answer is one person's; no cache on the way may keep it.
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  })

  readinessRoutes(app, { database, clock })
  mountAll(app, { database, clock }, handlers)
  await servePage(app, pageFolder)
  return app
}
