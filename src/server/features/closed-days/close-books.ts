import type { closeBooks as endpoint } from '#contract/closed-days.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { insertClosing } from '#server/records/closed-days.ts'
import { writeHistory } from '#server/records/history.ts'
import { figuresUntil } from '#server/services/closing-figures.ts'
import { listStaffForAdmin } from '#server/services/staff-members.ts'

/** Closes the books up to a day and files what they came to; no other call of the campus runs beside it. */
export async function closeBooks({ body, scope }: CallContext<typeof endpoint>) {
  await listStaffForAdmin(scope)
  const { wasUntil, figures } = await figuresUntil(scope, body.until)
  const { closing } = figures
  if (body.expectedClosing !== undefined && body.expectedClosing !== closing) {
    return orThrow(refuse('balance-changed', { balance: closing }))
  }
  const closedUntil = body.until
  const closingNo = await insertClosing(scope, { closedUntil, wasUntil, reason: '', figures })
  await writeHistory(scope, {
    what: 'books closed',
    before: { closedUntil: wasUntil },
    after: { closedUntil, closingNo, received: figures.received, balance: closing },
  })
  return { msg: 'Books closed' as const, closingNo, figures }
}
