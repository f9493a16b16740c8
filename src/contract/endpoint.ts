import type { z } from 'zod'

/** Who may call: anyone at all, any signed-in staff, staff who may write, or admins of the campus (domain/roles.ts). */
export type Access = 'anyone' | 'staff' | 'writer' | 'admin'

/**
 * What a call does to a campus's books: nothing, something for single students,
 * or something for many at once, for which the others wait.
 */
export type Effect = 'reads' | 'changes' | 'changes many'

/** One call of the portal: both sides read this value, so neither can drift. */
export interface Endpoint<
  Params extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST'
  /** With `:name` for each path parameter. */
  readonly path: string
  readonly summary: string
  readonly access: Access
  readonly effect: Effect
  /** Of what only reads, and much: it may come from a standby of the database, where there is one. */
  readonly fromStandby?: true
  readonly params: Params
  /** What may stand behind the `?` of the address; an endpoint without it ignores that. */
  readonly query?: z.ZodObject
  readonly body: Body
  readonly reply: Reply
}

/** What a call's address says behind the `?`, as the endpoint declares it; nothing where it declares none. */
export type QueryOf<E extends Endpoint> = E extends { readonly query: infer Query extends z.ZodObject }
  ? Query
  : z.ZodObject<{}>

/** Declares an endpoint; without access and effect it does not compile. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared
