// How the calls of the contract come onto the app, and what leaves as JSON.

import type { Endpoint } from '#contract/endpoint.ts'
import { doorRecords, type DoorRecords } from '#server/records/staff.ts'
import { tryRecords, type TryRecords } from '#server/records/tries.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { once } from './idempotency.ts'
import { PreparedJson } from './prepared-json.ts'
import { readCall, type CallOf } from './read-call.ts'
import { runCall, type Call, type Deps, type StaffEndpoint } from './run-call.ts'

type Answer<E extends Endpoint> = z.input<E['reply']> | PreparedJson

/** Prepared lists may be long: their length before compression lets the page tell how far a load is. */
function reply200(endpoint: Endpoint, answer: unknown, reply: FastifyReply): FastifyReply {
  void reply.type('application/json; charset=utf-8')
  if (!(answer instanceof PreparedJson)) return reply.send(JSON.stringify(endpoint.reply.parse(answer)))
  return reply.header('x-uncompressed-length', Buffer.byteLength(answer.text)).send(answer.text)
}

/** What stands around a call's own transaction. */
type Around = <T>(request: FastifyRequest, run: () => Promise<T>) => Promise<T>

/** Puts one endpoint of the contract on the app: authorise, validate, run in one transaction, reply. */
export function mount<E extends StaffEndpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: E,
  handle: (call: Call<E>) => Promise<Answer<E>>,
  around: Around = (_, run) => run(),
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    async handler(request, reply) {
      const answer = await around(request, () =>
        runCall(deps, endpoint, request, (call) => once(endpoint, request, call, () => handle(call))),
      )
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
      const read = readCall(endpoint, request)
      if (!read.ok) throw read.problem
      const door = doorRecords(database.kysely)
      const tries = tryRecords(database.kysely)
      const answer = await handle({ ...read.call, request, reply, door, tries, now: clock() })
      return reply200(endpoint, answer, reply)
    },
  })
}

export type { Inside } from '#server/records/records.ts'
export type { Call, Deps } from './run-call.ts'
