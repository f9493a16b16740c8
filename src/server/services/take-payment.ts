import type { CalendarDate } from '#domain/calendar.ts'
import { receiptDay } from '#domain/closed-days.ts'
import { orThrow } from '#domain/outcome.ts'
import type { PaidBy } from '#domain/payment-method.ts'
import { carryForward, receivePayment, takenOverBy, type Payment, type Settlement } from '#domain/payment.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import type { Voucher } from '#domain/voucher.ts'
import { writeHistory } from '#server/records/history.ts'
import { insertPayment } from '#server/records/receipts/receipts.ts'
import type { Scope } from '#server/records/scope.ts'
import { saveRebalanced, settleCarried } from '#server/records/vouchers/voucher-chain.ts'
import { lockLaterVouchers } from '#server/records/vouchers/vouchers.ts'

/** Returns the given day, by default today; refuses a day that is in the future, too far back, or closed. */
export const receivedOn = (day: CalendarDate | undefined, scope: Scope): CalendarDate =>
  orThrow(receiptDay(day ?? scope.today, scope.dateRules, scope))

export interface LockedVoucher extends Voucher {
  readonly chainNo: number
}

interface PaymentToTake extends Payment, PaidBy {
  readonly receivedOn: CalendarDate
  readonly reason: string
}

/** Writes a receipt of a locked voucher and its history entry; settles the chain. May refuse (decisions 3.receipts). */
export async function takePayment(
  scope: Scope,
  voucher: LockedVoucher,
  payment: PaymentToTake,
): Promise<{ readonly settlement: Settlement; readonly receiptNo: number }> {
  // Only a voucher that was carried has later vouchers that are not settled.
  const later = voucher.carriedTo ? await lockLaterVouchers(scope, voucher) : []
  const settlement = orThrow(receivePayment(voucher, takenOverBy(later), payment))
  // Takes the receipt number as late as possible, because it locks the campus's counter until the transaction ends.
  const isLast = later.length === 0
  const paysCarried = isLast && settlement.paid && voucher.chainNo > 1
  const receiptNo = await insertPayment(scope, {
    ...payment,
    kind: 'payment received',
    voucher,
    settlement,
    paysCarried,
  })
  if (!isLast) await settleChain(scope, voucher, settlement, later)
  return { settlement, receiptNo }
}

/**
 * Marks vouchers carried to the settled voucher as paid or unpaid with it, and updates the arrears of unposted later
 * vouchers, with a history entry for each (decisions 3.arrears.paid-together, decisions 6.unposted).
 */
export async function settleChain(
  scope: Scope,
  voucher: Voucher,
  settlement: Settlement,
  later: readonly Voucher[],
): Promise<void> {
  if (later.length > 0) {
    const [settled, ...rebalanced] = carryForward(voucher, settlement, later)
    if (settled) await saveRebalanced(scope, settled)
    for (const [index, changed] of rebalanced.entries()) {
      const before = later[index]
      if (!before || before.arrears === changed.arrears) continue
      await saveRebalanced(scope, changed)
      await writeHistory(scope, {
        what: 'arrears changed',
        rollNo: voucher.rollNo,
        voucherNo: before.voucherNo,
        before: { arrears: before.arrears, balance: netBalance(before) },
        after: {
          arrears: changed.arrears,
          balance: netBalance({ ...before, arrears: changed.arrears }),
          receivedOnVoucher: voucher.voucherNo,
        },
      })
    }
  }
  await settleCarried(scope, voucher.voucherNo, settlement.paid)
}
