// Bodies above the usual limit of 64 kB, and the time that any body has to arrive.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { readCredentials } from '#server/auth/authenticate.ts'
import { disconnectSignal, onceOver } from './call-end.ts'
import type { CallLimits } from './call-limits.ts'
import { answerUnreadable } from './early-replies.ts'

interface LimitedBy {
  readonly clock: () => Date
  readonly limits?: CallLimits
}

/** A table of 10,000 rows with 60 cells has 620,000. */
const mostValues = 1_000_000
const [quote, backslash, ...beforeValues] = Buffer.from('"\\,[{')

/**
 * True if a JSON text has more values than any call takes: a few megabytes of empty lists would fill the memory of the
 * server as soon as they are parsed.
 */
export function hasTooManyValues(json: string): boolean {
  if (json.length <= mostValues) return false
  let [values, isText] = [0, false]
  for (let at = 0; at < json.length && values <= mostValues; at += 1) {
    const code = json.charCodeAt(at)
    if (code === quote) isText = !isText
    else if (isText) at += code === backslash ? 1 : 0
    else if (beforeValues.includes(code)) values += 1
  }
  return values > mostValues
}

/** The timers that end requests whose body is late. */
const timers = new WeakMap<FastifyRequest['raw'], NodeJS.Timeout>()

/** The options of a route whose body may be large: it is read for a session only and a few at once, and may take Node's own time. */
export const readLargeBody = ({ clock, limits }: LimitedBy, endpoint: Endpoint) => ({
  bodyLimit: endpoint.largestBody,
  onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
    const { tokenHash } = readCredentials(endpoint, request, clock())
    const gone = () => disconnectSignal(request, reply)
    const leave = await limits?.enter(endpoint, request, tokenHash, gone, limits.largeBodies)
    if (leave) onceOver(request, reply, leave)
    clearTimeout(timers.get(request.raw))
  },
})

/** Ends requests whose body takes longer than this to arrive, as Node has one limit for all. */
export function endLateBodies({ server }: FastifyInstance, ms: number): void {
  server.prependListener('request', (request, reply) => {
    const end = () => {
      if (request.complete) return
      if (reply.headersSent) request.socket.destroy()
      else answerUnreadable(late(), request.socket)
    }
    const timer = setTimeout(end, ms).unref()
    timers.set(request, timer)
    request.once('close', () => clearTimeout(timer))
  })
}

/** Makes the error that Node itself reports. */
const late = () => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
