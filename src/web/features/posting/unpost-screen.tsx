import { postedVouchers, unpostMonth, vouchersToUnpost, type ListedVoucher } from '#contract/posting.ts'
import { count } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import { whyStaysPosted } from '#domain/posting.ts'
import { PostingScreen } from './posting-screen.tsx'
import type { Posting } from './posting.ts'

/** From this number of vouchers on, the clerk must confirm. */
const many = 20

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

/** Unposts vouchers, except those that must stay posted (decisions 3.receipts.unpost). */
const unposting: Posting = {
  title: 'Unpost vouchers',
  lead: "Unposts the month's vouchers that have no payment. Fees cannot be received on them until you post again.",
  waiting: vouchersToUnpost,
  preselects: false,
  toDo: 'to unpost',
  list: postedVouchers,
  whyNot,
  act: unpostMonth,
  question: (vouchers, month) =>
    vouchers < many
      ? null
      : {
          title: `Unpost ${count(vouchers, 'voucher')} of ${month}?`,
          message: 'Until they are posted again no fee can be received on them.',
          confirmLabel: 'Unpost vouchers',
        },
  button: 'Unpost vouchers',
  done: 'Vouchers Unposted Successfully',
  doneTo: 'unposted',
  nothing: 'No posted vouchers found for the selected month.',
  codeOfNothing: 'nothing-to-unpost',
  notRead: 'Failed to get posted vouchers',
}

/** `/unpost-vouchers` (spec 2.routes.unpost-vouchers). */
export const UnpostScreen = () => <PostingScreen posting={unposting} />
