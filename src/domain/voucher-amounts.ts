// Every sum that a screen, report or print shows, each a named function (spec 5.amounts, decisions 3.amounts).

import { less, nothing, paisa, sum, type Money } from './money.ts'

/** What a voucher charges itself, without arrears. */
export interface Charges {
  readonly monthlyFee: Money
  readonly discount: Money
  readonly registrationFee: Money
  readonly admissionFee: Money
  readonly examinationFee: Money
  readonly fine: Money
}

/** A voucher's charges with its arrears and the amount received. */
export interface Account extends Charges {
  /** The balance of the voucher before; negative where it was paid in advance. */
  readonly arrears: Money
  /** The sum of the voucher's receipts and reversals. */
  readonly received: Money
}

/** Monthly fee minus discount (spec 2.edit-vouchers.read-only, spec 5.new-admission.net-monthly-fee). */
export const netMonthlyFee = (fees: Pick<Charges, 'monthlyFee' | 'discount'>): Money =>
  less(fees.monthlyFee, fees.discount)

/** The amount of a voucher, also headed `This Month receivables` (spec 5.amounts.amount). */
export const thisMonth = (charges: Charges): Money =>
  less(
    sum(
      charges.monthlyFee,
      charges.examinationFee,
      charges.fine,
      charges.registrationFee,
      charges.admissionFee,
    ),
    charges.discount,
  )

/** What is due on a voucher before anything is received (spec 5.amounts.net). */
export const netReceivable = (account: Omit<Account, 'received'>): Money =>
  sum(account.arrears, thisMonth(account))

/** What is still due on a voucher; negative where it was paid in advance (spec 5.amounts.net). */
export const netBalance = (account: Account): Money => less(netReceivable(account), account.received)

/** Total receivable of an admission: monthly + registration + admission + examination - discount (spec 5.new-admission.total). */
export const admissionTotal = (charges: Omit<Charges, 'fine'>): Money =>
  thisMonth({ ...charges, fine: nothing })

/** Total on the printed voucher, which leaves out the fine (spec 5.amounts.printed). */
export const printedTotal = (account: Omit<Account, 'received'>): Money =>
  less(netReceivable(account), account.fine)

/** Net receivable on the receipt screens, without the fine (spec 5.amounts.receipt-screen). */
export const receiptNetReceivable = (account: Omit<Account, 'received'>): Money =>
  sum(
    account.arrears,
    netMonthlyFee(account),
    account.examinationFee,
    account.registrationFee,
    account.admissionFee,
  )

/** Net receivable in the table of Edit receipt, in the form of spec 5.amounts.edit-receipt: the same sum as on the receipt screen. */
export const editReceiptNetReceivable = (account: Omit<Account, 'received'>): Money =>
  less(
    sum(
      account.arrears,
      account.monthlyFee,
      account.examinationFee,
      account.registrationFee,
      account.admissionFee,
    ),
    account.discount,
  )

/** The columns of a totals row; each is the sum of its column unless its name says otherwise. */
export interface Totals {
  readonly count: number
  readonly monthlyFee: Money
  readonly examinationFee: Money
  readonly registrationFee: Money
  readonly admissionFee: Money
  readonly fine: Money
  readonly discount: Money
  readonly arrears: Money
  readonly thisMonth: Money
  readonly netReceivable: Money
  readonly received: Money
  readonly netBalance: Money
}

/** The true sum of every column. */
export function trueTotals(accounts: Iterable<Account>): Totals {
  let count = 0
  let [monthlyFee, examinationFee, registrationFee, admissionFee] = [nothing, nothing, nothing, nothing]
  let [fine, discount, arrears, received] = [nothing, nothing, nothing, nothing]
  for (const account of accounts) {
    count += 1
    monthlyFee = paisa(monthlyFee + account.monthlyFee)
    examinationFee = paisa(examinationFee + account.examinationFee)
    registrationFee = paisa(registrationFee + account.registrationFee)
    admissionFee = paisa(admissionFee + account.admissionFee)
    fine = paisa(fine + account.fine)
    discount = paisa(discount + account.discount)
    arrears = paisa(arrears + account.arrears)
    received = paisa(received + account.received)
  }
  const charged = { monthlyFee, examinationFee, registrationFee, admissionFee, fine, discount }
  const all = { ...charged, arrears, received }
  return {
    count,
    ...all,
    thisMonth: thisMonth(charged),
    netReceivable: netReceivable(all),
    netBalance: netBalance(all),
  }
}

/** The totals of two lists together. */
export const bothTotals = (one: Totals, other: Totals): Totals => ({
  count: one.count + other.count,
  monthlyFee: sum(one.monthlyFee, other.monthlyFee),
  examinationFee: sum(one.examinationFee, other.examinationFee),
  registrationFee: sum(one.registrationFee, other.registrationFee),
  admissionFee: sum(one.admissionFee, other.admissionFee),
  fine: sum(one.fine, other.fine),
  discount: sum(one.discount, other.discount),
  arrears: sum(one.arrears, other.arrears),
  thisMonth: sum(one.thisMonth, other.thisMonth),
  netReceivable: sum(one.netReceivable, other.netReceivable),
  received: sum(one.received, other.received),
  netBalance: sum(one.netBalance, other.netBalance),
})

/** A voucher among others of its student. */
export interface OpenAccount extends Account {
  readonly rollNo: number
  readonly chainNo: number
  readonly paid: boolean
}

/** The last unpaid voucher of each student: it holds the whole debt, as earlier balances were carried to it (decisions 3.reports.debt-once). */
function lastUnpaid(listed: Iterable<OpenAccount>): Iterable<OpenAccount> {
  const last = new Map<number, OpenAccount>()
  for (const account of listed) {
    const other = last.get(account.rollNo)
    if (!account.paid && (!other || other.chainNo < account.chainNo)) last.set(account.rollNo, account)
  }
  return last.values()
}

/** What is owed on the listed vouchers, each debt counted once. */
export function outstandingNow(listed: Iterable<OpenAccount>): Money {
  let owed = nothing
  for (const account of lastUnpaid(listed)) owed = sum(owed, netBalance(account))
  return owed
}

/** The sum of debts, the sum of advances, and their difference. */
export interface BalanceTotals {
  readonly due: Money
  readonly advance: Money
  readonly balance: Money
}

/** Sums debts and advances apart, so that one student's advance does not hide another's debt. */
export function balanceTotals(balances: readonly Money[]): BalanceTotals {
  const due = sum(...balances.filter((balance) => balance > 0))
  const balance = sum(...balances)
  return { due, advance: less(due, balance), balance }
}

/**
 * The totals row of Net receivables: as the specification has it, This Month leaves out registration and admission
 * fees, and the Fine total is 0 as in every fee report (spec 2.net-receivables.this-month-total, spec 9.constants.fine-total).
 */
export const netReceivablesTotals = (totals: Totals): Totals => ({
  ...totals,
  fine: nothing,
  thisMonth: less(totals.thisMonth, sum(totals.registrationFee, totals.admissionFee)),
})

/** The totals row of Fee record: as the specification has it, the Fine total is always 0 (spec 2.fee-record.fine-total, spec 9.constants.fine-total). */
export const feeRecordTotals = (totals: Totals): Totals => ({ ...totals, fine: nothing })
