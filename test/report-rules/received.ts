// Received money by rule: receipts, the heads that they paid, the collection and the journal.

import { byHead, feeHeads } from '#domain/fee-heads.ts'
import { nothing, opposite, paisa } from '#domain/money.ts'
import { paymentMethods } from '#domain/payment-method.ts'
import {
  receiptsByHead,
  receivedHeads,
  totalReceived,
  type MoneyEntry,
  type ReceivedByHead,
  type VoucherState,
} from '#domain/received-heads.ts'
import { recordOf } from '#domain/record-of.ts'
import { classes } from '#domain/school.ts'
import { thisMonth } from '#domain/voucher-amounts.ts'
import type { collectionList } from '#reports/collection.ts'
import type { receiptList } from '#reports/fee-received.ts'
import type { journalList } from '#reports/journal.ts'
import type { receivedHeadList } from '#reports/received-heads.ts'
import {
  byClass,
  found,
  isBetween,
  isOf,
  ofStudent,
  staffName,
  studentOf,
  voucherOf,
  type BookRows,
  type ByRule,
  type Filters,
  type RowIn,
  type Voucher,
} from './book-rows.ts'
import { collectionOfMonth } from './collected.ts'
import { chargeEntries, statesOf } from './entries.ts'
import { notPostedByClass } from './ledger.ts'
import { isOfKind } from './vouchers.ts'

export const receiptsByRule = (books: BookRows, filters: Filters) =>
  books.receipts
    .filter((row) => isBetween(row.received_on, filters) && isOfKind(books, row.roll_no, filters['type']))
    .map((row): ByRule<typeof receiptList> => {
      const student = studentOf(books, row.roll_no)
      const voucher = voucherOf(books, row.voucher_no)
      return {
        receiptNo: row.receipt_no,
        kind: row.kind,
        reverses: row.reverses,
        voucherNo: row.voucher_no,
        rollNo: row.roll_no,
        studentName: student.student_name,
        fatherName: student.father_name,
        studentClass: voucher.student_class,
        section: voucher.section,
        amount: row.amount,
        receivedDate: row.received_on,
        receivedBy: row.received_by,
        receivedByName: staffName(books, row.received_by),
        enteredAt: row.entered_at,
        reason: row.reason,
        method: row.method,
        reference: row.reference,
        chequeDate: row.cheque_date,
      }
    })
    .filter(
      (row) =>
        isOf(filters['studentClass'], String(row.studentClass)) &&
        isOf(filters['section'], String(row.section)),
    )

/** Lists a student's money in the order of entry; at one time receipts, then adjustments, then an imported advance. */
function moneyOf({ receipts, adjustments, vouchers }: BookRows, rollNo: number): readonly MoneyEntry[] {
  const other = { receiptNo: null, reverses: null }
  return [
    ...ofStudent(receipts, rollNo).map((row) => ({
      receiptNo: row.receipt_no,
      reverses: row.reverses,
      amount: paisa(row.amount),
      enteredAt: row.entered_at,
    })),
    ...ofStudent(adjustments, rollNo)
      .filter(({ from_voucher_no }) => from_voucher_no === null)
      .map((row) => ({ ...other, amount: opposite(paisa(row.amount)), enteredAt: row.entered_at })),
    ...ofStudent(vouchers, rollNo)
      .filter(({ kind, arrears }) => kind === 'opening' && arrears < 0)
      .map((row) => ({ ...other, amount: opposite(paisa(row.arrears)), enteredAt: row.generated_at })),
  ].toSorted((one, next) => one.enteredAt.getTime() - next.enteredAt.getTime())
}

/** Splits each receipt by the heads of its student's vouchers. */
const spreadByRule = (
  books: BookRows,
  statesAs: (state: VoucherState, voucher: Voucher) => VoucherState = (state) => state,
): ReadonlyMap<number, ReceivedByHead> =>
  new Map(
    books.students.flatMap(({ roll_no }) => {
      const states = ofStudent(books.vouchers, roll_no).flatMap((voucher) =>
        statesOf(books, voucher).map((state) => statesAs(state, voucher)),
      )
      return [...receiptsByHead(states, moneyOf(books, roll_no))]
    }),
  )

type Receipt = RowIn<'receipts'>

/** Groups the receipts of some days, with the heads that each group paid. */
function inGroups(
  books: BookRows,
  days: Filters,
  spread: ReadonlyMap<number, ReceivedByHead>,
  groupOf: (receipt: Receipt) => string,
) {
  const groups = new Map<string, { receipts: Receipt[]; heads: ReceivedByHead[] }>()
  for (const receipt of books.receipts) {
    if (!isBetween(receipt.received_on, days)) continue
    const name = groupOf(receipt)
    const group = groups.get(name) ?? { receipts: [], heads: [] }
    groups.set(name, group)
    group.receipts.push(receipt)
    group.heads.push(found(spread.get(receipt.receipt_no), `spread of receipt ${receipt.receipt_no}`))
  }
  return [...groups].map(([, { receipts, heads }]) => ({
    receipt: found(receipts[0], 'receipt'),
    ...recordOf(
      receivedHeads,
      ({ key }) => key,
      ({ key }) => heads.reduce((all, each) => all + each[key], 0),
    ),
    total: receipts.reduce((all, { amount }) => all + amount, 0),
  }))
}

const classOf = (books: BookRows, { voucher_no }: Receipt) => voucherOf(books, voucher_no).student_class
const monthOfReceipt = ({ received_on }: Receipt): string => `${received_on.slice(0, 7)}-01`

export function receivedHeadsByRule(books: BookRows, days: Filters) {
  const groups = inGroups(
    books,
    days,
    spreadByRule(books),
    (receipt) => `${monthOfReceipt(receipt)} ${classOf(books, receipt)}`,
  )
  const rows = groups.map(({ receipt, ...amounts }): ByRule<typeof receivedHeadList> => ({
    month: monthOfReceipt(receipt),
    studentClass: classOf(books, receipt),
    ...amounts,
  }))
  return byClass(rows).toSorted((one, other) => String(one.month).localeCompare(String(other.month)))
}

/**
 * Returns a voucher with one head: arrears if it was issued before the days, the monthly fee if on them, the fine if
 * after. These heads split the receipts into arrears and billed charges.
 */
function asOneHead(state: VoucherState, voucher: Voucher, { fromDate, toDate }: Filters): VoucherState {
  const charged = paisa(thisMonth(state) + state.broughtIn)
  const isBefore = voucher.kind === 'opening' || (fromDate !== undefined && voucher.issue_date < fromDate)
  const isAfter = toDate !== undefined && voucher.issue_date > toDate
  const none = { ...byHead(feeHeads, () => nothing), broughtIn: nothing }
  if (isBefore) return { ...state, ...none, broughtIn: charged }
  return { ...state, ...none, ...(isAfter ? { fine: charged } : { monthlyFee: charged }) }
}

/** Returns the billed and received amounts of some days, or of a month, by class. */
export function collectionByRule(books: BookRows, days: Filters) {
  if (days['month'] !== undefined) return collectionOfMonth(books, days['month'])
  const spread = spreadByRule(books, (state, voucher) => asOneHead(state, voucher, days))
  const received = inGroups(books, days, spread, (receipt) => classOf(books, receipt))
  const billed = chargeEntries(books)
    .filter(({ kind, day, owed }) => kind !== 'opening' && isBetween(day, days) && owed !== 0)
    .map(({ voucher, owed }) => ({
      studentClass: found(voucher ?? undefined, 'voucher').student_class,
      owed,
    }))
  const drafts = notPostedByClass(books, days)
  return classes.flatMap((studentClass): ByRule<typeof collectionList>[] => {
    const heads = received.find(({ receipt }) => classOf(books, receipt) === studentClass) ?? noReceipts
    const charges = billed.filter((charge) => charge.studentClass === studentClass)
    if (charges.length === 0 && heads === noReceipts) return []
    return [
      {
        studentClass,
        billed: charges.reduce((all, { owed }) => all + owed, 0),
        notPosted: drafts.get(studentClass) ?? 0,
        onBilled: heads.monthlyFee,
        onArrears: heads.arrears,
        inAdvance: heads.advance + heads.fine,
        received: heads.total,
      },
    ]
  })
}

const noReceipts = { monthlyFee: 0, arrears: 0, advance: 0, fine: 0, total: 0 }

interface Booked {
  readonly day: string
  readonly method: string
  readonly heads: Partial<ReceivedByHead>
  readonly total: number
}

/** Returns the amounts received on each closed day by method, less the refunded advances. */
export function journalByRule(books: BookRows, days: Filters) {
  const spread = spreadByRule(books)
  const booked: readonly Booked[] = [
    ...books.receipts.map((row) => {
      const heads = found(spread.get(row.receipt_no), 'spread')
      return { day: row.received_on, method: row.method, heads, total: totalReceived(heads) }
    }),
    ...books.adjustments.flatMap(({ kind, effective_on: day, method, amount }) =>
      kind === 'refund' && method !== null
        ? [{ day, method, heads: { advance: paisa(-amount) }, total: -amount }]
        : [],
    ),
  ].filter(({ day }) => isBetween(day, days) && books.closedUntil !== null && day <= books.closedUntil)
  const dates = [...new Set(booked.map(({ day }) => day))].toSorted()
  return dates.flatMap((date) =>
    paymentMethods.flatMap((method) => {
      const entries = booked.filter((each) => each.day === date && each.method === method)
      const heads = receivedHeads.map(({ key }) => ({
        account: key,
        amount: -entries.reduce((all, each) => all + (each.heads[key] ?? 0), 0),
      }))
      const total = { account: 'method', amount: entries.reduce((all, each) => all + each.total, 0) }
      return [total, ...heads]
        .filter(({ amount }) => amount !== 0)
        .map(({ account, amount }): ByRule<typeof journalList> => ({
          date,
          method,
          account,
          debit: Math.max(amount, 0),
          credit: Math.max(-amount, 0),
        }))
    }),
  )
}
