// Bodies above the usual limit of 64 kB, and the time in which any body must arrive.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { authenticate, readCredentials, type CallCredentials } from '#server/auth/authenticate.ts'
import { authorise } from '#server/auth/authorise.ts'
import type { SecurityLog } from '#server/auth/security-log.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import { transact } from '#server/database/transaction.ts'
import type { Scope } from '#server/records/scope.ts'
import { disconnectSignal, onceOver } from './call-end.ts'
import type { CallLimits } from './call-limits.ts'
import { answerUnreadable } from './errors.ts'
import { refusalOf } from './security-events.ts'
import { defaultTimeouts, type Timeouts } from './streamed-reply.ts'

interface LimitedBy {
  readonly database: OpenDatabase
  readonly security: SecurityLog
  readonly clock: () => Date
  readonly limits?: CallLimits
  readonly timeouts?: Timeouts
}

/** A table of 10,000 rows with 60 cells has 620,000 values. */
const maxValues = 1_000_000
const maxDepth = 100
const [quote, backslash, ...beforeValues] = Buffer.from('"\\,[{')
const [opening, closing] = [[...Buffer.from('[{')], [...Buffer.from(']}')]]

const depthStep = (code: number): number => (opening.includes(code) ? 1 : closing.includes(code) ? -1 : 0)

/**
 * Returns the status that refuses a JSON text, or null: 413 if it has more values than any call takes, because a few
 * megabytes of empty lists would fill the memory of the server once parsed; 400 if it is nested deeper than any call.
 */
export function refusingStatus(json: string): 400 | 413 | null {
  let [values, depth, isText] = [0, 0, false]
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index)
    if (code === quote) isText = !isText
    else if (isText) index += code === backslash ? 1 : 0
    else {
      values += beforeValues.includes(code) ? 1 : 0
      depth += depthStep(code)
    }
    if (values > maxValues) return 413
    if (depth > maxDepth) return 400
  }
  return null
}

/** The timers that end requests whose body is late. */
const timers = new WeakMap<FastifyRequest['raw'], NodeJS.Timeout>()

/** Reads a large body, a few at once, if the caller may make the call. The body may take as long as Node allows. */
export const readLargeBody = (deps: LimitedBy, endpoint: Endpoint) => ({
  bodyLimit: endpoint.largestBody,
  onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
    const { clock, limits, timeouts = defaultTimeouts } = deps
    const credentials = readCredentials(endpoint, request, clock())
    const disconnected = () => disconnectSignal(request, reply)
    const release = await limits?.enter(
      endpoint,
      request,
      credentials.tokenHash,
      disconnected,
      limits.largeBodies,
    )
    if (release) onceOver(request, reply, release)
    await requireCaller(deps, endpoint, credentials, request)
    reply.raw.setTimeout(timeouts.silent, () => {
      if (!request.raw.complete) request.raw.destroy()
    })
    clearTimeout(timers.get(request.raw))
  },
})

/** Refuses a caller who may not make the call before its body is read, and records the refusal. */
async function requireCaller(
  { database, security }: LimitedBy,
  endpoint: Endpoint,
  credentials: CallCredentials,
  request: FastifyRequest,
): Promise<void> {
  const callers: Scope[] = []
  await transact(database.kysely, 'read', async (trx) => {
    const session = await authenticate(trx, { ...credentials, lock: 'none' })
    callers.push(session.scope)
    authorise(endpoint, session, request)
  }).catch(async (problem: unknown) => {
    const [caller] = callers
    const refusal = refusalOf(endpoint, problem)
    if (caller && refusal) await security.record(caller, refusal)
    throw problem
  })
}

/** Ends requests whose body takes longer than `ms` to arrive, because Node has one limit for all requests. */
export function endLateBodies({ server }: FastifyInstance, ms: number): void {
  server.prependListener('request', (request, reply) => {
    const end = () => {
      if (request.complete) return
      if (reply.headersSent) request.socket.destroy()
      else answerUnreadable(timeoutError(), request.socket)
    }
    const timer = setTimeout(end, ms).unref()
    timers.set(request, timer)
    request.once('close', () => clearTimeout(timer))
  })
}

/** Returns the error that Node itself reports. */
const timeoutError = () => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
