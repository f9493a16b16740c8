import type { AccountEventReply } from '#contract/student-account.ts'
import { addMonths, firstOfMonth, formatDate, monthOf, type CalendarDate } from '#domain/calendar.ts'
import { less, opposite, type Money } from '#domain/money.ts'
import type { PaymentMethod } from '#domain/payment-method.ts'
import { rupeesText } from '#web/kit/student-account.ts'

export interface AccountLine {
  readonly key: string
  readonly day: CalendarDate
  readonly date: string
  readonly what: string
  readonly note: string
  readonly kind: AccountEventReply['kind']
  readonly voucherNo: string
  /** The number of the receipt or adjustment, else of the voucher. */
  readonly number: string
  /** Null if the line is not a receipt. */
  readonly receiptNo: number | null
  readonly adjustmentNo: number | null
  /** True if a later line takes back this receipt or adjustment. */
  readonly isTakenBack: boolean
  readonly method: PaymentMethod | null
  readonly reference: string
  readonly chequeDate: CalendarDate | null
  readonly who: string
  readonly userId: string
  /** The amount that the line adds to the balance. */
  readonly amount: Money
  /** Null for a line of a draft, which is not owed yet. */
  readonly balance: Money | null
  /** A carry or a correction of an older receipt moves a balance to the next voucher; a draft moves nothing yet. */
  readonly movesNothing: boolean
}

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
export function accountLines(account: readonly AccountEventReply[]): AccountLine[] {
  const receiptsBack = new Set(
    account.filter(({ receiptNo }) => receiptNo !== null).map(({ reverses }) => reverses),
  )
  const adjustmentsBack = new Set(
    account.filter(({ adjustmentNo }) => adjustmentNo !== null).map(({ reverses }) => reverses),
  )
  return account.map((event, index) => ({
    key: `${index}`,
    day: event.date,
    date: formatDate(event.date),
    what: names[event.kind],
    note: noteOf(event),
    kind: event.kind,
    voucherNo: event.voucherNo,
    number: numberOf(event),
    receiptNo: event.receiptNo,
    adjustmentNo: event.adjustmentNo,
    isTakenBack:
      (event.receiptNo !== null && receiptsBack.has(event.receiptNo)) ||
      (event.adjustmentNo !== null && adjustmentsBack.has(event.adjustmentNo)),
    method: event.method,
    reference: event.reference,
    chequeDate: event.chequeDate,
    who: event.whoName,
    userId: event.who,
    amount: event.amount,
    balance: event.balance,
    movesNothing: event.kind === 'carried' || event.kind === 'moved' || event.balance === null,
  }))
}

/** `Rs 9,000`, `Rs 500 paid in advance`, `Fully paid.` */
export function balanceWords(balance: Money): string {
  if (balance === 0) return 'Fully paid.'
  return balance > 0 ? rupeesText(balance) : `${rupeesText(opposite(balance))} paid in advance`
}

/** The months before today that are printed. */
const monthsOnPaper = 24
/** The maximum number of printed lines, about one A4 page. */
export const linesOnPaper = 48

interface PrintedAccount {
  readonly lines: readonly AccountLine[]
  /** The number of older lines that are not printed, and the balance after them. */
  readonly leftOut: number
  readonly broughtForward: Money | null
}

/** The last 24 months as far as one page holds them, without the lines that move nothing. */
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
    broughtForward:
      oldest && oldest.balance !== null && first > 0 ? less(oldest.balance, oldest.amount) : null,
  }
}
