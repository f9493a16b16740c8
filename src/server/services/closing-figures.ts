import type { ClosingFigures } from '#contract/closed-days.ts'
import { addDays, type CalendarDate } from '#domain/calendar.ts'
import { closeUntil, closingFigures } from '#domain/closed-days.ts'
import { orThrow } from '#domain/outcome.ts'
import { addUpTo } from '#domain/roll-forward.ts'
import { findRules } from '#server/records/campus-rules.ts'
import { sumClosing } from '#server/records/closed-days.ts'
import { listRollForward } from '#server/records/roll-forward.ts'
import type { Scope } from '#server/records/scope.ts'

/** What closing up to a day files, and the last day closed before; throws the refusal of a day that cannot be closed. */
export async function figuresUntil(
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
