// The history of the three months, as the product itself would have written it.

import type { CalendarDate } from '#domain/calendar.ts'
import { byHead, feeHeads } from '#domain/fee-heads.ts'
import { less, sum, type Money } from '#domain/money.ts'
import { netBalance, netReceivable, thisMonth } from '#domain/voucher-amounts.ts'
import { voucherDates } from '#domain/voucher.ts'
import type { DemoCampus } from './campuses.ts'
import { recordFields } from './enrolment.ts'
import type { Ledger, LedgerVoucher } from './ledger.ts'
import { generatedAt, postedAt } from './make-ledger.ts'
import type { NumberedReceipt } from './number-receipts.ts'
import { compareText, monthNumbers, timeOn, type SchoolYear } from './school-year.ts'

export interface HistoryEntry {
  readonly at: string
  readonly by: string
  readonly what: string
  readonly rollNo: number | null
  readonly voucherNo: string | null
  readonly receiptNo: number | null
  readonly before: object | null
  readonly after: object | null
}

const noReferences = { rollNo: null, voucherNo: null, receiptNo: null, before: null, after: null }

/** Departures are entered after the counter has closed; those of today shortly after the last receipt. */
const departureEnteredAt = (on: CalendarDate, year: SchoolYear): string =>
  timeOn(year, on, (on === year.today ? 9.25 : 13.75) * 3600)

/** One entry for a payment; a correction is one entry too, at its last receipt. */
function ofReceipts(
  receipts: readonly NumberedReceipt[],
  vouchers: ReadonlyMap<string, LedgerVoucher>,
): HistoryEntry[] {
  return receipts
    .filter(({ reverses }) => reverses === null)
    .flatMap(({ receiptNo, rollNo, voucherNo, entered, reason, before, after }) => {
      const voucher = vouchers.get(voucherNo)
      if (!voucher) return []
      const balanceBefore: Money = less(netReceivable(voucher), before)
      return {
        ...entered,
        what: reason === '' ? 'payment received' : 'receipt corrected',
        rollNo,
        voucherNo,
        receiptNo,
        before: { received: before, balance: balanceBefore },
        after: { received: after.received, balance: after.balance, ...(reason !== '' && { reason }) },
      }
    })
}

function ofMonths(campus: DemoCampus, year: SchoolYear, ledgers: readonly Ledger[]): HistoryEntry[] {
  return monthNumbers.flatMap((number) => {
    const { month, first } = year.months[number]
    const at = timeOn(year, first, generatedAt)
    const vouchers = ledgers
      .flatMap((ledger) => ledger.vouchers)
      .filter(({ kind, generated }) => kind === 'monthly' && generated.at === at)
    const { userId: by } = campus.office
    const generated = {
      ...month,
      ...voucherDates({ issueDate: first }, first),
      generated: vouchers.length,
      skipped: 0,
      amount: sum(...vouchers.map(thisMonth)),
    }
    const ofPosted = vouchers.filter((voucher) => voucher.posted).map(({ voucherNo }) => voucherNo)
    const posted = { ...month, count: ofPosted.length, vouchers: ofPosted }
    return [
      { ...noReferences, at, by, what: 'vouchers generated', after: generated },
      { ...noReferences, at: timeOn(year, first, postedAt), by, what: 'vouchers posted', after: posted },
    ]
  })
}

function ofStudent({ office }: DemoCampus, year: SchoolYear, { student, vouchers }: Ledger): HistoryEntry[] {
  const { rollNo, departure } = student
  const entries: HistoryEntry[] = []
  const [first] = vouchers
  if (first?.kind === 'admission') {
    const { voucherNo, generated } = first
    entries.push({
      ...noReferences,
      ...generated,
      what: 'student admitted',
      rollNo,
      voucherNo,
      after: recordFields(student),
    })
  }
  if (departure) {
    entries.push({
      ...noReferences,
      at: departureEnteredAt(departure.on, year),
      by: office.userId,
      what: departure.state === 'removed' ? 'student removed' : 'student graduated',
      rollNo,
      before: { state: 'active' },
      after: { state: departure.state, removalDate: departure.on },
    })
  }
  return entries
}

/** The fields of a voucher in its history entry, besides its sums and its month. */
const asGenerated = (voucher: LedgerVoucher) => ({
  ...byHead(feeHeads, ({ key }) => voucher[key]),
  arrears: voucher.arrears,
  issueDate: voucher.issueDate,
  dueDate: voucher.dueDate,
  periodFrom: voucher.periodFrom,
  periodTo: voucher.periodTo,
  note: voucher.note,
  posted: voucher.posted,
})

/** Two entries for a voucher that replaced another. */
function ofReplacements({ student, vouchers }: Ledger): HistoryEntry[] {
  return vouchers.flatMap((replaced, index) => {
    const replacement = vouchers[index + 1]
    if (replaced.replacedBy === null || !replacement) return []
    const { voucherNo, month } = replacement
    const balance = netReceivable(replacement)
    const common = { ...noReferences, ...replacement.generated, rollNo: student.rollNo }
    const generated = { ...asGenerated(replacement), amount: thisMonth(replacement), balance, ...month }
    return [
      { ...common, what: 'voucher generated', voucherNo, after: generated },
      {
        ...common,
        what: 'voucher replaced',
        voucherNo: replaced.voucherNo,
        before: { balance: netBalance(replaced) },
        after: { balance, replacedBy: voucherNo },
      },
    ]
  })
}

/** The history of a campus in the order in which it happened. */
export function history(
  campus: DemoCampus,
  year: SchoolYear,
  ledgers: readonly Ledger[],
  receipts: readonly NumberedReceipt[],
): HistoryEntry[] {
  const vouchers = new Map(
    ledgers.flatMap((ledger) => ledger.vouchers).map((voucher) => [voucher.voucherNo, voucher]),
  )
  return [
    ...ofMonths(campus, year, ledgers),
    ...ledgers.flatMap(ofReplacements),
    ...ofReceipts(receipts, vouchers),
    ...ledgers.flatMap((ledger) => ofStudent(campus, year, ledger)),
  ].toSorted((one, other) => compareText(one.at, other.at))
}
