import { monthFromNumber, type Month } from '#domain/calendar.ts'
import { orThrow, refuseFields } from '#domain/outcome.ts'
import { requirePostable } from '#domain/posting.ts'
import { hasVouchersOfMonth } from '#server/records/posting.ts'
import type { Scope } from '#server/records/scope.ts'

interface NamedMonth {
  readonly params: { readonly monthNumber: number }
  readonly query: { readonly year?: number | undefined }
}

/**
 * The month that a posting call names: of the year in its query or body, else the month that the bare number means. A
 * month that cannot be posted is accepted only where the campus has vouchers of it, so that these can still be posted.
 */
export async function findMonthOfCall(
  scope: Scope,
  { params, query }: NamedMonth,
  yearInBody?: number,
): Promise<Month> {
  const { today } = scope
  const year = query.year ?? yearInBody
  if (year === undefined) return monthFromNumber(params.monthNumber, today)
  if (yearInBody !== undefined && yearInBody !== year) {
    return orThrow(refuseFields({ field: 'year', message: 'Not the year of the address' }))
  }
  const month = { year, month: params.monthNumber }
  if (await hasVouchersOfMonth(scope, month)) return month
  return orThrow(requirePostable(month, today, 'year'))
}
