import type {
  postedVouchers as postedEndpoint,
  postMonth as endpoint,
  unpostedVouchers as unpostedEndpoint,
  unpostMonth as unpostEndpoint,
  vouchersToPost as toPostEndpoint,
  vouchersToUnpost as toUnpostEndpoint,
} from '#contract/vouchers.ts'
import { monthMeant, type Month } from '#domain/calendar.ts'
import { orThrow, refuse, refuseFields } from '#domain/outcome.ts'
import { requirePostable } from '#domain/posting.ts'
import { refusals } from '#contract/refusals.ts'
import type { Call } from '#server/http/mount.ts'
import { preparedList } from '#server/http/prepared-json.ts'

type MonthCall = Pick<Call<typeof unpostedEndpoint>, 'params' | 'query' | 'records' | 'today'>

/**
 * The month that a call names: of the year in its query or payload, else the one that the bare number means. A month
 * that cannot be posted is taken only where the campus has vouchers of it, so that these do not stay as they are for good.
 */
async function monthOfCall(call: MonthCall, yearInPayload?: number): Promise<Month> {
  const { params, query, records, today } = call
  const year = query.year ?? yearInPayload
  if (year === undefined) return monthMeant(params.monthNumber, today)
  if (yearInPayload !== undefined && yearInPayload !== year) {
    return orThrow(refuseFields({ field: 'year', message: 'Not the year of the address' }))
  }
  const month = { year, month: params.monthNumber }
  if (await records.posting.hasVouchers(month)) return month
  return orThrow(requirePostable(month, today, 'year'))
}

/** The month's vouchers that wait to be posted. */
export async function listUnposted(call: Call<typeof unpostedEndpoint>) {
  const vouchers = await call.records.posting.listAsJson(await monthOfCall(call), false)
  const msg = vouchers === '[]' ? refusals['nothing-to-post'].msg : 'successfully fetched un posted vouchers'
  return preparedList(msg, 'vouchers', vouchers)
}

/** The month's posted vouchers. */
export async function listPosted(call: Call<typeof postedEndpoint>) {
  const vouchers = await call.records.posting.listAsJson(await monthOfCall(call), true)
  const msg = vouchers === '[]' ? refusals['nothing-to-unpost'].msg : 'successfully fetched posted vouchers'
  return preparedList(msg, 'vouchers', vouchers)
}

/** Posts every unposted voucher of the month: from then on they can be received. */
export async function postMonth(call: Call<typeof endpoint>) {
  const { records } = call
  const month = await monthOfCall(call, call.body.year)
  const count = await records.posting.post(month)
  if (count === 0) return orThrow(refuse('nothing-to-post'))
  await records.changes.add({ what: 'vouchers posted', after: { ...month, count } })
  return { msg: 'success' as const, count }
}

/** Unposts the month's vouchers on which nothing was received (decisions 3.receipts.unpost). */
export async function unpostMonth(call: Call<typeof unpostEndpoint>) {
  const { records } = call
  const month = await monthOfCall(call, call.body.year)
  const count = await records.posting.unpost(month)
  if (count === 0) return orThrow(refuse('nothing-to-unpost'))
  await records.changes.add({ what: 'vouchers unposted', after: { ...month, count } })
  return { msg: 'success' as const, count }
}

/** The months that still have vouchers to post. */
export async function listMonthsToPost({ records }: Call<typeof toPostEndpoint>) {
  const months = await records.posting.listMonthsToPost()
  const needsPosting = months.length > 0
  return { msg: needsPosting ? 'Vouchers need to be posted' : 'Nothing to post', needsPosting, months }
}

/** The months that have posted vouchers on which nothing was received: those that unposting would take back. */
export async function listMonthsToUnpost({ records }: Call<typeof toUnpostEndpoint>) {
  const months = await records.posting.listMonthsToUnpost()
  return { msg: months.length > 0 ? 'Vouchers can be unposted' : 'Nothing to unpost', months }
}
