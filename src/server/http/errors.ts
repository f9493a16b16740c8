// Every failure is sent from here: a closed set of codes, the specification's words, and no detail of an internal error.

import { notReady, refusals, somethingBroke, type Failure } from '#contract/refusals.ts'
import { Refused, type Refusal } from '#domain/outcome.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { InvalidInput } from './decode.ts'

interface Exit {
  readonly status: number
  readonly body: Failure & Readonly<Record<string, unknown>>
}

const filled = (msg: string, facts: Refusal['facts'] = {}): string =>
  msg.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ''))

const refusedExit = ({ refusal }: Refused): Exit => {
  const { status, msg } = refusals[refusal.code]
  return {
    status,
    body: {
      ...refusal.facts,
      code: refusal.code,
      msg: filled(msg, refusal.facts),
      ...(refusal.errors && { errors: [...refusal.errors] }),
    },
  }
}

const invalidExit = (problem: InvalidInput): Exit => ({
  status: 400,
  body: { code: 'invalid', msg: problem.message, errors: [...problem.errors] },
})

/** What the framework itself refuses before a call is read. */
function frameworkExit(status: number): Exit {
  if (status === 413) return { status, body: { code: 'too-large', msg: 'This is too large to be taken' } }
  if (status === 404) return { status, body: { code: 'not-found', msg: refusals['not-found'].msg } }
  if (status === 503) return { status, body: { code: 'not-ready', msg: notReady } }
  return { status: 400, body: { code: 'invalid', msg: 'This call could not be read' } }
}

// Connection lost or refused, server starting or shutting down, no connection free in time.
const databaseAway = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|08|57P0|53300)/
const isDatabaseAway = (problem: Error & { readonly code?: unknown }): boolean =>
  (typeof problem.code === 'string' && databaseAway.test(problem.code)) ||
  /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(problem.message)

function exitOf(problem: FastifyError): Exit | null {
  if (problem instanceof Refused) return refusedExit(problem)
  if (problem instanceof InvalidInput) return invalidExit(problem)
  if (isDatabaseAway(problem)) return frameworkExit(503)
  const status = problem.statusCode ?? 500
  return status < 500 || status === 503 ? frameworkExit(status) : null
}

/** Sends a failure as its refusal or as a plain error; details go to the log only. */
export function sendError(problem: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const exit = exitOf(problem)
  const seconds = exit?.body['retryAfter']
  if (typeof seconds === 'number') void reply.header('Retry-After', String(seconds))
  if (exit) {
    if (exit.status === 503) request.log.error(problem)
    return reply.status(exit.status).send(exit.body)
  }
  request.log.error(problem)
  return reply.status(500).send({ code: 'broken', msg: somethingBroke, requestId: request.id })
}
