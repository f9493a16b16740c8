import type { campusHistory as endpoint } from '#contract/users.ts'
import { historyFields } from '#domain/history-fields.ts'
import type { Call } from '#server/http/mount.ts'

const linesAtOnce = 200

/** Who did what in the campus, newest first; one line more than is told says whether there are older ones. */
export async function campusHistory({ body, records }: Call<typeof endpoint>) {
  const found = await records.changes.list(body, linesAtOnce + 1)
  return {
    msg: 'History fetched successfully',
    kinds: [...records.changes.kinds],
    changes: found.slice(0, linesAtOnce).map(({ before, after, changedAt, ...change }) => ({
      ...change,
      changedAt: changedAt.toISOString(),
      fields: historyFields(before, after),
    })),
    more: found.length > linesAtOnce,
  }
}
