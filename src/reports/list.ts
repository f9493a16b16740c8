import { z } from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { campusParam, noBody } from '#contract/fields.ts'
import type { ListTotals } from '#contract/list-rows.ts'
import { paisa } from '#domain/money.ts'
import type { PlainRefusalCode } from '#domain/outcome.ts'
import { recordOf } from '#domain/record-of.ts'
import { refusals } from '#domain/refusals.ts'

export type ReadBy = 'staff' | 'admin'

/** The rows that reports show; reports of the same list share its call and its SQL. */
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
  /** Has `:campus`, and `:name` for each filter in the path; other filters are in the body, or the query of a GET. */
  readonly path: string
  readonly summary: string
  readonly query: Query
  /** Set if rows depend on which vouchers are posted or when they are due. */
  readonly dependsOnPosting?: true
  /** The fields in their order on the wire (contract/list-rows.ts). */
  readonly row: Row
  /** A call returns at most `size` rows whose `by` is below `before`. A file has all rows. `sums` must be empty. */
  readonly pages?: { readonly size: number; readonly by: string }
  /** The fields whose sums come before the rows. */
  readonly sums: readonly Sum[]
  /** The field of the reply with the objects of the specification, which other clients get. */
  readonly items: Items
  readonly item: Item
  /** Renames the fields of an object on the wire to those of a row; set if they differ. */
  readonly named?: (item: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
  readonly found: string
  /** The refusal of a file without rows, and the message of an empty list unless `foundNone` is set. */
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
 * Declares the call of a list or of its file; `otherParams` are path parameters that are not filters. A standby serves
 * only lists that all staff may read, because calls have no admin rights there.
 */
export const readingEndpoint = <const ReplyAs extends 'rows' | 'file', Reply extends z.ZodMiniType>(
  { query, access = 'staff', logged }: Pick<List, 'query' | 'access' | 'logged'>,
  { method, path, summary }: Pick<Endpoint, 'method' | 'path' | 'summary'>,
  replyAs: ReplyAs,
  reply: Reply,
  otherParams: Readonly<Record<string, z.ZodMiniType>> = {},
): Endpoint & { readonly access: ReadBy; readonly replyAs: ReplyAs; readonly reply: Reply } => {
  const pathNames = new Set(path.split('/').flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : [])))
  const filters = Object.entries(query.shape)
  const otherFilters = filters.filter(([name]) => !pathNames.has(name))
  const isInQuery = method === 'GET' && otherFilters.length > 0
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
      ...Object.fromEntries(filters.filter(([name]) => pathNames.has(name))),
      campus: campusParam,
      ...otherParams,
    }),
    ...(isInQuery && { query: z.object(Object.fromEntries(otherFilters)) }),
    body: isInQuery || otherFilters.length === 0 ? noBody : z.object(Object.fromEntries(otherFilters)),
    reply,
  }
}

type AnyRow = Readonly<Record<string, unknown>>

/** Adds up rows that arrive in parts; `totals` has the form in which the server sends the totals of all rows. */
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
    for (const [index, key] of this.keys.entries()) {
      this.sums[index] = rows.reduce((sum, row) => sum + Number(row[key]), this.sums[index] ?? 0)
    }
  }

  totals(): ListTotals {
    const sums = this.keys.map((key, index) => [key, paisa(this.sums[index] ?? 0)])
    return { count: this.count, sums: Object.fromEntries(sums) }
  }
}

export function totalsOfRows(declared: Pick<List, 'sums'>, rows: readonly AnyRow[]): ListTotals {
  const cached = totalsCache.get(rows)
  if (cached) return cached
  const running = new RunningTotals(declared)
  running.add(rows)
  const totals = running.totals()
  keepTotals(rows, totals)
  return totals
}

/** Caches totals, because several parts of a screen need those of the same tens of thousands of unchanging rows. */
const totalsCache = new WeakMap<readonly AnyRow[], ListTotals>()

export const keepTotals = (rows: readonly AnyRow[], totals: ListTotals): void => {
  totalsCache.set(rows, totals)
}

export const messageOf = ({ found, foundNone, none }: List, count: number): string =>
  count > 0 ? found : (foundNone ?? refusals[none].msg)
