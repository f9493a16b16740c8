import { z } from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { campusParam, noBody } from '#contract/fields.ts'
import type { ListTotals } from '#contract/list-rows.ts'
import { paisa } from '#domain/money.ts'
import type { PlainRefusalCode } from '#domain/outcome.ts'
import { recordOf } from '#domain/record-of.ts'
import { refusals } from '#domain/refusals.ts'

export type ReadBy = 'staff' | 'admin'

/** Reports of the same list share its call and its SQL. */
export interface List<
  Query extends z.ZodMiniObject = z.ZodMiniObject,
  Row extends z.ZodMiniObject = z.ZodMiniObject,
  Sum extends string = string,
  Items extends string = string,
  Item extends z.ZodMiniType = z.ZodMiniType,
> {
  /** The name of its endpoint. */
  readonly name: string
  readonly endpoint: Endpoint & { readonly access: ReadBy; readonly replyAs: 'rows' }
  /** Defaults to all staff. */
  readonly access?: ReadBy
  /** Set if the security log records the call. */
  readonly logged?: Endpoint['logged']
  readonly method: 'GET' | 'POST'
  /** Has `:campus`, and `:name` for each filter in the path; the others are in the body, of a GET in the query. */
  readonly path: string
  readonly summary: string
  readonly query: Query
  /** Set if rows depend on which vouchers are posted or when they are due. */
  readonly dependsOnPosting?: true
  /** The fields in their order on the wire (contract/list-rows.ts). */
  readonly row: Row
  /**
   * A call returns at most `size` rows; the next follow with `before`, the last row's value of `by`. Files have all rows. No
   * sums.
   */
  readonly pages?: { readonly size: number; readonly by: string }
  /** Their sums come before the rows. */
  readonly sums: readonly Sum[]
  /** The field of the specified objects, which other clients get. */
  readonly items: Items
  readonly item: Item
  /** An object on the wire under the names of a row; set if they differ. */
  readonly named?: (item: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
  readonly found: string
  /** The refusal of a file without rows, and the message of an empty list, unless `foundNone` says otherwise. */
  readonly none: PlainRefusalCode
  readonly foundNone?: string
}

export type QueryOf<L extends List> = z.output<L['query']>
export type RowOf<L extends List> = z.output<L['row']>
export type TotalsOf<L extends List> = ListTotals<L['sums'][number]>

export function list<
  Query extends z.ZodMiniObject,
  Row extends z.ZodMiniObject,
  const Sum extends keyof z.output<Row> & string,
  const Items extends string,
  Item extends z.ZodMiniType,
>(declared: Omit<List<Query, Row, Sum, Items, Item>, 'endpoint'>) {
  const reply = z.object({
    msg: z.string(),
    ...(declared.dependsOnPosting && { caveat: z.optional(z.string()) }),
    ...(declared.pages && { more: z.boolean() }),
    ...recordOf(
      [declared.items],
      (name) => name,
      () => z.array(declared.item),
    ),
  })
  return { ...declared, endpoint: readingEndpoint(declared, declared, 'rows', reply) }
}

/**
 * `more` are the path parameters that are no filters. Only lists that all staff may read come from a standby: a call works
 * there without the rights of an admin.
 */
export const readingEndpoint = <const ReplyAs extends 'rows' | 'file', Reply extends z.ZodMiniType>(
  { query, access = 'staff', logged }: Pick<List, 'query' | 'access' | 'logged'>,
  { method, path, summary }: Pick<Endpoint, 'method' | 'path' | 'summary'>,
  replyAs: ReplyAs,
  reply: Reply,
  more: Readonly<Record<string, z.ZodMiniType>> = {},
): Endpoint & { readonly access: ReadBy; readonly replyAs: ReplyAs; readonly reply: Reply } => {
  const inPath = new Set(path.split('/').flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : [])))
  const filters = Object.entries(query.shape)
  const others = filters.filter(([name]) => !inPath.has(name))
  const isInQuery = method === 'GET' && others.length > 0
  return {
    method,
    path,
    summary,
    access,
    effect: 'reads',
    ...(access === 'staff' && { fromStandby: true }),
    ...(logged !== undefined && replyAs === 'rows' && { logged }),
    replyAs,
    params: z.object({
      ...Object.fromEntries(filters.filter(([name]) => inPath.has(name))),
      campus: campusParam,
      ...more,
    }),
    ...(isInQuery && { query: z.object(Object.fromEntries(others)) }),
    body: isInQuery || others.length === 0 ? noBody : z.object(Object.fromEntries(others)),
    reply,
  }
}

type AnyRow = Readonly<Record<string, unknown>>

/** Adds up rows that come in parts, as the server sends the totals of all. */
export class RunningTotals {
  private readonly keys: readonly string[]
  private readonly sums: Float64Array
  private count = 0

  constructor({ sums }: Pick<List, 'sums'>) {
    this.keys = sums
    this.sums = new Float64Array(sums.length)
  }

  add(rows: readonly AnyRow[]): void {
    this.count += rows.length
    for (const [at, key] of this.keys.entries()) {
      this.sums[at] = rows.reduce((sum, row) => sum + Number(row[key]), this.sums[at] ?? 0)
    }
  }

  totals(): ListTotals {
    const sums = this.keys.map((key, at) => [key, paisa(this.sums[at] ?? 0)])
    return { count: this.count, sums: Object.fromEntries(sums) }
  }
}

export function totalsOfRows(added: Pick<List, 'sums'>, rows: readonly AnyRow[]): ListTotals {
  const known = totalsKnown.get(rows)
  if (known) return known
  const running = new RunningTotals(added)
  running.add(rows)
  const totals = running.totals()
  keepTotals(rows, totals)
  return totals
}

/** The parts of a screen ask for the totals of the same tens of thousands of rows, which never change. */
const totalsKnown = new WeakMap<readonly AnyRow[], ListTotals>()

export const keepTotals = (rows: readonly AnyRow[], totals: ListTotals): void => {
  totalsKnown.set(rows, totals)
}

export const messageOf = ({ found, foundNone, none }: List, count: number): string =>
  count > 0 ? found : (foundNone ?? refusals[none].msg)
