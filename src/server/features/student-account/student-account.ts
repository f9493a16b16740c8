import type { studentAccount as endpoint } from '#contract/student-account.ts'
import { accountEvents } from '#domain/account-events.ts'
import { monthOf } from '#domain/calendar.ts'
import { plannedFees } from '#domain/fee.ts'
import { inRupees, nothing, sum } from '#domain/money.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { owedBy } from '#domain/removal.ts'
import { unpaidByVoucher, withRunningBalance } from '#domain/student-account.ts'
import { thisMonth } from '#domain/voucher-amounts.ts'
import type { CallContext } from '#server/http/call.ts'
import { datedFeeOnWire, feesOnWire, studentOnWire } from '#server/services/student-on-wire.ts'
import {
  findStaffNames,
  listAccountReceipts,
  listAccountVouchers,
  listRepricings,
} from '#server/records/account.ts'
import { findFees, listFeeSchedule } from '#server/records/fees.ts'
import type { Scope } from '#server/records/scope.ts'
import { findStudent } from '#server/records/students.ts'
import { findLatestVoucher } from '#server/records/vouchers.ts'

/** What happened on an account, the balance after each event, and what is unpaid by month (decisions 3.corrections). */
async function accountOf(scope: Scope, rollNo: number) {
  const vouchers = await listAccountVouchers(scope, rollNo)
  const receipts = await listAccountReceipts(scope, rollNo)
  const repricings = await listRepricings(scope, rollNo)
  const names = await findStaffNames(scope)
  const charges = vouchers
    .filter(({ replacedBy }) => replacedBy === null)
    .map((voucher) => ({ voucherNo: voucher.voucherNo, ...voucher.month, amount: thisMonth(voucher) }))
  const received = sum(nothing, ...receipts.map(({ amount }) => amount))
  return {
    balance: inRupees(owedBy(vouchers.at(-1) ?? null)),
    unpaid: unpaidByVoucher(charges, received).map((charge) => ({
      ...charge,
      amount: inRupees(charge.amount),
      unpaid: inRupees(charge.unpaid),
    })),
    account: withRunningBalance(accountEvents(vouchers, receipts, repricings)).map((event) => ({
      ...event,
      whoName: names.get(event.who) ?? event.who,
      amount: inRupees(event.amount),
      balance: inRupees(event.balance),
    })),
  }
}

/** A student's page, also of one who has left: record, fees, and the account with its running balance. */
export async function studentAccount({ params, scope }: CallContext<typeof endpoint>) {
  const student = (await findStudent(scope, params.rollNo)) ?? orThrow(refuse('student-unknown'))
  const fees =
    (await findFees(scope, student.rollNo, monthOf(scope.today))) ?? orThrow(refuse('student-unknown'))
  const schedule = await listFeeSchedule(scope, student.rollNo)
  const latest = await findLatestVoucher(scope, student.rollNo)
  return {
    msg: 'Student account fetched',
    studentData: studentOnWire(student, scope.campus),
    monthlyFeeData: feesOnWire(student, fees, latest),
    plannedFees: plannedFees(schedule, scope.today).map(datedFeeOnWire),
    ...(await accountOf(scope, student.rollNo)),
  }
}
