import {
  postMonth,
  unpostedVouchers,
  vouchersToPost,
  type ListedVoucher,
  type postedVouchers,
  type unpostMonth,
  type vouchersToUnpost,
} from '#contract/posting.ts'
import type { Month } from '#domain/calendar.ts'
import { printMonthAddress } from '#web/kit/list-addresses.ts'
import type { Question } from '#web/ui/alert-dialog.tsx'

/** Posts or unposts a month's vouchers, with the words of spec 8.posting. */
export interface Posting {
  readonly title: string
  readonly lead: string
  /** The months with waiting vouchers, and their number. */
  readonly waiting: typeof vouchersToPost | typeof vouchersToUnpost
  /** True if the only month is chosen at the start. */
  readonly preselects: boolean
  /** `142 to post`. */
  readonly toDo: string
  readonly list: typeof unpostedVouchers | typeof postedVouchers
  /** The reason that a voucher is not moved; null if it is. */
  readonly whyNot: (voucher: ListedVoucher) => string | null
  readonly act: typeof postMonth | typeof unpostMonth
  /** The confirmation before this many vouchers of `November 2026` are moved; null if none is needed. */
  readonly question: (count: number, month: string) => Question | null
  readonly button: string
  readonly done: string
  /** `142 vouchers of November 2026 are posted.` */
  readonly doneTo: string
  /** The month's next step. */
  readonly next?: { readonly label: string; readonly address: (month: Month) => string }
  readonly nothing: string
  readonly codeOfNothing: string
  readonly notRead: string
}

export const posting: Posting = {
  title: 'Post vouchers',
  lead: 'Posts the unposted vouchers of a month. Fees can then be received on them.',
  waiting: vouchersToPost,
  preselects: true,
  toDo: 'to post',
  list: unpostedVouchers,
  whyNot: () => null,
  act: postMonth,
  question: () => null,
  button: 'Post vouchers',
  done: 'Vouchers Posted Successfully',
  doneTo: 'posted',
  next: { label: 'Print them', address: printMonthAddress },
  nothing: 'No unposted vouchers found for the selected month.',
  codeOfNothing: 'nothing-to-post',
  notRead: 'Failed to get unposted vouchers',
}
