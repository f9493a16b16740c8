import type * as contract from '#contract/closed-days.ts'
import type { ClosingFigures } from '#contract/closed-days.ts'
import { addDays, type CalendarDate } from '#domain/calendar.ts'
import { closeUntil, closingFigures, reopenUntil } from '#domain/closed-days.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { addUpTo } from '#domain/roll-forward.ts'
import type { CallContext } from '#server/http/call.ts'
import { insertClosing, listClosings, sumClosing } from '#server/records/books/closed-days.ts'
import { listRollForward } from '#server/records/books/roll-forward.ts'
import { findRules } from '#server/records/campus-rules.ts'
import { writeHistory } from '#server/records/history.ts'
import type { Scope } from '#server/records/scope.ts'
import { sumDrafts } from '#server/records/vouchers/debtors.ts'
import { listStaffForAdmin } from '#server/services/staff-members.ts'

/** Returns the figures of closing up to a day, and the last day closed before; refuses a day that cannot be closed. */
async function figuresUntil(
  scope: Scope,
  until: CalendarDate,
): Promise<{ readonly wasUntil: CalendarDate | null; readonly figures: ClosingFigures }> {
  const rules = await findRules(scope)
  const wasUntil = rules.closedUntil
  orThrow(closeUntil(until, rules, scope.today))
  const from = wasUntil === null ? null : addDays(wasUntil, 1)
  const { byMethod, ...sums } = await sumClosing(scope, wasUntil, until)
  const figures = closingFigures(sums, byMethod)
  const byClass = await listRollForward(scope, { from, until, asOf: null })
  if (!addUpTo(byClass, figures)) throw new Error('The classes do not add up to the figures of the closing')
  return { wasUntil, figures: { from, until, ...figures, byClass } }
}

/** Returns the closings and reopenings of the books, newest first. */
export async function bookClosings({ scope }: CallContext<typeof contract.bookClosings>) {
  return { msg: 'Closings fetched', closings: await listClosings(scope) }
}

/** Returns the figures that closing would file, and its drafts; refuses a day that cannot be closed. */
export async function closingPreview({ params, scope }: CallContext<typeof contract.closingPreview>) {
  const { figures } = await figuresUntil(scope, params.until)
  return { msg: 'Figures fetched', figures, drafts: await sumDrafts(scope, params.until) }
}

/** Closes the books and files the figures; no other call of the campus runs at the same time. */
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

/** Reopens the books; earlier closings stay on record with their figures. */
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
