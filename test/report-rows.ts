import type { Endpoint } from '#contract/endpoint.ts'
import { rowReader, rowsType } from '#contract/list-rows.ts'
import type { List, RowOf, TotalsOf } from '#reports/list.ts'
import { sampleUrl } from './sample-calls.ts'
import type { Caller, TestSchool } from './school.ts'

type Declared = List & { readonly endpoint: Endpoint }

const everything = { type: 'all', paidStatus: 'all', studentClass: 'all', section: 'all', dataType: 'all' }

interface ListRequest {
  /** The values of path, query and body by name; missing values of the path are 'all'. */
  readonly filters?: Readonly<Record<string, string>>
  readonly accept?: string
}

/** Requests a list of Main Campus, by default as rows, and returns the raw reply, uncompressed. */
export async function requestList(
  { app }: TestSchool,
  { cookie }: Caller,
  { endpoint }: Pick<Declared, 'endpoint'>,
  { filters = {}, accept = `${rowsType}, application/json;q=0.5` }: ListRequest = {},
) {
  const others = Object.fromEntries(
    Object.entries(filters).filter(([name]) => !(name in endpoint.params.shape)),
  )
  const answer = await app.inject({
    method: endpoint.method,
    url: sampleUrl(endpoint, 'Main Campus', { ...everything, ...filters }),
    headers: { cookie, accept },
    ...(endpoint.method === 'POST' ? { payload: others } : { query: others }),
  })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body }
}

/** Fetches a list of Main Campus, decoded as the page does, with its message and totals. */
export async function getRows<L extends Declared>(
  school: TestSchool,
  caller: Caller,
  list: L,
  filters?: ListRequest['filters'],
) {
  const { status, text } = await requestList(school, caller, list, filters && { filters })
  if (status !== 200) throw new Error(`The list failed: ${status} ${text}`)
  const [head = ''] = text.split('\n', 1)
  const { msg, totals } = JSON.parse(head) as { msg: string; totals: TotalsOf<L> }
  const lines = text.slice(head.length + 1)
  const fields = Object.keys(list.row.shape)
  const rows = rowReader<L['row']>(list.row)(lines).map(
    (row) => Object.fromEntries(fields.map((name) => [name, Reflect.get(row, name)])) as RowOf<L>,
  )
  return { msg, totals, rows }
}
