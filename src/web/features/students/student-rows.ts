import type { studentList } from '#contract/student-list.ts'
import { rupees, type Money } from '#domain/money.ts'
import type { Reply } from '#web/api/call.ts'

type OnWire = Reply<typeof studentList>['data'][number]

/** A student as the list shows it; amounts in paisa. */
export interface StudentRow extends Omit<OnWire, 'netMonthlyFee' | 'balance'> {
  readonly netMonthlyFee: Money
  /** Of the latest voucher; negative is paid in advance. */
  readonly balance: Money
}

export const studentRow = ({ netMonthlyFee, balance, ...student }: OnWire): StudentRow => ({
  ...student,
  netMonthlyFee: rupees(netMonthlyFee),
  balance: rupees(balance),
})
