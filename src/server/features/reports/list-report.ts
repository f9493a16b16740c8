import type { Endpoint } from '#contract/endpoint.ts'
import { rowsEnd, rowsStart, rowsType } from '#contract/list-rows.ts'
import { messageOf, type List, type QueryOf } from '#reports/list.ts'
import type { CallContext } from '#server/http/call.ts'
import type { RowsReply } from '#server/http/rows-reply.ts'
import { readPageTotals, streamObjects, streamRows } from '#server/records/reports/read-list.ts'

/** The query of a call. A filter in the path is not replaced by a field of query or body, which was not decoded. */
export const queryOf = <L extends List>(
  _list: L,
  { params, query, body }: Pick<CallContext<Endpoint>, 'params' | 'query' | 'body'>,
): QueryOf<L> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by the schemas of the list's query
  ({ ...Object(query), ...Object(body), ...params }) as QueryOf<L>

/**
 * Answers the call of a list: objects, or rows after their totals for callers that accept them; an empty list is a
 * reply, not a refusal (spec 4.voucher-report).
 */
export const listReport =
  (list: List) =>
  async (call: CallContext<Endpoint>, reply: RowsReply): Promise<void> => {
    const { scope } = call
    const query = queryOf(list, call)
    // Before the rows, which take longer: the count decides the message, and the page shows the sums meanwhile.
    const { totals, more } = await readPageTotals(scope, list, query)
    const msg = messageOf(list, totals.count)
    if (!reply.accepts(rowsType)) {
      return reply.send('application/json; charset=utf-8', {
        head: `${JSON.stringify({ msg, caveat: totals.caveat, ...(list.pages && { more }) }).slice(0, -1)},"${list.items}":[`,
        chunks: streamObjects(scope, list, query),
        foot: ']}',
      })
    }
    return reply.send(rowsType, {
      head: rowsStart(msg, totals, more),
      chunks: streamRows(scope, list, query),
      foot: totals.count === 0 ? rowsEnd : `\n${rowsEnd}`,
    })
  }
