// The fee record and the reports that share its list, by rule.

import { monthText } from '#domain/calendar.ts'
import { byHead, feeHeads } from '#domain/fee-heads.ts'
import type { voucherList } from '#reports/voucher-list.ts'
import {
  debtOf,
  inSchoolOrder,
  isBetween,
  isOf,
  lastPosted,
  ofStudent,
  studentOf,
  validIn,
  type BookRows,
  type ByRule,
  type Filters,
  type Voucher,
} from './book-rows.ts'

/** Returns true if a report of this type includes the student: at school, or left. */
export const isOfKind = (books: BookRows, rollNo: number, type: string | undefined): boolean =>
  isOf(type, studentOf(books, rollNo).state === 'active' ? 'admitted' : 'removed')

/** Returns true if a voucher is in the chain up to the end of the dates. */
const isUpToEnd = (voucher: Voucher, { toDate, toDateOf, unposted }: Filters): boolean =>
  isBetween(toDateOf === 'dueDate' ? voucher.due_date : voucher.issue_date, { toDate }) &&
  (unposted === undefined || voucher.posted)

const monthOfVoucher = ({ year, month }: Voucher): string => monthText({ year, month })

const isListed = (voucher: Voucher, filters: Filters): boolean =>
  isOf(filters['paidStatus'], voucher.fee_paid ? 'paid' : 'unpaid') &&
  isOf(filters['month'], monthOfVoucher(voucher)) &&
  isBetween(voucher.issue_date, { fromDate: filters['fromDate'] }) &&
  isUpToEnd(voucher, filters)

const isOfClass = (voucher: Voucher, { studentClass, section }: Filters): boolean =>
  isOf(studentClass, voucher.student_class) && isOf(section, voucher.section)

/** Keeps each student's last voucher, which carries the earlier ones in any class (decisions 3.reports.debt-once). */
const lastOfEach = (vouchers: readonly Voucher[]): readonly Voucher[] =>
  vouchers.filter((voucher) => ofStudent(vouchers, voucher.roll_no).at(-1) === voucher)

/** Sums the charges of the drafts up to this voucher, which are not owed yet. */
function notPostedOn(voucher: Voucher, valid: readonly Voucher[]): number {
  const posted = lastPosted(valid, voucher.roll_no)?.chain_no ?? 0
  return ofStudent(valid, voucher.roll_no)
    .filter(({ chain_no }) => chain_no > posted && chain_no <= voucher.chain_no)
    .reduce((all, { amount }) => all + amount, 0)
}

/** Returns the voucher that carries the balance; without drafts, the first posted voucher. */
const carrierOf = (voucher: Voucher, valid: readonly Voucher[], { unposted }: Filters): string | null =>
  voucher.carried_to === null || unposted === undefined
    ? voucher.carried_to
    : (ofStudent(valid, voucher.roll_no).find((later) => later.chain_no > voucher.chain_no && later.posted)
        ?.voucher_no ?? null)

/**
 * Returns the open parts of the posted debt that a voucher carries: all from the last posted voucher on. In a month's
 * list every voucher carries the parts up to its month.
 */
function partsOn(books: BookRows, voucher: Voucher, valid: readonly Voucher[], { month }: Filters) {
  if (voucher.fee_paid) return []
  const { unpaid } = debtOf(books, valid, voucher.roll_no)
  if (month !== undefined) return unpaid.filter((part) => monthText(part.month) <= month)
  return voucher.chain_no >= (lastPosted(valid, voucher.roll_no)?.chain_no ?? 0) ? unpaid : []
}

const sumOf = (parts: ReturnType<typeof partsOn>): number =>
  parts.reduce((all, { unpaid }) => all + unpaid, 0)

/** Returns true if a later voucher has the debt; the listed class or section may leave that voucher out. */
const isOwedLater = (voucher: Voucher, valid: readonly Voucher[], filters: Filters): boolean =>
  !(isOf(filters['studentClass'], '') && isOf(filters['section'], '')) &&
  !voucher.fee_paid &&
  ofStudent(valid, voucher.roll_no).some(
    (later) => later.chain_no > voucher.chain_no && isListed(later, { ...filters, paidStatus: 'unpaid' }),
  )

function rowOf(books: BookRows, voucher: Voucher, filters: Filters): ByRule<typeof voucherList> {
  const valid = validIn(books)
  const student = studentOf(books, voucher.roll_no)
  const isUnpaidList = filters['paidStatus'] === 'unpaid'
  const upToEnd = valid.filter((other) => isUpToEnd(other, filters))
  // A voucher up to the end may be settled by a later one.
  const isSettled = lastPosted(upToEnd, voucher.roll_no)?.fee_paid
  const parts = partsOn(books, voucher, valid, filters)
  const overdue = parts.filter(({ dueDate }) => dueDate < books.today)
  const monthsUpToEnd = isSettled ? 0 : debtOf(books, upToEnd, voucher.roll_no).unpaid.length
  return {
    voucherNo: voucher.voucher_no,
    chainNo: voucher.chain_no,
    rollNo: voucher.roll_no,
    studentName: student.student_name,
    fatherName: student.father_name,
    studentClass: voucher.student_class,
    section: voucher.section,
    periodFrom: voucher.period_from,
    periodTo: voucher.period_to,
    issueDate: voucher.issue_date,
    dueDate: voucher.due_date,
    ...byHead(feeHeads, ({ column }) => voucher[column]),
    arrears: voucher.arrears,
    received: voucher.received,
    adjusted: voucher.adjusted,
    paid: voucher.fee_paid,
    posted: voucher.posted,
    left: student.state !== 'active',
    carriedTo: carrierOf(voucher, valid, filters),
    dueSince: parts.map(({ dueDate }) => dueDate).toSorted()[0] ?? null,
    overdue: isUnpaidList ? sumOf(overdue) : 0,
    notDue: isUnpaidList ? sumOf(parts) - sumOf(overdue) : 0,
    notPosted: notPostedOn(voucher, valid),
    fatherHomePhone: isUnpaidList ? student.father_home_phone : '',
    monthsOwed: isUnpaidList ? (filters['month'] === undefined ? monthsUpToEnd : parts.length) : 0,
    owedLater: !isUnpaidList && isOwedLater(voucher, valid, filters),
  }
}

/** Lists the valid vouchers of a campus, in class order; a month replaces the dates. */
export function vouchersByRule(books: BookRows, query: Filters) {
  const { fromDate: _, toDate: __, ...withoutDates } = query
  const filters = query['month'] === undefined ? query : withoutDates
  const listedVouchers = validIn(books).filter(
    (voucher) => isListed(voucher, filters) && isOfKind(books, voucher.roll_no, filters['type']),
  )
  const chosen = filters['paidStatus'] === 'unpaid' ? lastOfEach(listedVouchers) : listedVouchers
  return inSchoolOrder(
    chosen.filter((voucher) => isOfClass(voucher, filters)).map((voucher) => rowOf(books, voucher, filters)),
  )
}
