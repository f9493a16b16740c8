import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Endpoint, QueryOf } from '#contract/endpoint.ts'
import type { Refusal } from '#domain/outcome.ts'
import type { Passwords } from '#server/auth/password.ts'
import type { SecurityLog } from '#server/auth/security-log.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Scope } from '#server/records/scope.ts'
import type { CallLimits } from './call-limits.ts'
import type { OpenFile, RowsReply } from './streamed-reply.ts'

/** The input of a call as the contract decoded it. */
export interface CallInput<E extends Endpoint> {
  readonly params: z.output<E['params']>
  readonly query: z.output<QueryOf<E>>
  readonly body: z.output<E['body']>
}

/** The argument of the handler of a signed-in call: the input, and the scope of its transaction. */
export interface CallContext<E extends Endpoint> extends CallInput<E> {
  readonly scope: Scope
}

/** The argument of the handler of a signed-in call that needs the address at which the browser sees the portal. */
export interface SiteCallContext<E extends Endpoint> extends CallContext<E> {
  readonly site: URL
}

export interface PasswordCallContext<E extends Endpoint> extends CallContext<E> {
  readonly passwords: Passwords
}

/** The argument of the handler of a call before sign-in: no scope, but the database, and the request for its cookie. */
export interface PublicCallContext<E extends Endpoint> extends CallInput<E> {
  readonly db: Kysely<Schema>
  readonly security: SecurityLog
  readonly passwords: Passwords
  /** Has the sessions that the server knows; missing if calls are not limited. */
  readonly limits?: CallLimits | undefined
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The address at which the browser sees the portal. */
  readonly site: URL
  readonly now: Date
}

/** The reply of an endpoint, before the contract encodes it. */
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>

/** The handler of an endpoint; files and lists of many rows are written while they are read. */
export type Handler<E extends Endpoint> = E extends { readonly access: 'anyone' }
  ? (call: PublicCallContext<E>) => Promise<ReplyOf<E>>
  : E extends { readonly forSite: true }
    ? (call: SiteCallContext<E>) => Promise<ReplyOf<E>>
    : E extends { readonly replyAs: 'file' }
      ? (call: CallContext<E>, open: OpenFile) => Promise<void>
      : E extends { readonly replyAs: 'rows' }
        ? (call: CallContext<E>, rows: RowsReply) => Promise<void>
        : (
            call: z.output<E['body']> extends { readonly newPassword: string }
              ? PasswordCallContext<E>
              : CallContext<E>,
          ) => Promise<ReplyOf<E> | PreparedJson | KeptRefusal>

export type AnyHandler = (call: never, writer: never) => Promise<unknown>

/** JSON in the shape of the contract, made by the database or stored for a key, which is sent unchanged. */
export class PreparedJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Returns `{ msg, [name]: value }` around JSON text. */
export const preparedItem = (msg: string, name: string, value: string): PreparedJson =>
  new PreparedJson(`{"msg":${JSON.stringify(msg)},${JSON.stringify(name)}:${value}}`)

export const textOf = (reply: unknown): string =>
  reply instanceof PreparedJson ? reply.text : JSON.stringify(reply)

/** A refusal that is returned, not thrown, so the call's writes are kept. The same Idempotency-Key is refused again. */
export class KeptRefusal {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    this.refusal = refusal
  }

  /** Returns the form that is stored for a repetition of the call. */
  toJSON(): { readonly keptRefusal: Refusal } {
    return { keptRefusal: this.refusal }
  }
}

/** Reads a stored answer: a reply with the bytes that were sent, or a refusal that was stored instead. */
export function storedAnswer(text: string): PreparedJson | KeptRefusal {
  const answer: unknown = JSON.parse(text)
  return typeof answer === 'object' && answer !== null && 'keptRefusal' in answer
    ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `toJSON` above; no reply has that field
      new KeptRefusal(answer.keptRefusal as Refusal)
    : new PreparedJson(text)
}
