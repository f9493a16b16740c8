import type { reopenBooks as endpoint } from '#contract/closed-days.ts'
import { reopenUntil } from '#domain/closed-days.ts'
import { orThrow } from '#domain/outcome.ts'
import type { CallContext } from '#server/http/call.ts'
import { findRules } from '#server/records/campus-rules.ts'
import { insertClosing } from '#server/records/closed-days.ts'
import { writeHistory } from '#server/records/history.ts'
import { listStaffForAdmin } from '#server/services/staff-members.ts'

/** Opens closed days again, with the reason; the closings before stay on record with their figures. */
export async function reopenBooks({ body, scope }: CallContext<typeof endpoint>) {
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
