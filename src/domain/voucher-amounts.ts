// Every sum that a screen, report or print shows, each a named function (spec 5.amounts, decisions 3.amounts).

import {
  feeHeads,
  headsIn,
  headsNotIn,
  labelIn,
  monthlyHeads,
  studentHeads,
  type FeeHeadKey,
  type HeadList,
} from './fee-heads.ts'
import { less, nothing, opposite, paisa, sum, type Money } from './money.ts'
import { recordOf } from './record-of.ts'

/** The charges of a voucher itself, without arrears. */
export type Charges = Readonly<Record<FeeHeadKey, Money>>

export interface Account extends Charges {
  /** The balance of the previous voucher; negative if it was paid in advance. */
  readonly arrears: Money
  /** The sum of receipts and reversals; negative if larger receipts of an earlier voucher were reversed on this one. */
  readonly received: Money
  /** Negative if the adjustments lower the debt. */
  readonly adjusted: Money
}

export type Charged = Omit<Account, 'received' | 'adjusted'>

interface SignedHead<Head extends FeeHeadKey> {
  readonly key: Head
  readonly sign: 1 | -1
}

export const signedCharge = <Head extends FeeHeadKey>(
  { key, sign }: SignedHead<Head>,
  charges: Readonly<Record<Head, Money>>,
): Money => (sign > 0 ? charges[key] : opposite(charges[key]))

export const listCharges = (list: HeadList, charges: Charges) =>
  headsIn(list).map((head) => ({ label: labelIn(list, head), amount: signedCharge(head, charges) }))

export const unlistedCharges = (list: HeadList, charges: Charges) =>
  headsNotIn(list)
    .filter(({ key }) => charges[key] > 0)
    .map((head) => ({ label: labelIn(list, head), amount: signedCharge(head, charges) }))

function sumOfHeads<Head extends FeeHeadKey>(
  heads: readonly SignedHead<Head>[],
): (charges: Readonly<Record<Head, Money>>) => Money {
  const keysWith = (sign: 1 | -1) => heads.filter((head) => head.sign === sign).map(({ key }) => key)
  const [added, taken] = [keysWith(1), keysWith(-1)]
  return (charges) => {
    let total = 0
    for (const key of added) total += charges[key]
    for (const key of taken) total -= charges[key]
    return paisa(total)
  }
}

/** The monthly fee minus the discount (spec 2.edit-vouchers.read-only, spec 5.new-admission.net-monthly-fee). */
export const netMonthlyFee = sumOfHeads(monthlyHeads)

/** Returns the amount of a voucher, also headed `This Month receivables` (spec 5.amounts.amount). */
export const thisMonth = sumOfHeads(feeHeads)

/** Returns the amount due on a voucher before anything is received (spec 5.amounts.net). */
export const netReceivable = (account: Charged): Money => sum(account.arrears, thisMonth(account))

/** Returns the amount still due on a voucher; negative if it was paid in advance (spec 5.amounts.net). */
export const netBalance = (account: Account): Money =>
  sum(less(netReceivable(account), account.received), account.adjusted)

/** Sums an admission: monthly + registration + admission + examination - discount (spec 5.new-admission.total). */
export const admissionTotal = sumOfHeads(studentHeads)

const notPrinted = sumOfHeads(headsNotIn('printedVoucher'))
/** Returns the total on the printed voucher, which leaves out the fine (spec 5.amounts.printed). */
export const printedTotal = (account: Charged): Money => less(netReceivable(account), notPrinted(account))

const inLedger = sumOfHeads(headsIn('ledger'))
/** Returns the net receivable on the receipt screens, without the fine (spec 5.amounts.receipt-screen). */
export const receiptNetReceivable = (account: Charged): Money => sum(account.arrears, inLedger(account))

const inReceiptCorrection = sumOfHeads(headsIn('receiptCorrection'))
/** Returns the net receivable of Edit receipt (spec 5.amounts.edit-receipt), the same sum as on the receipt screens. */
export const editReceiptNetReceivable = (account: Charged): Money =>
  sum(account.arrears, inReceiptCorrection(account))

const reportedKeys = headsIn('report').map(({ key }) => key)
const summedColumns = [...reportedKeys, 'arrears', 'received', 'adjusted'] as const
/** The columns of amounts that have a total, in the order of the reports. */
export const totalledColumns = [
  ...reportedKeys,
  'arrears',
  'thisMonth',
  'netReceivable',
  'received',
  'adjusted',
  'netBalance',
] as const
export type TotalledColumn = (typeof totalledColumns)[number]

/** The totals of a list: each amount is the sum of its column, unless a report below differs. */
export interface Totals extends Readonly<Record<TotalledColumn, Money>> {
  readonly count: number
}

const itself = <Name extends string>(name: Name): Name => name

export function trueTotals(accounts: Iterable<Account>): Totals {
  let count = 0
  // The page sums 60,000 rows, so the loop allocates nothing per row.
  const sums = new Float64Array(summedColumns.length)
  for (const account of accounts) {
    count += 1
    let index = 0
    for (const column of summedColumns) {
      sums[index] = (sums[index] ?? 0) + account[column]
      index += 1
    }
  }
  const all = recordOf(
    [...summedColumns.entries()],
    ([, column]) => column,
    ([index]) => paisa(sums[index] ?? 0),
  )
  return {
    count,
    ...all,
    thisMonth: thisMonth(all),
    netReceivable: netReceivable(all),
    netBalance: netBalance(all),
  }
}

export const bothTotals = (one: Totals, other: Totals): Totals => ({
  count: one.count + other.count,
  ...recordOf(totalledColumns, itself, (column) => sum(one[column], other[column])),
})

export interface OpenAccount extends Account {
  readonly rollNo: number
  readonly chainNo: number
  readonly paid: boolean
  /** True if the debt is on a later voucher that only its class or section keeps out of the list. */
  readonly owedLater?: boolean
  /** The part of the balance that drafts charge. */
  readonly notPosted?: Money
}

/** Returns the debt on a voucher: its balance without the charges of drafts (decisions 7). */
export const owedOn = (account: OpenAccount): Money => less(netBalance(account), account.notPosted ?? nothing)

/** Returns the debt on a voucher; 0 for an advance. */
const debtOn = (account: OpenAccount): Money => paisa(Math.max(0, owedOn(account)))

/** Finds each student's last unpaid voucher, to which the whole debt was carried (decisions 3.reports.debt-once). */
function lastUnpaid<Listed extends OpenAccount>(listed: Iterable<Listed>): Iterable<Listed> {
  const last = new Map<number, Listed>()
  for (const account of listed) {
    const other = last.get(account.rollNo)
    if (account.paid || account.owedLater) continue
    // Among vouchers without a place in the chain, the last in the order of the list counts.
    if (!other || other.chainNo <= account.chainNo) last.set(account.rollNo, account)
  }
  return last.values()
}

/** Sums the debts of a list, counting each debt once. */
export function outstandingNow(listed: Iterable<OpenAccount>): Money {
  let owed = nothing
  for (const account of lastUnpaid(listed)) owed = sum(owed, debtOn(account))
  return owed
}

export interface ReceivedAndOwed {
  readonly vouchers: number
  readonly received: Money
  readonly owed: Money
}

/** Sums vouchers, receipts and debts by group; a debt is in the group of the student's last unpaid voucher. */
export function receivedAndOwedBy<Listed extends OpenAccount, Group extends string>(
  listed: readonly Listed[],
  groupOf: (account: Listed) => Group,
): ReadonlyMap<Group, ReceivedAndOwed> {
  const groups = new Map<Group, ReceivedAndOwed>()
  const add = (group: Group, vouchers: number, received: Money, owed: Money): void => {
    const known = groups.get(group) ?? { vouchers: 0, received: nothing, owed: nothing }
    groups.set(group, {
      vouchers: known.vouchers + vouchers,
      received: sum(known.received, received),
      owed: sum(known.owed, owed),
    })
  }
  for (const account of listed) add(groupOf(account), 1, account.received, nothing)
  for (const account of lastUnpaid(listed)) add(groupOf(account), 0, nothing, debtOn(account))
  return groups
}

export interface DebtsOfAge {
  /** The months owed; 3 for three or more. */
  readonly months: number
  readonly students: number
  readonly amount: Money
}

export const debtsByAge = (
  debts: readonly { readonly monthsOwed: number; readonly balance: Money }[],
): readonly DebtsOfAge[] =>
  [1, 2, 3].map((months) => {
    const ofAge = debts.filter(({ monthsOwed }) => Math.min(monthsOwed, 3) === months)
    return { months, students: ofAge.length, amount: sum(...ofAge.map(({ balance }) => balance)) }
  })

export interface BalanceTotals {
  readonly due: Money
  readonly advance: Money
  readonly balance: Money
}

/** Sums debts and advances separately, so that one student's advance does not hide another's debt. */
export function balanceTotals(balances: readonly Money[]): BalanceTotals {
  const due = sum(...balances.filter((balance) => balance > 0))
  const balance = sum(...balances)
  return { due, advance: less(due, balance), balance }
}

/** Lowers This Month (spec 2.net-receivables.this-month-total) and sets Fine to 0 (spec 9.constants.fine-total). */
export const netReceivablesTotals = (totals: Totals): Totals => ({
  ...totals,
  fine: nothing,
  thisMonth: less(totals.thisMonth, sum(totals.registrationFee, totals.admissionFee)),
})

/** Sets the Fine total to 0 (spec 2.fee-record.fine-total, spec 9.constants.fine-total). */
export const feeRecordTotals = (totals: Totals): Totals => ({ ...totals, fine: nothing })
