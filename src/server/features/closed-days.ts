import type * as contract from '#contract/closed-days.ts'
import { reopenUntil } from '#domain/closed-days.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { findRules } from '#server/records/campus-rules.ts'
import { insertClosing, listClosings } from '#server/records/closed-days.ts'
import { sumDrafts } from '#server/records/debtors.ts'
import { writeHistory } from '#server/records/history.ts'
import { figuresUntil } from '#server/services/closing-figures.ts'
import { listStaffForAdmin } from '#server/services/staff-members.ts'

/** The closings and reopenings of the books, newest first. */
export async function bookClosings({ scope }: CallContext<typeof contract.bookClosings>) {
  return { msg: 'Closings fetched', closings: await listClosings(scope) }
}

/** The figures that closing up to a day would file, and the drafts among them; refuses a day that cannot be closed. */
export async function closingPreview({ params, scope }: CallContext<typeof contract.closingPreview>) {
  const { figures } = await figuresUntil(scope, params.until)
  return { msg: 'Figures fetched', figures, drafts: await sumDrafts(scope, params.until) }
}

/** Closes the books up to a day and files what they came to; no other call of the campus runs beside it. */
export async function closeBooks({ body, scope }: CallContext<typeof contract.closeBooks>) {
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

/** Opens closed days again, with the reason; the closings before stay on record with their figures. */
export async function reopenBooks({ body, scope }: CallContext<typeof contract.reopenBooks>) {
  await listStaffForAdmin(scope)
  const rules = await findRules(scope)
  const closedUntil = orThrow(reopenUntil(body.closedUntil ?? null, rules))
  const wasUntil = rules.closedUntil
  const { reason } = body
  const closingNo = await insertClosing(scope, { closedUntil, wasUntil, reason, figures: null })
  await writeHistory(scope, {
    what: 'books reopened',
    before: { closedUntil: wasUntil },
    after: { closedUntil, closingNo, reason },
  })
  return { msg: 'Books reopened' as const, closingNo }
}
