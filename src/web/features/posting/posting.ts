import {
  postedVouchers,
  postMonth,
  unpostedVouchers,
  unpostMonth,
  vouchersToPost,
  vouchersToUnpost,
  type ListedVoucher,
} from '#contract/posting.ts'
import { count } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import { whyStaysPosted } from '#domain/posting.ts'

/** Posts or unposts a month's vouchers, with the words of spec 8.posting. */
export type Posting = typeof posting | typeof unposting

export const posting = {
  title: 'Post vouchers',
  lead: 'Posts the unposted vouchers of a month. Fees can then be received on them.',
  waiting: vouchersToPost,
  toDo: 'to post',
  list: unpostedVouchers,
  whyNot: () => null,
  act: postMonth,
  question: () => null,
  done: 'Vouchers Posted Successfully',
  doneTo: 'posted',
  /** The label of the month's next step, printing; null if there is none. */
  next: 'Print them',
  nothing: 'No unposted vouchers found for the selected month.',
  codeOfNothing: 'nothing-to-post',
  notRead: 'Failed to get unposted vouchers',
}

/** Unposts vouchers, except those that must stay posted (decisions 3.receipts.unpost). */
export const unposting = {
  title: 'Unpost vouchers',
  lead: "Unposts the month's vouchers that have no payment. Fees cannot be received on them until you post again.",
  waiting: vouchersToUnpost,
  toDo: 'to unpost',
  list: postedVouchers,
  whyNot,
  act: unpostMonth,
  question: (vouchers: number, month: string) =>
    vouchers < many
      ? null
      : {
          title: `Unpost ${count(vouchers, 'voucher')} of ${month}?`,
          message: 'Until they are posted again no fee can be received on them.',
          confirmLabel: 'Unpost vouchers',
        },
  done: 'Vouchers Unposted Successfully',
  doneTo: 'unposted',
  next: null,
  nothing: 'No posted vouchers found for the selected month.',
  codeOfNothing: 'nothing-to-unpost',
  notRead: 'Failed to get posted vouchers',
}

/** From this number of vouchers on, the clerk must confirm. */
const many = 20

/** The reason that a voucher stays posted; null if it does not. */
function whyNot({ kind, received, hasReceipts }: ListedVoucher): string | null {
  switch (whyStaysPosted({ kind, received, hasReceipts })) {
    case null:
      return null
    case 'admission':
      return 'Admission vouchers always stay posted'
    case 'opening':
      return 'Opening balances always stay posted'
    case 'received':
      return `Rs ${formatRupees(received)} was received on it`
    case 'corrected':
      return 'It, or the voucher that it replaced, had a receipt'
  }
}
