import type { acceptClosing as endpoint } from '#contract/cashier-close.ts'
import { cashInSafe, acceptClosing as decide } from '#domain/cashier-close.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { countWriters, findClosing, saveAcceptance } from '#server/records/cashier-closings.ts'
import { writeHistory } from '#server/records/history.ts'
import { listLeftInSafe } from '#server/records/safe.ts'

/** Takes the cash of a closing into the safe. */
export async function acceptClosing({ params, scope }: CallContext<typeof endpoint>) {
  const { closingNo } = params
  const found = (await findClosing(scope, closingNo)) ?? orThrow(refuse('closing-unknown'))
  const writers = await countWriters(scope)
  const { toSafe } = orThrow(decide(found, scope.userId, writers))
  if (!(await saveAcceptance(scope, closingNo, writers))) return orThrow(refuse('closing-accepted'))
  await writeHistory(scope, { what: 'closing accepted', after: { cashierClosingNo: closingNo, toSafe } })
  return { msg: 'Closing accepted' as const, inSafe: cashInSafe(await listLeftInSafe(scope)) }
}
