import type {
  postedVouchers as postedEndpoint,
  postMonth as endpoint,
  unpostedVouchers as unpostedEndpoint,
  unpostMonth as unpostEndpoint,
  vouchersToPost as toPostEndpoint,
  vouchersToUnpost as toUnpostEndpoint,
} from '#contract/vouchers.ts'
import { monthMeant } from '#domain/calendar.ts'
import { orRefuse, refuse } from '#domain/outcome.ts'
import { refusals } from '#contract/refusals.ts'
import type { Call } from '#server/http/mount.ts'
import { preparedList } from '#server/http/prepared-json.ts'

/** The month's vouchers that wait to be posted. */
export async function listUnposted({ params, records, today }: Call<typeof unpostedEndpoint>) {
  const vouchers = await records.posting.listAsJson(monthMeant(params.monthNumber, today), false)
  const msg = vouchers === '[]' ? refusals['nothing-to-post'].msg : 'successfully fetched un posted vouchers'
  return preparedList(msg, 'vouchers', vouchers)
}

/** The month's posted vouchers. */
export async function listPosted({ params, records, today }: Call<typeof postedEndpoint>) {
  const vouchers = await records.posting.listAsJson(monthMeant(params.monthNumber, today), true)
  const msg = vouchers === '[]' ? refusals['nothing-to-unpost'].msg : 'successfully fetched posted vouchers'
  return preparedList(msg, 'vouchers', vouchers)
}

/** Posts every unposted voucher of the month: from then on they can be received. */
export async function postMonth({ params, records, today }: Call<typeof endpoint>) {
  const month = monthMeant(params.monthNumber, today)
  const count = await records.posting.post(month)
  if (count === 0) return orRefuse(refuse('nothing-to-post'))
  await records.changes.add({ what: 'vouchers posted', after: { ...month, count } })
  return { msg: 'success' as const, count }
}

/** Unposts the month's vouchers on which nothing was received (decisions §3). */
export async function unpostMonth({ params, records, today }: Call<typeof unpostEndpoint>) {
  const month = monthMeant(params.monthNumber, today)
  const count = await records.posting.unpost(month)
  if (count === 0) return orRefuse(refuse('nothing-to-unpost'))
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
