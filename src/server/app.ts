// Everything mounted, in order; database and clock are handed in.

import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { admissionRoutes } from '#server/features/admissions/routes.ts'
import { leavingRoutes } from '#server/features/leaving/routes.ts'
import { receiptRoutes } from '#server/features/receipts/routes.ts'
import { reportRoutes } from '#server/features/reports/routes.ts'
import { sessionRoutes } from '#server/features/session/routes.ts'
import { studentRoutes } from '#server/features/students/routes.ts'
import { voucherRoutes } from '#server/features/vouchers/routes.ts'
import { leave } from '#server/http/errors.ts'
import type { Deps } from '#server/http/mount.ts'
import { readinessRoutes } from '#server/http/readiness.ts'
import { requireSameSite } from '#server/http/same-site.ts'
import { servePage } from '#server/http/serve-page.ts'

export interface AppOptions extends Deps {
  /** The folder of the built page; null serves the calls alone. */
  readonly pageFolder: string | null
  readonly log?: FastifyBaseLogger
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

/** The whole portal as one app, ready to listen or to be called in a test. */
export async function buildApp({ database, clock, pageFolder, log }: AppOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    ...(log && { loggerInstance: log }),
    genReqId: () => randomUUID(),
    trustProxy: 'loopback',
    bodyLimit: largestBody,
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // A path that cannot be read is refused before any hook: what they would say is said here.
    frameworkErrors(problem, request, reply) {
      void reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      return leave(problem, request, reply)
    },
  })
  app.setErrorHandler(leave)
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
  })
  app.addHook('onRequest', async (request, reply) => {
    requireSameSite(request)
    void reply.header('x-request-id', request.id)
  })
  app.addHook('onSend', async (_request, reply) => {
    // What the calls answer is one person's; no cache on the way may keep it.
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  })

  const deps = { database, clock }
  readinessRoutes(app, deps)
  sessionRoutes(app, deps)
  admissionRoutes(app, deps)
  studentRoutes(app, deps)
  leavingRoutes(app, deps)
  voucherRoutes(app, deps)
  receiptRoutes(app, deps)
  reportRoutes(app, deps)
  await servePage(app, pageFolder)
  return app
}
