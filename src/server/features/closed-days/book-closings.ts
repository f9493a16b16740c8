import type { bookClosings as endpoint } from '#contract/closed-days.ts'
import type { CallContext } from '#server/http/call.ts'
import { listClosings } from '#server/records/closed-days.ts'

/** The closings and reopenings of the books, newest first. */
export async function bookClosings({ scope }: CallContext<typeof endpoint>) {
  return { msg: 'Closings fetched', closings: await listClosings(scope) }
}
