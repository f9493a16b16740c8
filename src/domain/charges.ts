// Additional charges: an examination fee put on what a student is to pay next (spec §5, decisions §3).

import type { Month } from './calendar.ts'
import { times, type Money } from './money.ts'

interface LatestVoucher {
  readonly month: Month
  readonly posted: boolean
  readonly paid: boolean
}

/** Where a charge goes: on the voucher in hand, or among what waits for the next one. */
export type ChargeGoesTo = 'voucher' | 'next voucher'

/** On the student's latest voucher while it is of the current month, unposted and unpaid; else it waits. */
export const chargeGoesTo = (latest: LatestVoucher | null, current: Month): ChargeGoesTo =>
  latest &&
  !latest.posted &&
  !latest.paid &&
  latest.month.year === current.year &&
  latest.month.month === current.month
    ? 'voucher'
    : 'next voucher'

/** What a charge comes to for so many students. */
export const totalCharge = (fee: Money, students: number): Money => times(fee, students)

/** What is told where neither a class with its section nor a roll number is given (spec §5). */
export const chooseWhomToCharge =
  'Please select a class and section or enter student roll number to apply charges'
