import type { campusHistory as endpoint } from '#contract/history.ts'
import { historyFields } from '#domain/history-fields.ts'
import type { CallContext } from '#server/http/call.ts'
import { changeKinds, listCampusHistory } from '#server/records/history.ts'

const linesAtOnce = 200

/** Who did what in the campus, newest first; one line more than is shown says whether there are older ones. */
export async function campusHistory({ body, scope }: CallContext<typeof endpoint>) {
  const found = await listCampusHistory(scope, body, linesAtOnce + 1)
  return {
    msg: 'History fetched successfully',
    kinds: [...changeKinds],
    changes: found.slice(0, linesAtOnce).map(({ before, after, ...change }) => ({
      ...change,
      fields: historyFields(before, after),
    })),
    more: found.length > linesAtOnce,
  }
}
