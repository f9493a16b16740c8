import { postMonth, unpostedVouchers, vouchersToPost } from '#contract/vouchers.ts'
import { keys } from '#web/api/queries.ts'

/** One way of moving a month's vouchers between unposted and posted, with the words of spec §8. */
export interface Posting {
  readonly title: string
  readonly lead: string
  /** The months that have vouchers for it, with how many. */
  readonly waiting: typeof vouchersToPost
  readonly keyOfWaiting: (campus: string) => readonly unknown[]
  /** `142 to post`. */
  readonly toDo: string
  readonly list: typeof unpostedVouchers
  readonly keyOfList: (campus: string, month: number) => readonly unknown[]
  readonly act: typeof postMonth
  readonly button: string
  readonly done: string
  /** `142 vouchers of November 2026 are posted.` */
  readonly doneTo: string
  readonly nothing: string
  readonly codeOfNothing: string
  readonly notRead: string
}

export const posting: Posting = {
  title: 'Post vouchers',
  lead: 'Posts all unposted vouchers of a month; from then on their fees can be received.',
  waiting: vouchersToPost,
  keyOfWaiting: keys.vouchersToPost,
  toDo: 'to post',
  list: unpostedVouchers,
  keyOfList: keys.unpostedVouchers,
  act: postMonth,
  button: 'Post vouchers',
  done: 'Vouchers Posted Successfully',
  doneTo: 'are posted',
  nothing: 'No unposted vouchers found for the selected month.',
  codeOfNothing: 'nothing-to-post',
  notRead: 'Failed to get unposted vouchers',
}
