// Collected for a month, by pouring all money of each student over the charges, oldest month first.

import { parseMonth, type Month } from '#domain/calendar.ts'
import { collectedOn } from '#domain/collected.ts'
import { paisa } from '#domain/money.ts'
import { classes } from '#domain/school.ts'
import type { collectionList } from '#reports/collection.ts'
import {
  byClass,
  draftsIn,
  lastPosted,
  ofStudent,
  validIn,
  voucherOf,
  type BookRows,
  type ByRule,
  type Voucher,
} from './book-rows.ts'

const isIn = ({ year, month }: Voucher, wanted: Month) => year === wanted.year && month === wanted.month

const chargeOf = ({ amount, arrears, kind }: Voucher) =>
  amount + (kind === 'opening' ? Math.max(arrears, 0) : 0)

/** Returns the charges of a student's vouchers that money has paid, by voucher. */
function paidCharges(books: BookRows, rollNo: number): ReadonlyMap<Voucher, number> {
  const valid = validIn(books)
  const last = lastPosted(valid, rollNo)
  const counting = ofStudent(valid, rollNo).filter(({ chain_no }) => chain_no <= (last?.chain_no ?? 0))
  let money = counting.reduce((all, voucher) => all + chargeOf(voucher), 0) - (last?.net_balance ?? 0)
  const paid = new Map<Voucher, number>()
  for (const voucher of counting.toSorted(
    (one, other) => one.year - other.year || one.month - other.month || one.chain_no - other.chain_no,
  )) {
    const part = Math.max(0, Math.min(money, chargeOf(voucher)))
    money -= part
    paid.set(voucher, part)
  }
  return paid
}

/** Sums the waivers and write-offs on any voucher of the month of this voucher. */
const waivedOn = (books: BookRows, voucher: Voucher): number =>
  ofStudent(books.adjustments, voucher.roll_no)
    .filter(
      ({ kind, from_voucher_no }) => (kind === 'waiver' || kind === 'write-off') && from_voucher_no === null,
    )
    .filter(({ voucher_no }) => isIn(voucherOf(books, voucher_no), voucher))
    .reduce((all, { amount }) => all - amount, 0)

/** Returns each voucher of the month that counts as owed, with the amounts of paisa of it. */
export function collectedByVoucher(books: BookRows, month: Month) {
  const students = [...new Set(books.vouchers.map(({ roll_no }) => roll_no))]
  return students.flatMap((rollNo) =>
    [...paidCharges(books, rollNo)]
      .filter(([voucher]) => isIn(voucher, month))
      .map(([voucher, paid]) => {
        const share = collectedOn({
          charged: paisa(voucher.amount),
          waived: paisa(waivedOn(books, voucher)),
          unpaid: paisa(chargeOf(voucher) - paid),
        })
        const received = Math.max(0, voucher.received)
        return {
          studentClass: voucher.student_class,
          billed: share.billed,
          collected: share.received,
          arrears: Math.min(received, Math.max(0, voucher.arrears)),
          advance: Math.max(0, received - Math.max(0, voucher.arrears + share.billed)),
        }
      }),
  )
}

/** Returns the collection of the vouchers of a month, such as `2026-11`, by class. */
export function collectionOfMonth(books: BookRows, text: string): readonly ByRule<typeof collectionList>[] {
  const month = parseMonth(text) ?? { year: 0, month: 0 }
  const vouchers = collectedByVoucher(books, month)
  const drafts = draftsIn(books).filter((draft) => isIn(draft, month))
  const receipts = books.receipts.filter(({ received_on }) => received_on.startsWith(text))
  const rows = classes.map((studentClass) => {
    const ofClass = vouchers.filter((voucher) => voucher.studentClass === studentClass)
    const sumOf = (key: Exclude<keyof (typeof vouchers)[number], 'studentClass'>) =>
      ofClass.reduce((all, voucher) => all + voucher[key], 0)
    const notPosted = drafts
      .filter(({ student_class }) => student_class === studentClass)
      .reduce((all, { amount }) => all + amount, 0)
    const cash = receipts.filter(
      ({ voucher_no }) => voucherOf(books, voucher_no).student_class === studentClass,
    )
    return {
      isListed:
        [...ofClass.flatMap(({ billed, arrears, advance }) => [billed, arrears, advance]), notPosted].some(
          (amount) => amount !== 0,
        ) || cash.length > 0,
      row: {
        studentClass,
        billed: sumOf('billed'),
        notPosted,
        onBilled: sumOf('collected'),
        onArrears: sumOf('arrears'),
        inAdvance: sumOf('advance'),
        received: cash.reduce((all, { amount }) => all + amount, 0),
      },
    }
  })
  return byClass(rows.filter(({ isListed }) => isListed).map(({ row }) => row))
}
