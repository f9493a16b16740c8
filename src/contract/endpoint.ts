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

/** A `bulk` call changes many students at once; no other change of the campus runs at the same time. */
export type Effect = 'reads' | 'changes' | 'bulk'

/** The declaration of a call, which server and page share so that they cannot drift apart. */
export interface Endpoint {
  readonly method: 'GET' | 'POST'
  /** Has `:name` for each path parameter. */
  readonly path: string
  readonly summary: string
  readonly access: Access
  /** The right that the caller needs in addition to the role (domain/roles.ts). */
  readonly right?: Right
  readonly effect: Effect
  /** Set on large reads, which a standby of the database may answer. */
  readonly fromStandby?: true
  /** Set if the reply is streamed while its data is read. */
  readonly replyAs?: 'file' | 'rows'
  /** Set if the security log records the call. */
  readonly logged?: 'record read' | 'log read'
  /** Set if the call checks a password; failures count as sign-in attempts. */
  readonly asksPassword?: true
  /** Set if the password must have been entered in the last ten minutes (header `x-confirmation`). */
  readonly confirmed?: true
  /** Set if users who still have to choose their own password may also make the call. */
  readonly opensWithGivenPassword?: true
  readonly renewsSession?: true
  /** Set if the reply contains a secret; it is not stored, so that an Idempotency-Key has no effect. */
  readonly repliesSecret?: true
  /** Set if users who still have to set up a required second factor may also make the call. */
  readonly withoutFactor?: true
  /** Set if the page makes the call without the user, so that it does not keep the session alive. */
  readonly isUnattended?: true
  /** The maximum size of the body in bytes, if it may exceed the usual 64 kB. */
  readonly largestBody?: number
  /** Set if the handler needs the portal's address as the browser sees it. */
  readonly forSite?: true
  readonly params: z.ZodMiniObject
  /** An endpoint without this schema ignores the query string. */
  readonly query?: z.ZodMiniObject
  readonly body: z.ZodMiniType
  readonly reply: z.ZodMiniType
}

/** The query schema of an endpoint: empty if it declares none, any schema if its type leaves this open. */
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

type Declared<E extends Effect, Path extends string, O extends Options> = Omit<O, 'params' | 'body'> & {
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
  ): Declared<E, Path, O> => {
    const { params, body, ...rest }: Options = options
    const schemas: Schemas = { ...pathParams, ...params }
    const namesInPath = path.split('/').flatMap(nameIn)
    const endpoint: Endpoint = {
      method: effect === 'reads' && !body ? 'GET' : 'POST',
      path,
      effect,
      params: z.object(Object.fromEntries(namesInPath.map((name) => [name, schemas[name] ?? z.never()]))),
      body: body ?? noBody,
      ...rest,
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names in the path decide the fields of params
    return endpoint as Declared<E, Path, O>
  }

/** Declares a call that changes nothing: GET, or POST if it has a body. */
export const read = maker('reads')
/** Declares a call that changes the records of single students or users. */
export const change = maker('changes')
/** Declares a call that changes many records at once, while no other call may change the campus. */
export const bulk = maker('bulk')
