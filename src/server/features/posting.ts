import type * as contract from '#contract/posting.ts'
import { monthFromNumber, type Month } from '#domain/calendar.ts'
import { orThrow, refuse, refuseFields } from '#domain/outcome.ts'
import { requirePostable } from '#domain/posting.ts'
import { refusals } from '#domain/refusals.ts'
import { preparedItem, type CallContext } from '#server/http/call.ts'
import { writeHistory } from '#server/records/history.ts'
import type { Scope } from '#server/records/scope.ts'
import {
  hasVouchersOfMonth,
  listMonthsToPost,
  listMonthsToUnpost,
  listVouchersOfMonthAsJson,
  postVouchersOfMonth,
  unpostVouchersOfMonth,
} from '#server/records/vouchers/posting.ts'

interface NamedMonth {
  readonly params: { readonly monthNumber: number }
  readonly query: { readonly year?: number | undefined }
}

/**
 * Finds the month of a call by the year in query or body, or else by the number alone. A month that cannot be posted is
 * accepted only if the campus has vouchers of that month, so that they can still be posted.
 */
async function findMonthOfCall(
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

export async function unpostedVouchers(call: CallContext<typeof contract.unpostedVouchers>) {
  const month = await findMonthOfCall(call.scope, call)
  const vouchers = await listVouchersOfMonthAsJson(call.scope, month, false)
  const msg = vouchers === '[]' ? refusals['nothing-to-post'].msg : 'successfully fetched un posted vouchers'
  return preparedItem(msg, 'vouchers', vouchers)
}

export async function postedVouchers(call: CallContext<typeof contract.postedVouchers>) {
  const month = await findMonthOfCall(call.scope, call)
  const vouchers = await listVouchersOfMonthAsJson(call.scope, month, true)
  const msg = vouchers === '[]' ? refusals['nothing-to-unpost'].msg : 'successfully fetched posted vouchers'
  return preparedItem(msg, 'vouchers', vouchers)
}

/** Posts the month's vouchers, so that payments on them can be received. */
export async function postMonth(call: CallContext<typeof contract.postMonth>) {
  const { scope } = call
  const month = await findMonthOfCall(scope, call, call.body.year)
  const vouchers = await postVouchersOfMonth(scope, month)
  const count = vouchers.length
  if (count === 0) return orThrow(refuse('nothing-to-post'))
  await writeHistory(scope, { what: 'vouchers posted', after: { ...month, count, vouchers } })
  return { msg: 'success' as const, count }
}

/** Unposts the month's vouchers without receipts and adjustments (decisions 3.receipts.unpost). */
export async function unpostMonth(call: CallContext<typeof contract.unpostMonth>) {
  const { scope } = call
  const month = await findMonthOfCall(scope, call, call.body.year)
  const vouchers = await unpostVouchersOfMonth(scope, month)
  const count = vouchers.length
  if (count === 0) return orThrow(refuse('nothing-to-unpost'))
  await writeHistory(scope, { what: 'vouchers unposted', after: { ...month, count, vouchers } })
  return { msg: 'success' as const, count }
}

export async function vouchersToPost({ scope }: CallContext<typeof contract.vouchersToPost>) {
  const months = await listMonthsToPost(scope)
  const needsPosting = months.length > 0
  return { msg: needsPosting ? 'Vouchers need to be posted' : 'Nothing to post', needsPosting, months }
}

/** Returns the months that have posted vouchers without receipts, which can be unposted. */
export async function vouchersToUnpost({ scope }: CallContext<typeof contract.vouchersToUnpost>) {
  const months = await listMonthsToUnpost(scope)
  return { msg: months.length > 0 ? 'Vouchers can be unposted' : 'Nothing to unpost', months }
}
