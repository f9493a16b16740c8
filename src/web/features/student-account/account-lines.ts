import type { AccountEventReply } from '#contract/student-account.ts'
import { addMonths, firstOfMonth, formatDate, monthOf, type CalendarDate } from '#domain/calendar.ts'
import { less, opposite, type Money } from '#domain/money.ts'
import { rupeesText } from '#web/kit/student-account.ts'

const names: Readonly<Record<AccountEventReply['kind'], string>> = {
  voucher: 'Voucher',
  opening: 'Opening balance',
  receipt: 'Receipt',
  reversal: 'Reversal',
  carried: 'Carried forward',
  're-priced': 'Re-priced',
  replaced: 'Replaced',
  voided: 'Voided',
  adjusted: 'Adjusted',
  moved: 'Moved',
}

/** The amount of a carry is the balance in the same line. */
function noteOf({ kind, other, note }: AccountEventReply): string {
  if (other === null) return note
  if (kind === 'moved') return `from ${other}; ${note}`
  return kind === 'carried' ? `to ${other}` : `by ${other}; ${note}`
}

function numberOf({ receiptNo, adjustmentNo, voucherNo }: AccountEventReply): string {
  if (receiptNo !== null) return `No. ${receiptNo}`
  return adjustmentNo === null ? voucherNo : `Adj. ${adjustmentNo}`
}

/** Returns the lines in chronological order. */
export function accountLines(account: readonly AccountEventReply[]) {
  const reversed = new Set(account.map(({ receiptNo, reverses }) => receiptNo && reverses))
  return account.map((event, index) => ({
    ...event,
    key: index,
    day: event.date,
    date: formatDate(event.date),
    what: names[event.kind],
    note: noteOf(event),
    /** The number of the receipt or adjustment, else of the voucher. */
    number: numberOf(event),
    /** True if a later line takes back this receipt. */
    isTakenBack: event.receiptNo !== null && reversed.has(event.receiptNo),
    /** A carry or a correction of an older receipt moves a balance to the next voucher; a draft moves nothing yet. */
    movesNothing: event.kind === 'carried' || event.kind === 'moved' || event.balance === null,
  }))
}

export type AccountLine = ReturnType<typeof accountLines>[number]

/** `Rs 9,000`, `Rs 500 paid in advance`, `Fully paid.` */
export function balanceWords(balance: Money): string {
  if (balance === 0) return 'Fully paid.'
  return balance > 0 ? rupeesText(balance) : `${rupeesText(opposite(balance))} paid in advance`
}

/** The months before today that are printed. */
const monthsOnPaper = 24
/** The maximum number of printed lines, about one A4 page. */
export const linesOnPaper = 48

/**
 * The last 24 months as far as one page holds them, without the lines that move nothing; with the number of older lines
 * and the balance after them.
 */
export function printedAccount(account: readonly AccountLine[], today: CalendarDate) {
  const moving = account.filter(({ movesNothing }) => !movesNothing)
  const from = firstOfMonth(addMonths(monthOf(today), 1 - monthsOnPaper))
  const recent = moving.findIndex(({ day }) => day >= from)
  const first = Math.max(recent === -1 ? moving.length - 1 : recent, moving.length - linesOnPaper, 0)
  const lines = moving.slice(first)
  const [oldest] = lines
  const broughtForward: Money | null =
    oldest && oldest.balance !== null && first > 0 ? less(oldest.balance, oldest.amount) : null
  return { lines, leftOut: first, broughtForward }
}
