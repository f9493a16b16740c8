// The door: the only place that knows of requests, sessions and transactions.

import type { Endpoint } from '#contract/endpoint.ts'
import { canWrite } from '#domain/roles.ts'
import { Refused } from '#domain/outcome.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import { keepAlive, type Hold, type Staff } from '#server/records/door.ts'
import { inRecords, type Inside } from '#server/records/records.ts'
import { doorRecords, type DoorRecords } from '#server/records/staff.ts'
import { tryRecords, type TryRecords } from '#server/records/tries.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { keyOf, once } from './idempotency.ts'
import { PreparedJson } from './prepared-json.ts'
import { campusesNamed, readCall, type CallOf } from './read-call.ts'
import { sessionHash } from './session-cookie.ts'

/** What the door needs; handed in, never reached for. */
export interface Deps {
  readonly database: OpenDatabase
  readonly clock: () => Date
}

/** What a verb gets: the call as the contract read it, who calls, and the records of their campus. */
export type Call<E extends Endpoint> = CallOf<E> & Inside

type Answer<E extends Endpoint> = z.input<E['reply']> | PreparedJson

const holds: Record<Endpoint['effect'], Hold> = { reads: 'none', changes: 'shared', 'changes many': 'alone' }

function requireAccess(endpoint: Endpoint, staff: Staff): void {
  if (endpoint.access === 'writer' && !canWrite(staff.role)) throw new Refused({ code: 'not-allowed' })
}

function requireOwnCampus(request: FastifyRequest, staff: Staff): void {
  if (campusesNamed(request.params, request.body).some((campus) => campus !== staff.campus)) {
    throw new Refused({ code: 'other-campus' })
  }
}

const reply200 = (endpoint: Endpoint, answer: unknown, reply: FastifyReply): FastifyReply =>
  answer instanceof PreparedJson
    ? reply.type('application/json; charset=utf-8').send(answer.text)
    : reply.type('application/json; charset=utf-8').send(JSON.stringify(endpoint.reply.parse(answer)))

/** Puts one endpoint of the contract on the app: authorise, validate, run in one transaction, reply. */
export function mount<E extends Endpoint & { readonly access: 'staff' | 'writer' }>(
  app: FastifyInstance,
  { database, clock }: Deps,
  endpoint: E,
  handle: (call: Call<E>) => Promise<Answer<E>>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    async handler(request, reply) {
      const tokenHash = sessionHash(request)
      if (!tokenHash) throw new Refused({ code: 'signed-out' })
      const now = clock()
      const entry = { tokenHash, now, hold: holds[endpoint.effect] }
      const answer = await inRecords(database.kysely, entry, async (inside) => {
        requireAccess(endpoint, inside.staff)
        requireOwnCampus(request, inside.staff)
        const read = readCall(endpoint, request.params, request.body)
        if (!read.ok) throw read.problem
        const key = keyOf(endpoint, request)
        const work = () => handle({ ...read.call, ...inside })
        return key === null ? work() : once(inside, key, request, work)
      })
      if (endpoint.effect === 'changes many') void database.afterBulkWork()
      await keepAlive(database.kysely, tokenHash, now)
      return reply200(endpoint, answer, reply)
    },
  })
}

/** What a call before sign-in works with: the door's records, and the request itself for its cookie. */
export type DoorCall<E extends Endpoint> = CallOf<E> & {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly now: Date
  readonly door: DoorRecords
  readonly tries: TryRecords
}

/** Puts an endpoint on the app that anyone may call. */
export function mountForAnyone<E extends Endpoint & { readonly access: 'anyone' }>(
  app: FastifyInstance,
  { database, clock }: Deps,
  endpoint: E,
  handle: (call: DoorCall<E>) => Promise<z.input<E['reply']>>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    async handler(request, reply) {
      const read = readCall(endpoint, request.params, request.body)
      if (!read.ok) throw read.problem
      const door = doorRecords(database.kysely)
      const tries = tryRecords(database.kysely)
      const answer = await handle({ ...read.call, request, reply, door, tries, now: clock() })
      return reply200(endpoint, answer, reply)
    },
  })
}

export type { Inside } from '#server/records/records.ts'
export type { Counted, Tries } from '#server/records/tries.ts'
