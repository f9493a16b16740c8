import type { CalendarDate } from '#domain/calendar.ts'
import { orThrow, refuseFields } from '#domain/outcome.ts'
import {
  carryForward,
  receivePayment as decide,
  takenOverBy,
  type Payment,
  type Settlement,
  type Voucher,
} from '#domain/voucher.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import type { Inside } from '#server/http/mount.ts'

/** A receipt's date is the day it is entered, or an earlier one. */
export function receivedOn(given: CalendarDate | undefined, today: CalendarDate): CalendarDate {
  const day = given ?? today
  if (day > today) orThrow(refuseFields({ field: 'receivedDate', message: 'This day is yet to come' }))
  return day
}

/** A voucher held for change, with its place among the student's vouchers. */
export interface HeldVoucher extends Voucher {
  readonly chainNo: number
}

interface PaymentTaken extends Payment {
  readonly receivedOn: CalendarDate
  readonly reason: string
}

/**
 * Writes what a settlement does to the vouchers before and after: those that the voucher had carried are paid or open
 * with it, and the arrears of unposted later ones follow, with a line of history each (decisions 3.arrears.paid-together, decisions 6.unposted).
 */
export async function settleChain(
  records: Inside['records'],
  voucher: Voucher,
  settlement: Settlement,
  later: readonly Voucher[],
): Promise<void> {
  const { voucherNo, rollNo } = voucher
  if (later.length > 0) {
    const [settled, ...rebalanced] = carryForward(voucher, settlement, later)
    if (settled) await records.vouchers.rebalance(settled)
    for (const [index, changed] of rebalanced.entries()) {
      const before = later[index]
      if (!before || before.arrears === changed.arrears) continue
      await records.vouchers.rebalance(changed)
      await records.changes.add({
        what: 'arrears changed',
        rollNo,
        voucherNo: before.voucherNo,
        before: { arrears: before.arrears, balance: netBalance(before) },
        after: {
          arrears: changed.arrears,
          balance: netBalance({ ...before, arrears: changed.arrears }),
          receivedOnVoucher: voucherNo,
        },
      })
    }
  }
  await records.vouchers.settleCarried(voucherNo, settlement.paid)
}

/** Writes the receipt of a payment on a voucher that is held, with its history, and settles the chain around it. */
export async function takePayment(
  records: Inside['records'],
  voucher: HeldVoucher,
  payment: PaymentTaken,
): Promise<{ readonly settlement: Settlement; readonly receiptNo: number }> {
  // An unpaid voucher that is not the latest was carried: the others have none after them.
  const later = voucher.carriedTo ? await records.vouchers.lockLater(voucher) : []
  const settlement = orThrow(decide(voucher, takenOverBy(later), payment))
  const receiptNo = await records.receipts.writePayment({ ...payment, voucher, settlement })
  if (settlement.paid || later.length > 0) await settleChain(records, voucher, settlement, later)
  return { settlement, receiptNo }
}
