import { z } from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { rowReader, rowsType, type ListTotals } from '#contract/list-rows.ts'
import { fromWire, money } from '#contract/wire.ts'
import {
  keepTotals,
  messageOf,
  RunningTotals,
  totalsOfRows,
  type List,
  type QueryOf,
  type RowOf,
  type TotalsOf,
} from '#reports/list.ts'
import { CallFailed, exchange, failureIn, inJson, isObject, type How, type Sent } from './call.ts'

const jsonType = 'application/json'

export interface ListedRows<L extends List> {
  readonly totals: TotalsOf<L>
  readonly rows: readonly RowOf<L>[]
  /** True if older rows follow on another page. */
  readonly more: boolean
}

export interface RowsWatch<L extends List> {
  /** Called once before the first row, with the totals of all rows. */
  readonly onTotals?: (totals: TotalsOf<L>) => void
  /** Called with the loaded share of the rows, 0 to 1; ten times a second at most, because it renders the screen. */
  readonly onProgress?: (fraction: number) => void
}

/** Returns the input of a list's call or file: each filter goes into path, query or body, as the endpoint declares. */
export function sentTo(
  endpoint: Endpoint,
  campus: string,
  query: Readonly<Record<string, unknown>>,
): Sent<Endpoint> {
  const filters = Object.entries(query)
  const isInPath = ([name]: readonly [string, unknown]) => name in endpoint.params.shape
  const otherFilters = Object.fromEntries(filters.filter((filter) => !isInPath(filter)))
  const params = { ...Object.fromEntries(filters.filter(isInPath)), campus }
  return { params, ...(endpoint.query ? { query: otherFilters } : { body: otherFilters }) }
}

/**
 * Loads the rows of a list and decodes them while they arrive. Throws `CallFailed`, with the code `broken` if the rows
 * differ from the totals at the start, so that a part of a list is never taken for all of it.
 */
export async function listRows<L extends List>(
  list: L,
  campus: string,
  query: QueryOf<L>,
  how: How & RowsWatch<L>,
): Promise<ListedRows<L>> {
  const sent = { ...sentTo(list.endpoint, campus, query), ...how, accept: `${rowsType}, ${jsonType};q=0.9` }
  const result = await exchange(list.endpoint, sent, (response) => rowsIn(response, list, how))
  if (result instanceof CallFailed) throw result
  return result
}

async function rowsIn<L extends List>(
  response: Response,
  list: L,
  watch: RowsWatch<L>,
): Promise<ListedRows<L> | CallFailed | null> {
  const type = response.headers.get('content-type')
  if (type?.startsWith(jsonType)) return objectsIn(inJson(await response.text()), list, watch)
  if (!type?.startsWith(rowsType)) return null
  const reader = listReader(list, watch)
  for await (const text of textsOf(response)) if (!reader.read(text)) return null
  return reader.complete()
}

/** Reads a reply in the specification's format, which other backends send; null if it has another format. */
function objectsIn<L extends List>(
  reply: unknown,
  list: L,
  watch: RowsWatch<L>,
): ListedRows<L> | CallFailed | null {
  if (!isObject(reply) || !('msg' in reply || list.items in reply)) return null
  const items = itemsIn(reply, list)
  if (!Array.isArray(items)) return items
  try {
    const rows = items.map((item) => rowOf(list, item))
    const { caveat } = reply
    const totals: TotalsOf<L> = {
      ...totalsOfRows(list, rows),
      ...(typeof caveat === 'string' && { caveat }),
    }
    watch.onTotals?.(totals)
    return { totals, rows, more: reply['more'] === true }
  } catch {
    return null
  }
}

/** An empty list without a message is not a failure; the screen shows the general text (spec 8.student-list.failed). */
function itemsIn(reply: Readonly<Record<string, unknown>>, list: List): unknown[] | CallFailed | null {
  const { msg = list.found, [list.items]: items } = reply
  const isEmpty = msg === messageOf(list, 0)
  if (isEmpty && items === undefined) return []
  const failure = isEmpty ? null : failureIn(reply)
  if (failure || !Array.isArray(items)) return failure
  const isKnown = items.length > 0 || isEmpty || msg === list.found
  return isKnown ? items : new CallFailed({ status: 200, code: 'failed', msg: String(msg) })
}

/** Builds a row; a field that is empty or missing in the specification's format becomes null, 0, false or ''. */
function rowOf<L extends List>(list: L, item: unknown): RowOf<L> {
  if (!isObject(item)) throw new TypeError('Not an object')
  const fields = list.named?.(item) ?? item
  const values = Object.entries<unknown>(list.row.shape).map(([name, schema]) => {
    const value = fields[name]
    return [name, value === undefined || value === null || value === '' ? emptyOf(schema) : value]
  })
  return fromWire<L['row']>(list.row, Object.fromEntries(values))
}

function emptyOf(schema: unknown): unknown {
  if (schema instanceof z.ZodMiniNullable) return null
  if (schema instanceof z.ZodMiniBoolean) return false
  if (schema instanceof z.ZodMiniString) return ''
  if (schema === money || schema instanceof z.ZodMiniNumber) return 0
  throw new TypeError('A field is missing')
}

/** Reads a list in parts; a part of an unexpected format returns false. */
function listReader<L extends List>(list: L, { onTotals, onProgress }: RowsWatch<L>) {
  const readRows = rowReader<L['row']>(list.row)
  const running = new RunningTotals(list)
  const reportProgress = throttled(onProgress)
  const rows: RowOf<L>[] = []
  let head: Pick<ListedRows<L>, 'totals' | 'more'> | null = null
  // The text after the last line end.
  let rest = ''

  function headIn(line: string): typeof head {
    const read = inJson(line)
    if (!isObject(read) || !isObject(read['totals'])) return null
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server sends them as the contract declares
    const totals = read['totals'] as unknown as TotalsOf<L>
    onTotals?.(totals)
    return { totals, more: read['more'] === true }
  }

  function addRows(lines: string, count: number): boolean {
    try {
      const added = readRows(lines)
      for (const row of added) rows.push(row)
      running.add(added)
    } catch {
      return false
    }
    if (count > 0) reportProgress(rows.length / count)
    return true
  }

  return {
    read(text: string): boolean {
      const all = rest + text
      let lines = all.slice(0, all.lastIndexOf('\n') + 1)
      rest = all.slice(lines.length)
      if (lines === '') return true
      if (!head) {
        const headEnd = lines.indexOf('\n') + 1
        head = headIn(lines.slice(0, headEnd))
        lines = lines.slice(headEnd)
      }
      return head !== null && addRows(lines, head.totals.count)
    },
    /** Returns the list after the last part; null if the list is incomplete. */
    complete(): ListedRows<L> | null {
      if (!head || rest !== '' || !areSame(running.totals(), head.totals)) return null
      keepTotals(rows, head.totals)
      return { ...head, rows }
    },
  }
}

/** Yields the text of the reply in parts; stopping early ends the transfer. */
async function* textsOf({ body }: Response): AsyncGenerator<string> {
  const reader = body?.getReader()
  if (!reader) return
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield decoder.decode(value, { stream: true })
    }
  } finally {
    await reader.cancel()
  }
}

const areSame = (computed: ListTotals, sent: ListTotals): boolean =>
  computed.count === sent.count && Object.entries(computed.sums).every(([key, sum]) => sent.sums[key] === sum)

const progressEveryMs = 100

function throttled(onProgress: RowsWatch<List>['onProgress']): (fraction: number) => void {
  let calledAt = -Infinity
  return (fraction) => {
    const now = performance.now()
    if (now - calledAt < progressEveryMs) return
    calledAt = now
    onProgress?.(fraction)
  }
}
