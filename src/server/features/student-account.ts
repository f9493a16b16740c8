import type * as contract from '#contract/student-account.ts'
import { accountEvents } from '#domain/account-events.ts'
import { compareMonths, monthOf } from '#domain/calendar.ts'
import { studentDebt } from '#domain/debt.ts'
import { plannedFees, type OneTimeFees } from '#domain/fee.ts'
import { sum } from '#domain/money.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { refusals } from '#domain/refusals.ts'
import { withRunningBalance, type AccountSources } from '#domain/student-account.ts'
import { whyNotVoided } from '#domain/void.ts'
import { netBalance, thisMonth } from '#domain/voucher-amounts.ts'
import { broughtIn } from '#domain/voucher.ts'
import { preparedItem, type CallContext } from '#server/http/call.ts'
import { findFees, listFeeSchedule } from '#server/records/fees.ts'
import type { Scope } from '#server/records/scope.ts'
import {
  findLeftOwing,
  findStaffNames,
  listFamily,
  readAccount,
  type DatedAccountVoucher,
} from '#server/records/students/account.ts'
import { findErasedOn } from '#server/records/students/erasure.ts'
import { findStudent } from '#server/records/students/students.ts'
import { listStudentVouchersAsJson } from '#server/records/vouchers/vouchers-as-json.ts'
import { findLatestVoucher } from '#server/records/vouchers/vouchers.ts'
import { getFeesReply, getStudentReply } from '#server/services/student-reply.ts'

/** Lists a student's vouchers, oldest first, even after departure, or none (spec 7.finances.vouchers-of-student). */
export async function vouchersOfStudent({ params, scope }: CallContext<typeof contract.vouchersOfStudent>) {
  const { rollNo, status } = params
  if (!(await findStudent(scope, rollNo))) return orThrow(refuse('student-unknown'))
  const vouchers = await listStudentVouchersAsJson(scope, rollNo, status)
  return preparedItem(
    vouchers === '[]' ? refusals['no-vouchers'].msg : 'Vouchers found',
    'vouchers',
    vouchers,
  )
}

const debtFieldsOf = (voucher: DatedAccountVoucher) => ({
  voucherNo: voucher.voucherNo,
  month: voucher.month,
  chainNo: voucher.chainNo,
  dueDate: voucher.dueDate,
  amount: sum(thisMonth(voucher), broughtIn(voucher)),
  netBalance: netBalance(voucher),
  posted: voucher.posted,
})

const voucherReply = (voucher: DatedAccountVoucher, voidable: boolean) => ({
  ...debtFieldsOf(voucher),
  ...voucher.month,
  receivedAmount: voucher.received,
  adjusted: voucher.adjusted,
  feePaid: voucher.paid,
  carriedTo: voucher.carriedTo,
  voidable,
})

/** True if neither the latest voucher nor a voucher that it replaced ever had a receipt or an adjustment. */
function isVoidable(
  latest: DatedAccountVoucher,
  vouchers: readonly DatedAccountVoucher[],
  { receipts, adjustments }: Pick<AccountSources, 'receipts' | 'adjustments'>,
  waiting: OneTimeFees,
): boolean {
  const voucherNos = new Set(
    vouchers
      .filter(({ month }) => compareMonths(month, latest.month) === 0)
      .map(({ voucherNo }) => voucherNo),
  )
  const isOfMonth = ({ voucherNo }: { readonly voucherNo: string }) => voucherNos.has(voucherNo)
  const candidate = {
    ...latest,
    hasReceipts: receipts.some(isOfMonth),
    hasAdjustments: adjustments.some(isOfMonth),
  }
  return whyNotVoided({ ...candidate, isFollowed: false }, waiting) === null
}

/** Returns an account's events, the balance after each, and the unpaid amounts by month (decisions 3.corrections). */
async function accountOf(scope: Scope, rollNo: number, waiting: OneTimeFees) {
  const { vouchers, receipts, repricings, adjustments } = await readAccount(scope, rollNo)
  const names = await findStaffNames(scope)
  const validVouchers = vouchers.filter(({ replacedBy, voided }) => replacedBy === null && !voided)
  const latest = validVouchers.at(-1) ?? null
  const voucherReplies = validVouchers.map((voucher) =>
    voucherReply(
      voucher,
      voucher === latest && isVoidable(voucher, vouchers, { receipts, adjustments }, waiting),
    ),
  )
  const { balance, dueSince, notPosted, unpaid } = studentDebt(validVouchers.map(debtFieldsOf), scope.today)
  return {
    balance,
    dueSince,
    notPosted,
    unpaid: unpaid.map((part) => ({
      voucherNo: part.voucherNo,
      ...part.month,
      dueDate: part.dueDate,
      amount: part.amount,
      unpaid: part.unpaid,
    })),
    vouchers: voucherReplies,
    account: withRunningBalance(accountEvents({ vouchers, receipts, repricings, adjustments })).map(
      ({ counts: _, ...event }) => ({ ...event, whoName: names.get(event.who) ?? event.who }),
    ),
  }
}

/** Returns a student's page, even after departure: record, fees, and the account with its running balance. */
export async function studentAccount({ params, scope }: CallContext<typeof contract.studentAccount>) {
  const student = (await findStudent(scope, params.rollNo)) ?? orThrow(refuse('student-unknown'))
  const fees =
    (await findFees(scope, student.rollNo, monthOf(scope.today))) ?? orThrow(refuse('student-unknown'))
  const schedule = await listFeeSchedule(scope, student.rollNo)
  const latest = await findLatestVoucher(scope, student.rollNo)
  return {
    msg: 'Student account fetched',
    studentData: getStudentReply(student, scope.campus),
    monthlyFeeData: getFeesReply(student, fees, latest),
    family: [...(await listFamily(scope, student.rollNo))],
    plannedFees: [...plannedFees(schedule, scope.today)],
    leftOwing: student.state === 'active' ? null : await findLeftOwing(scope, student.rollNo),
    erasedOn: student.state === 'active' ? null : await findErasedOn(scope, student.rollNo),
    ...(await accountOf(scope, student.rollNo, fees)),
  }
}
