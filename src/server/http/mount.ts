// The way from a request to its reply: authenticate, limit, authorise, decode, handle, encode.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpointList, type EndpointsIn, type Jobs } from '#contract/endpoints.ts'
import { Refused } from '#domain/outcome.ts'
import { readCredentials, type CallCredentials, type Session } from '#server/auth/authenticate.ts'
import { authorise } from '#server/auth/authorise.ts'
import { newToken, setDeviceCookie, setSessionCookie } from '#server/auth/cookies.ts'
import type { Passwords } from '#server/auth/password.ts'
import type { SecurityLog } from '#server/auth/security-log.ts'
import { beginAttempt, completeAttempt } from '#server/auth/sign-in-limits.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import type { Scope } from '#server/records/scope.ts'
import { renewSession } from '#server/records/staff/own-sessions.ts'
import { touchSession } from '#server/records/staff/sessions.ts'
import { CallerDisconnected, disconnectSignal, isDisconnected, onceOver } from './call-end.ts'
import type { CallLimits } from './call-limits.ts'
import { inTransaction } from './call-transaction.ts'
import {
  KeptRefusal,
  PreparedJson,
  textOf,
  type AnyHandler,
  type Handler,
  type PasswordCallContext,
} from './call.ts'
import { decode, onDecoded } from './decode.ts'
import { answerOnce } from './idempotency.ts'
import { readLargeBody } from './large-body.ts'
import { failedAttempt, readingOf, refusalOf } from './security-events.ts'
import { siteOf } from './site.ts'
import { fileReply, rowsReply, sendStreamed, type Timeouts } from './streamed-reply.ts'

export interface Deps {
  readonly database: OpenDatabase
  readonly clock: () => Date
  readonly security: SecurityLog
  readonly passwords: Passwords
  /** Limits the calls that run at once; if it is missing, all calls may run. */
  readonly limits?: CallLimits
  readonly timeouts?: Timeouts
}

/** The handlers of a job, by the names of its endpoints. */
type HandlersOf<Job> = {
  readonly [Name in keyof EndpointsIn<Job>]: EndpointsIn<Job>[Name] extends Endpoint
    ? Handler<EndpointsIn<Job>[Name]>
    : never
}

/** The handlers of all jobs; an endpoint without a handler does not compile. */
export type Handlers = { readonly [Job in keyof Jobs]: HandlersOf<Jobs[Job]> }

export function mountAll(app: FastifyInstance, deps: Deps, handlers: Handlers): void {
  const byJob: Readonly<Record<string, Readonly<Record<string, AnyHandler>>>> = handlers
  for (const { job, name, endpoint } of endpointList) {
    const handler = byJob[job]?.[name]
    if (handler) mountAny(app, deps, endpoint, handler)
  }
}

export const mount = <E extends Endpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: E,
  handler: Handler<E>,
): void => mountAny(app, deps, endpoint, handler)

function mountAny(app: FastifyInstance, deps: Deps, endpoint: Endpoint, handler: AnyHandler): void {
  const handle = onDecoded(handler)
  const answer = endpoint.access === 'anyone' ? answerPublic : endpoint.replyAs ? answerStreamed : answerJson
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.largestBody && readLargeBody(deps, endpoint)),
    handler: (request, reply) => answer({ deps, endpoint, handle, request, reply }),
  })
}

interface Call {
  readonly deps: Deps
  readonly endpoint: Endpoint
  readonly handle: ReturnType<typeof onDecoded>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Answers a call that needs no session, such as sign-in and sign-out. */
async function answerPublic({ deps, endpoint, handle, request, reply }: Call): Promise<FastifyReply> {
  const { database, security, passwords, limits } = deps
  const { kysely, signIn = kysely } = database
  const site = siteOf(request)
  const context = { db: signIn, security, passwords, limits, request, reply, site, now: deps.clock() }
  return send(encode(endpoint, await handle({ ...decode(endpoint, request), ...context })), reply)
}

/** Answers with JSON. A call with an Idempotency-Key runs once. */
async function answerJson(call: Call): Promise<FastifyReply> {
  const { endpoint, handle, request, reply } = call
  const renewed = endpoint.renewsSession ? newToken() : null
  const run = () =>
    runCall(call, async (context) => {
      const answer = await answerOnce(endpoint, request, context, async () =>
        encode(endpoint, await handle(context)),
      )
      if (renewed && !(answer instanceof KeptRefusal)) await renewSession(context.scope, renewed.tokenHash)
      return answer
    })
  const result = await (endpoint.asksPassword ? asAttempt(call, run, renewed?.tokenHash) : run())
  // Thrown only now, because a refusal that is thrown within the transaction rolls it back.
  if (result instanceof KeptRefusal) throw new Refused(result.refusal)
  if (renewed) setSessionCookie(request, reply, renewed.token)
  return send(result, reply)
}

/** Writes the reply while the rows are read. */
async function answerStreamed(call: Call): Promise<FastifyReply> {
  const { deps, endpoint, handle, request, reply } = call
  return sendStreamed({ request, reply, unreadMs: deps.timeouts?.unread }, async (open, hasStarted) => {
    const writer = endpoint.replyAs === 'file' ? fileReply(open) : rowsReply(request, open)
    await runCall(call, (context) => handle(context, writer), hasStarted)
  })
}

type CallOptions = Pick<Call, 'deps' | 'endpoint' | 'request' | 'reply'>

/** Runs a call when it has a slot, in one transaction, which is bound to the campus in the session's own row. */
async function runCall<T>(
  call: CallOptions,
  handle: (context: PasswordCallContext<Endpoint>) => Promise<T>,
  hasStarted = () => false,
): Promise<T> {
  const { deps, endpoint, request, reply } = call
  const credentials = readCredentials(endpoint, request, deps.clock())
  const disconnected = () => disconnectSignal(request, reply)
  const release = await deps.limits?.enter(endpoint, request, credentials.tokenHash, disconnected)
  try {
    return await runWithSlot(call, credentials, handle, hasStarted)
  } catch (problem) {
    // The disconnect is the cause of any failure after it, such as a cancelled statement.
    throw isDisconnected(request, reply) ? new CallerDisconnected() : problem
  } finally {
    // A streamed reply keeps its slot until it is read, because it fills memory until then.
    if (release && endpoint.replyAs) onceOver(request, reply, release)
    else release?.()
  }
}

async function runWithSlot<T>(
  call: CallOptions,
  credentials: CallCredentials,
  handle: (context: PasswordCallContext<Endpoint>) => Promise<T>,
  hasStarted: () => boolean,
): Promise<T> {
  const { deps, endpoint, request } = call
  const { database, limits, passwords, security } = deps
  let caller: Scope | null = null
  const run = async ({ scope, isStale, isConfirmed }: Session) => {
    caller = scope
    request.caller = { user: scope.userId, campus: scope.campus }
    authorise(endpoint, { scope, isConfirmed }, request)
    const input = decode(endpoint, request)
    const site = endpoint.forSite && { site: siteOf(request) }
    return { result: await handle({ ...input, ...site, scope, passwords }), isStale, scope, input }
  }
  const { result, isStale, scope, input } = await inTransaction(
    { ...call, database },
    credentials,
    run,
    hasStarted,
  ).catch(async (problem: unknown) => {
    if (!caller) limits?.forget(credentials.tokenHash)
    const refusal = refusalOf(endpoint, problem)
    if (caller && refusal) await security.record(caller, refusal)
    throw problem
  })
  security.written(scope.recorded)
  // Records an export before the file ends, so that no file is complete without its event.
  for (const event of scope.toRecord) await security.record(scope, event)
  const reading = readingOf(endpoint, input)
  if (reading) security.note(scope, reading)
  if (isStale && !endpoint.isUnattended)
    await touchSession(database.kysely, credentials.tokenHash, credentials.now)
  if (endpoint.effect === 'bulk') void database.afterBulkWork()
  return result
}

/**
 * Counts a call as a sign-in attempt until the password was right, so that a stolen session cannot be used to guess it.
 * The attempt has its own transaction, because a refused call is rolled back. A new password forgets the user's
 * devices, so this device is made known afterwards.
 */
async function asAttempt<T>(call: Call, run: () => Promise<T>, renewedHash?: Buffer): Promise<T> {
  const { deps, request, reply } = call
  const { database, clock, security } = deps
  const { kysely } = database
  const scope = await runCall(call, async (context) => context.scope)
  const { userId, sessionHash } = scope
  try {
    const attempt = await beginAttempt(kysely, { userId, request, now: clock() })
    const result = await run()
    setDeviceCookie(request, reply, await completeAttempt(kysely, attempt, renewedHash ?? sessionHash))
    return result
  } catch (problem) {
    const failure = failedAttempt(problem)
    if (failure) await security.record(scope, failure)
    throw problem
  }
}

/** Encodes a result by the contract; leaves prepared JSON and kept refusals as they are. */
const encode = (endpoint: Endpoint, result: unknown): unknown =>
  result instanceof PreparedJson || result instanceof KeptRefusal ? result : z.encode(endpoint.reply, result)

function send(result: unknown, reply: FastifyReply): FastifyReply {
  void reply.type('application/json; charset=utf-8')
  return reply.send(textOf(result))
}
