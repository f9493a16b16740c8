// Every failure is sent from here, without the details of an internal error.

import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refusalFacts, type FactsOnWire, type Failure } from '#contract/refusals.ts'
import { date } from '#contract/wire.ts'
import { formatIfDate } from '#domain/calendar.ts'
import { Refused, type Refusal } from '#domain/outcome.ts'
import {
  diskFailed,
  diskFull,
  notReady,
  recordsLocked,
  refusals,
  somethingBroke,
  tookTooLong,
} from '#domain/refusals.ts'
import { dayClosedMeanwhile } from '#server/database/transaction.ts'
import { InvalidInput } from './decode.ts'

interface ErrorReply {
  readonly status: number
  readonly body: Failure & Readonly<Record<string, unknown>>
}

const encodeFacts = (refusal: Refusal): FactsOnWire =>
  'facts' in refusal ? z.encode(refusalFacts[refusal.code], refusal.facts) : {}

const fillIn = (msg: string, facts: FactsOnWire): string =>
  msg.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const fact = facts[name]
    return typeof fact === 'object' ? '' : formatIfDate(String(fact ?? ''))
  })

export const refusalWords = ({ refusal }: Refused): string =>
  fillIn(refusals[refusal.code].msg, encodeFacts(refusal))

const refusedReply = (refused: Refused): ErrorReply => {
  const { refusal } = refused
  return {
    status: refusals[refusal.code].status,
    body: {
      ...encodeFacts(refusal),
      code: refusal.code,
      msg: refusalWords(refused),
      ...('errors' in refusal && { errors: [...refusal.errors] }),
    },
  }
}

const invalidReply = (problem: InvalidInput): ErrorReply => ({
  status: 400,
  body: { code: 'invalid', msg: problem.message, errors: [...problem.errors] },
})

/** Returns the reply to an error of the framework before a call is decoded. */
function frameworkReply(status: number): ErrorReply {
  if (status === 413) return { status, body: { code: 'too-large', msg: 'This is too large to be accepted' } }
  if (status === 404) return { status, body: { code: 'not-found', msg: refusals['not-found'].msg } }
  if (status === 503) return { status, body: { code: 'not-ready', msg: notReady } }
  return { status: 400, body: { code: 'invalid', msg: 'This request could not be read' } }
}

const codeOf = (problem: Error): string =>
  'code' in problem && typeof problem.code === 'string' ? problem.code : ''

// A lost or refused connection, a starting or stopping database, no free connection, or a primary turned standby.
const databaseUnavailable = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|08|57P0|53300|25006)/
const isDatabaseUnavailable = (problem: Error): boolean =>
  databaseUnavailable.test(codeOf(problem)) ||
  /timeout exceeded when trying to connect|Connection terminated|not queryable|embedded database has (crashed|stopped)/.test(
    problem.message,
  )

export const isDiskFull = (problem: Error): boolean =>
  /^(53100|ENOSPC)$/.test(codeOf(problem)) || /No space left on device/i.test(problem.message)

const lockRetrySeconds = 2

/** Returns the reply to a failure of the database; null for any other failure. */
function databaseReply(problem: Error): ErrorReply | null {
  const code = codeOf(problem)
  if (isDiskFull(problem)) return { status: 507, body: { code: 'disk-full', msg: diskFull } }
  if (code === '58030') return { status: 503, body: { code: 'disk-failed', msg: diskFailed } }
  if (code === '57014') return { status: 503, body: { code: 'timed-out', msg: tookTooLong } }
  // A lock took too long, or a deadlock was ended: the call was rolled back and may be repeated.
  if (code === '55P03' || code === '40P01') {
    return { status: 503, body: { code: 'locked', msg: recordsLocked, retryAfter: lockRetrySeconds } }
  }
  return isDatabaseUnavailable(problem) ? frameworkReply(503) : null
}

/** Returns the refusal for the trigger's error if a day was closed meanwhile; its detail is the last closed day. */
function closedDayOf(
  problem: Error & { readonly code?: unknown; readonly detail?: unknown },
): Refused | null {
  if (problem.code !== dayClosedMeanwhile) return null
  const closedUntil = z.parse(date, problem.detail)
  return new Refused({ code: 'day-closed', facts: { closedUntil } })
}

function replyOf(problem: FastifyError): ErrorReply | null {
  const refused = problem instanceof Refused ? problem : closedDayOf(problem)
  if (refused) return refusedReply(refused)
  if (problem instanceof InvalidInput) return invalidReply(problem)
  const databaseFailure = databaseReply(problem)
  if (databaseFailure) return databaseFailure
  const status = problem.statusCode ?? 500
  return status < 500 || status === 503 ? frameworkReply(status) : null
}

/** Sends the reply to a failure; details go to the log only. */
export function sendError(problem: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = replyOf(problem)
  const retryAfter = error?.body['retryAfter']
  if (typeof retryAfter === 'number') void reply.header('Retry-After', String(retryAfter))
  if (error) {
    if (error.status >= 500) request.log.error(problem)
    return reply.status(error.status).send(error.body)
  }
  request.log.error(problem)
  return reply.status(500).send({ code: 'broken', msg: somethingBroke, requestId: request.id })
}

// Early replies are sent before any hook runs: to a path that cannot be decoded, and to bytes that are not HTTP.

/** The headers that hooks add to every other reply; early replies are never shown as a page. */
export const earlyHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

const statusOf = (code: string): string => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return '408 Request Timeout'
  return code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
}

/** Answers a request that cannot be read as HTTP or arrives too slowly, and ends the connection. */
export function answerUnreadable(problem: Error & { readonly code: string }, socket: Socket): void {
  if (problem.code === 'ECONNRESET' || socket.destroyed) return
  const body = JSON.stringify({ code: 'invalid', msg: 'This request could not be read' })
  const headers = {
    ...earlyHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  if (socket.writable) {
    socket.write(`HTTP/1.1 ${statusOf(problem.code)}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroy(problem)
}
