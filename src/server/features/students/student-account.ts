import type { studentAccount as endpoint } from '#contract/students.ts'
import { accountEvents } from '#domain/account-events.ts'
import { monthOf } from '#domain/calendar.ts'
import { plannedFees } from '#domain/fee.ts'
import { inRupees, nothing, sum } from '#domain/money.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { owedBy } from '#domain/removal.ts'
import { unpaidByVoucher, withRunningBalance } from '#domain/student-account.ts'
import { thisMonth } from '#domain/voucher-amounts.ts'
import type { Call } from '#server/http/mount.ts'
import { datedFeeOnWire, feesOnWire, studentOnWire } from '#server/http/student-on-wire.ts'

type Records = Call<typeof endpoint>['records']

/** The account told from its books: what happened, what is owed after each, and for which months (decisions 3.corrections). */
async function accountOf(rollNo: number, records: Records) {
  const vouchers = await records.account.listVouchers(rollNo)
  const receipts = await records.account.listReceipts(rollNo)
  const repricings = await records.account.listRepricings(rollNo)
  const names = await records.account.findNames()
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

/** A student's page, also of who has left: record, fees, and the account with its running balance. */
export async function studentAccount({ params, records, staff, today }: Call<typeof endpoint>) {
  const student = (await records.students.find(params.rollNo)) ?? orThrow(refuse('student-unknown'))
  const fees = (await records.fees.find(student.rollNo, monthOf(today))) ?? orThrow(refuse('student-unknown'))
  const schedule = await records.fees.listSchedule(student.rollNo)
  const latest = await records.vouchers.findLatest(student.rollNo)
  return {
    msg: 'Student account fetched',
    studentData: studentOnWire(student, staff.campus),
    monthlyFeeData: feesOnWire(student, fees, latest),
    plannedFees: plannedFees(schedule, today).map(datedFeeOnWire),
    ...(await accountOf(student.rollNo, records)),
  }
}
