import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify'
import { fileEndpoints, lists } from '#reports/reports.ts'
import { isHttpsOnly } from '#server/auth/cookies.ts'
import { Passwords, type PasswordWork } from '#server/auth/password.ts'
import { linesInFile, linesInLog, SecurityLog } from '#server/auth/security-log.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import { handlersWith } from '#server/features/handlers.ts'
import { exportReport, listReport } from '#server/features/reports.ts'
import { CallLimits } from '#server/http/call-limits.ts'
import type { Drain } from '#server/http/drain.ts'
import { answerUnreadable, earlyHeaders, sendError } from '#server/http/errors.ts'
import { endLateBodies, refusingStatus } from '#server/http/large-body.ts'
import { metricsRoutes, readinessRoutes } from '#server/http/monitoring.ts'
import { mount, mountAll, type Deps } from '#server/http/mount.ts'
import { servePage } from '#server/http/serve-page.ts'
import { CallLog } from '#server/http/server-log.ts'
import { requireSameSite } from '#server/http/site.ts'
import { defaultTimeouts, type Timeouts } from '#server/http/streamed-reply.ts'
import { openUntrustedProxies, trustedAddresses } from '#server/http/untrusted-proxies.ts'
import { isSession } from '#server/records/staff/sessions.ts'
import { version } from '#server/version.ts'

export interface AppOptions extends Omit<Deps, 'security' | 'passwords'> {
  /** Null if only calls are served. */
  readonly pageFolder: string | null
  readonly log?: FastifyBaseLogger
  /** If missing, the app closes at once. */
  readonly drain?: Drain
  /** The token to read /metrics; null lets only this machine read it, undefined nobody. */
  readonly metricsToken?: string | null
  /** The proxies that are trusted in addition to this machine. */
  readonly trustedProxies?: readonly string[]
  /** The origin of the site, such as `https://portal.school.example`. */
  readonly publicUrl?: string | null
  readonly hstsSubdomains?: boolean
  /** The file of the security log; if missing, its lines are in `log`, marked `security`. */
  readonly securityLogFile?: string | null
  /** Set low by tests. */
  readonly passwordWork?: PasswordWork
}

const maxBodyBytes = 64 * 1024
/** The time for which a browser uses only HTTPS after it has seen the site: a year. */
const hstsSeconds = 31_536_000

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

/** Accepts only JSON, which no form of another site can send. It must arrive in time; an empty body counts as none. */
function readJsonOnly(app: FastifyInstance, { request: ms }: Timeouts): void {
  endLateBodies(app, ms)
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    const statusCode = refusingStatus(text)
    if (text === '') done(null, undefined)
    else if (statusCode !== null)
      done(Object.assign(new Error('Too many or too deep values'), { statusCode }))
    else void parse(request, text, done)
  })
}

const limitsOf = ({ headers, largeRequest, idle, checkEvery }: Timeouts) => ({
  http: { headersTimeout: headers, requestTimeout: largeRequest, connectionsCheckingInterval: checkEvery },
  requestTimeout: largeRequest,
  connectionTimeout: idle,
  bodyLimit: maxBodyBytes,
  routerOptions: { maxParamLength: 200 },
})

/** Opens the security log, which writes noted events before the app is closed. */
function openSecurityLog(
  app: FastifyInstance,
  { kysely: db }: OpenDatabase,
  file: string | null,
): SecurityLog {
  const onError = (problem: unknown) => app.log.error(problem)
  const lines = file === null ? linesInLog(app.log) : linesInFile(file, app.log, onError)
  const security = new SecurityLog({ db, lines, onError })
  app.addHook('onClose', async () => security.close())
  return security
}

function mountReports(app: FastifyInstance, deps: Deps): void {
  for (const list of Object.values(lists)) mount(app, deps, list.endpoint, listReport(list))
  for (const [report, endpoint] of fileEndpoints) mount(app, deps, endpoint, exportReport(report))
}

type Headers = ReturnType<FastifyReply['getHeaders']>
type SiteOptions = Required<Pick<AppOptions, 'publicUrl' | 'hstsSubdomains'>>

/** Makes the security headers once: they never change, and making them takes longer than routing a call. */
async function securityHeadersOf({ publicUrl, hstsSubdomains }: SiteOptions): Promise<Headers> {
  const probe = Fastify()
  await probe.register(helmet, {
    contentSecurityPolicy,
    // Without PUBLIC_URL, this is left to the TLS proxy, because only its settings show if the site uses HTTPS alone.
    strictTransportSecurity: isHttpsOnly(publicUrl) && {
      maxAge: hstsSeconds,
      includeSubDomains: hstsSubdomains,
    },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  probe.get('/', async (_request, reply) => reply.getHeaders())
  const reply = await probe.inject('/')
  await probe.close()
  return reply.json<Headers>()
}

async function registerPlugins(app: FastifyInstance, site: SiteOptions): Promise<void> {
  const securityHeaders = await securityHeadersOf(site)
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers(securityHeaders)
  })
  await app.register(cookie)
  await app.register(compress, {
    global: true,
    encodings: ['gzip'],
    zlibOptions: { level: 1 },
    threshold: 2048,
    // The page never sends compressed bodies, so none is decompressed.
    globalDecompression: false,
  })
}

/** Builds an app that is ready to listen, or to be called by a test. */
export async function buildApp({
  database,
  clock,
  pageFolder,
  log,
  drain,
  metricsToken,
  timeouts = defaultTimeouts,
  trustedProxies = [],
  publicUrl = null,
  hstsSubdomains = false,
  securityLogFile = null,
  passwordWork,
}: AppOptions): Promise<FastifyInstance> {
  const isTrusted = trustedAddresses(trustedProxies)
  const untrusted = openUntrustedProxies(isTrusted)
  const app: FastifyInstance = Fastify({
    ...(log && { loggerInstance: log }),
    logController: new CallLog(),
    genReqId: () => randomUUID(),
    trustProxy: isTrusted,
    ...limitsOf(timeouts),
    forceCloseConnections: 'idle',
    // A malformed path is refused before any hook runs.
    frameworkErrors(problem, request, reply) {
      void reply.headers(earlyHeaders)
      return sendError(problem, request, reply)
    },
    clientErrorHandler: answerUnreadable,
  })
  app.decorate('publicUrl', publicUrl)
  app.setErrorHandler(sendError)
  app.decorateRequest('caller', null)
  if (metricsToken !== undefined)
    metricsRoutes(app, { version, token: metricsToken, standby: database.standby })
  readJsonOnly(app, timeouts)
  await registerPlugins(app, { publicUrl, hstsSubdomains })
  // Added after the headers, so that the refusals during a shutdown have them.
  drain?.watch(app)
  app.addHook('onRequest', async (request, reply) => {
    untrusted.check(request, clock())
    requireSameSite(request)
    void reply.header('x-request-id', request.id)
  })
  app.addHook('onSend', async (_request, reply) => {
    // Replies are personal: no proxy may cache them.
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  })

  const { signIn = database.kysely } = database
  const deps: Deps = {
    database,
    clock,
    limits: new CallLimits((tokenHash) => isSession(signIn, tokenHash)),
    timeouts,
    security: openSecurityLog(app, database, securityLogFile),
    passwords: new Passwords(passwordWork),
  }
  readinessRoutes(app, deps)
  mountAll(app, deps, handlersWith(untrusted))
  mountReports(app, deps)
  await servePage(app, pageFolder)
  return app
}
