import { z } from 'zod/mini'
import type { Right } from '#domain/rights.ts'
import {
  campusParam,
  monthParam,
  noBody,
  numberParam,
  requiredDate,
  rollNoParam,
  userIdParam,
  voucherNoParam,
} from './fields.ts'

export type Access = 'anyone' | 'staff' | 'writer' | 'admin'

/** `bulk` changes many students at once, and no call runs beside it. */
export type Effect = 'reads' | 'changes' | 'bulk'

/** Server and page both read this value, so they cannot drift apart. */
export interface Endpoint {
  readonly method: 'GET' | 'POST'
  /** Has `:name` for each path parameter. */
  readonly path: string
  readonly summary: string
  readonly access: Access
  /** The right that the caller must have besides the role (domain/roles.ts). */
  readonly right?: Right
  readonly effect: Effect
  /** Set on large reads: a standby of the database may answer them. */
  readonly fromStandby?: true
  /** Set if the reply is written while it is read. */
  readonly replyAs?: 'file' | 'rows'
  /** Set if the security log records the call. */
  readonly logged?: 'record read' | 'log read'
  /** Failures count as sign-in attempts. */
  readonly asksPassword?: true
  /** Set if the password must be from the last ten minutes: a call needs the header `x-confirmation`. */
  readonly confirmed?: true
  /** Set if users may also call who still have to choose a password of their own. */
  readonly opensWithGivenPassword?: true
  readonly renewsSession?: true
  /** Set if the reply holds a secret, which is not stored: an Idempotency-Key has no effect. */
  readonly repliesSecret?: true
  /** Set if users may call who must have a second factor and have none yet: to set it up, and to leave. */
  readonly withoutFactor?: true
  /** Set if the page calls without its user: the call does not keep the session alive. */
  readonly isUnattended?: true
  /** The most bytes of the body, if it may be larger than that of other calls (64 kB). */
  readonly largestBody?: number
  /** Set if the handler needs the address at which the browser sees the portal. */
  readonly forSite?: true
  readonly params: z.ZodMiniObject
  /** An endpoint without it ignores the fields after `?`. */
  readonly query?: z.ZodMiniObject
  readonly body: z.ZodMiniType
  readonly reply: z.ZodMiniType
}

/** Empty if the endpoint declares none, and any if its type leaves that open. */
export type QueryOf<E extends Endpoint> = E extends { readonly query: infer Query extends z.ZodMiniObject }
  ? Query
  : z.ZodMiniObject<'query' extends keyof E ? z.core.$ZodShape : {}>

const pathParams = {
  campus: campusParam,
  rollNo: rollNoParam,
  userId: userIdParam,
  voucherId: voucherNoParam,
  voucherNo: voucherNoParam,
  receiptNo: numberParam('Not a receipt number'),
  adjustmentNo: numberParam('Not the number of an adjustment'),
  closingNo: numberParam('Not the number of a closing'),
  requestNo: numberParam('Not the number of a request'),
  runNo: numberParam('Not the number of a run'),
  importNo: numberParam('Not a number of an import'),
  monthNumber: monthParam,
  fromDate: requiredDate,
  toDate: requiredDate,
  until: requiredDate,
  receivedDate: requiredDate,
}
type PathParams = typeof pathParams

type NameIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NameIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name extends `${infer Required}?`
      ? Required
      : Name
    : never

type Schemas = Readonly<Record<string, z.ZodMiniType>>

type OwnParams<Path extends string> =
  Exclude<NameIn<Path>, keyof PathParams> extends infer Own extends string
    ? [Own] extends [never]
      ? { readonly params?: undefined }
      : { readonly params: Readonly<Record<Own, z.ZodMiniType>> }
    : never

type Options = Omit<Endpoint, 'method' | 'path' | 'effect' | 'params' | 'body'> & {
  readonly params?: Schemas | undefined
  readonly body?: z.ZodMiniType
}

type ParamsOf<Path extends string, O extends Options> = z.ZodMiniObject<
  Pick<PathParams, NameIn<Path> & keyof PathParams> & (O['params'] extends Schemas ? O['params'] : {})
>

type Made<E extends Effect, Path extends string, O extends Options> = Omit<O, 'params' | 'body'> & {
  readonly method: E extends 'reads' ? (O extends { readonly body: z.ZodMiniType } ? 'POST' : 'GET') : 'POST'
  readonly path: Path
  readonly effect: E
  readonly params: ParamsOf<Path, O>
  readonly body: O extends { readonly body: infer Body extends z.ZodMiniType } ? Body : typeof noBody
}

const nameIn = (part: string): string[] => (part.startsWith(':') ? [part.slice(1).replace('?', '')] : [])

const maker =
  <const E extends Effect>(effect: E) =>
  <const Path extends string, const O extends Options>(
    path: Path,
    options: O & OwnParams<Path>,
  ): Made<E, Path, O> => {
    const { params, body, ...others }: Options = options
    const known: Schemas = { ...pathParams, ...params }
    const inPath = path.split('/').flatMap(nameIn)
    const made: Endpoint = {
      method: effect === 'reads' && !body ? 'GET' : 'POST',
      path,
      effect,
      params: z.object(Object.fromEntries(inPath.map((name) => [name, known[name] ?? z.never()]))),
      body: body ?? noBody,
      ...others,
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names in the path decide the fields of params
    return made as Made<E, Path, O>
  }

/** GET, or POST if it has a body. */
export const read = maker('reads')
/** Declares a call that changes the records of single students or users. */
export const change = maker('changes')
/** Declares a call that changes many records at once: no other call of the campus runs beside it. */
export const bulk = maker('bulk')
