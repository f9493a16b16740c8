import type { AccountEventReply } from '#contract/student-account.ts'
import { addMonths, firstOfMonth, formatDate, monthOf, type CalendarDate } from '#domain/calendar.ts'
import { formatRupees, less, opposite, type Money } from '#domain/money.ts'

/** One line of the account as it is read; amounts in paisa. */
export interface AccountLine {
  readonly key: string
  readonly day: CalendarDate
  readonly date: string
  readonly what: string
  readonly note: string
  /** The voucher, and the receipt where there is one. */
  readonly numbers: string
  /** The name of who did it, and the user id. */
  readonly who: string
  readonly userId: string
  /** What the line adds to the balance. */
  readonly amount: Money
  readonly balance: Money
  /** A carry moves a balance from one voucher to the next, and no money. */
  readonly movesNothing: boolean
}

const names: Readonly<Record<AccountEventReply['kind'], string>> = {
  voucher: 'Voucher',
  receipt: 'Receipt',
  reversal: 'Reversal',
  carried: 'Carried forward',
  're-priced': 'Re-priced',
  replaced: 'Replaced',
}

const numbersOf = ({ voucherNo, receiptNo }: AccountEventReply): string =>
  receiptNo === null ? voucherNo : `No. ${receiptNo}, ${voucherNo}`

/** What a carry moves stands in the balance beside it. */
function noteOf({ kind, other, note }: AccountEventReply): string {
  if (other === null) return note
  return kind === 'carried' ? `to ${other}` : `by ${other}; ${note}`
}

/** The account in the order in which it happened. */
export const accountLines = (account: readonly AccountEventReply[]): AccountLine[] =>
  account.map((event, place) => ({
    key: `${place}`,
    day: event.date,
    date: formatDate(event.date),
    what: names[event.kind],
    note: noteOf(event),
    numbers: numbersOf(event),
    who: event.whoName,
    userId: event.who,
    amount: event.amount,
    balance: event.balance,
    movesNothing: event.kind === 'carried',
  }))

/** What is owed, large and plain: `9,000 due`, `500 paid in advance`, `Nothing due`. */
export function balanceWords(balance: Money): string {
  if (balance === 0) return 'Nothing due'
  return balance > 0 ? `${formatRupees(balance)} due` : `${formatRupees(opposite(balance))} paid in advance`
}

/** So much of the past goes on the printed page. */
const monthsOnPaper = 24
/** So many lines one page of A4 holds beside what stands above them. */
export const linesOnPaper = 48

interface PrintedAccount {
  readonly lines: readonly AccountLine[]
  /** How many older lines are not printed, and what was owed after them. */
  readonly leftOut: number
  readonly broughtForward: Money | null
}

/** What of an account goes on one page: the last 24 months as far as they fit, without the carries, which move no money. */
export function printedAccount(account: readonly AccountLine[], today: CalendarDate): PrintedAccount {
  const moving = account.filter(({ movesNothing }) => !movesNothing)
  const from = firstOfMonth(addMonths(monthOf(today), 1 - monthsOnPaper))
  const recent = moving.findIndex(({ day }) => day >= from)
  const first = Math.max(recent === -1 ? moving.length - 1 : recent, moving.length - linesOnPaper, 0)
  const lines = moving.slice(first)
  const [oldest] = lines
  return {
    lines,
    leftOut: first,
    broughtForward: oldest && first > 0 ? less(oldest.balance, oldest.amount) : null,
  }
}
