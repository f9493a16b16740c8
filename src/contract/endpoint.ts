import type { z } from 'zod/mini'
import type { Right } from '#domain/rights.ts'

/** Who may call: anyone at all, any signed-in staff, staff who may write, or admins of the campus (domain/roles.ts). */
export type Access = 'anyone' | 'staff' | 'writer' | 'admin'

/** What a call does to a campus: nothing, a change for single students, or a change for many at once (no call beside it). */
export type Effect = 'reads' | 'changes' | 'bulk'

/** One call of the portal: server and page both read this value, so they cannot drift apart. */
export interface Endpoint {
  readonly method: 'GET' | 'POST'
  /** With `:name` for each path parameter. */
  readonly path: string
  readonly summary: string
  readonly access: Access
  /** What the caller must have the right to, where the role may call it (domain/roles.ts). */
  readonly right?: Right
  readonly effect: Effect
  /** Set on large reads: a standby of the database may answer them. */
  readonly fromStandby?: true
  /** Set where the reply is written while it is read: a file, or JSON of many rows. */
  readonly replyAs?: 'file' | 'rows'
  /** Set where the security log says who read it: the record of a student, or that log itself. */
  readonly logged?: 'record read' | 'log read'
  /** Set where the call asks for its user's password: failures count as sign-in attempts. */
  readonly asksPassword?: true
  /** Set where the caller must have entered the password in the last ten minutes: a call needs the header `x-confirmation`. */
  readonly confirmed?: true
  /** Set where also a user may call who still has to choose a password of their own. */
  readonly opensWithGivenPassword?: true
  /** Set where the session goes on under a new cookie after the call. */
  readonly renewsSession?: true
  /** Set where the reply holds a secret, which is not stored: an Idempotency-Key has no effect. */
  readonly repliesSecret?: true
  /** Set where a user may call who must have a second factor and has none yet: to set it up, and to leave. */
  readonly withoutFactor?: true
  /** Set where the page calls without its user: the call does not keep the session alive. */
  readonly isUnattended?: true
  /** Set where the handler needs the address at which the browser sees the portal. */
  readonly forSite?: true
  readonly params: z.ZodMiniObject
  /** The fields after `?` in the address; an endpoint without it ignores them. */
  readonly query?: z.ZodMiniObject
  readonly body: z.ZodMiniType
  readonly reply: z.ZodMiniType
}

/** The query that an endpoint declares; an empty one where it declares none. */
export type QueryOf<E extends Endpoint> = E extends { readonly query: infer Query extends z.ZodMiniObject }
  ? Query
  : z.ZodMiniObject<{}>

/** Declares an endpoint; without access and effect it does not compile. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared
