// Makes rows, with the history that the product itself would have written.

import { sum } from '#domain/money.ts'
import { thisMonth } from '#domain/voucher-amounts.ts'
import type { JsonRow } from '#server/records/bulk-rows.ts'
import { feesRow } from '#server/records/fees.ts'
import type { ChangeKind } from '#server/records/history.ts'
import { recordRow } from '#server/records/students/students.ts'
import { voucherRow } from '#server/records/vouchers/vouchers.ts'
import type { DemoCampus } from './campuses.ts'
import { recordFields } from './enrolment.ts'
import type { Ledger, LedgerReceipt, LedgerVoucher, Stamp } from './ledger.ts'
import { postedAt } from './make-ledger.ts'
import { clockTime, compareText, timeOn, type SchoolYear } from './school-year.ts'

export function studentRow(campus: DemoCampus, { student, vouchers }: Ledger): JsonRow<'students'> {
  const admission = vouchers.find(({ kind }) => kind === 'admission')
  const { rollNo, departure } = student
  return {
    campus: campus.name,
    roll_no: rollNo,
    admission_no: rollNo,
    registration_no: rollNo,
    ...recordRow(recordFields(student)),
    admission_class: student.admissionClass,
    state: departure?.state ?? 'active',
    left_on: departure?.on ?? null,
    promoted_on: student.promotedOn,
    admitted_at: admission?.generated.at ?? clockTime(student.admissionDate, 10 * 3600),
    admitted_by: admission?.generated.by ?? campus.office.userId,
  }
}

export const feeRow = (campus: DemoCampus, { student, fees }: Ledger): JsonRow<'fees'> => ({
  campus: campus.name,
  roll_no: student.rollNo,
  ...feesRow(fees),
})

/** A run of vouchers for the campus, in the order of their students. */
export type Run = readonly [LedgerVoucher, ...LedgerVoucher[]]

/** Groups the vouchers that were generated at the same time. */
export function runsOf(ledgers: readonly Ledger[]): Run[] {
  const monthly = ledgers.flatMap(({ vouchers }) => vouchers).filter(({ kind }) => kind === 'monthly')
  const times = [...new Set(monthly.map(({ generated }) => generated.at))].toSorted(compareText)
  return times.flatMap((at) => {
    const [first, ...others] = monthly.filter(({ generated }) => generated.at === at)
    return first ? [[first, ...others] as const] : []
  })
}

/** Returns a student's vouchers, the latest first, because a voucher refers to the voucher that carries it. */
export const voucherRows = (
  campus: DemoCampus,
  { student, vouchers }: Ledger,
  runs: readonly Run[],
): JsonRow<'vouchers'>[] =>
  vouchers.toReversed().map((voucher) => {
    const { kind, generated, received, carriedTo } = voucher
    const { studentClass, section } = student
    const runNo = kind === 'monthly' ? 1 + runs.findIndex(([one]) => one.generated.at === generated.at) : null
    const writer = { campus: campus.name, userId: generated.by, now: new Date(generated.at) }
    const row = voucherRow(writer, { ...voucher, studentClass, section, runNo })
    return { ...row, generated_at: generated.at, received, carried_to: carriedTo }
  })

/** Returns the receipts, numbered without a gap in the order of entry. */
export const receiptRows = (campus: DemoCampus, receipts: readonly LedgerReceipt[]): JsonRow<'receipts'>[] =>
  receipts.map((receipt, index) => ({
    campus: campus.name,
    receipt_no: index + 1,
    voucher_no: receipt.voucherNo,
    roll_no: receipt.rollNo,
    kind: 'receipt',
    amount: receipt.amount,
    reverses: null,
    received_on: receipt.receivedOn,
    received_by: receipt.entered.by,
    entered_at: receipt.entered.at,
    reason: '',
    method: receipt.method,
    reference: receipt.reference,
    cheque_date: receipt.chequeDate,
  }))

type Line = JsonRow<'changes'>

const line = (
  { at, by }: Stamp,
  what: ChangeKind,
  fields: Omit<Line, 'campus' | 'changed_at' | 'changed_by' | 'what'>,
) => ({
  changed_at: at,
  changed_by: by,
  what,
  roll_no: null,
  voucher_no: null,
  receipt_no: null,
  before: null,
  after: null,
  ...fields,
})

function linesOfRun(year: SchoolYear, vouchers: Run, index: number) {
  const { month, generated, issueDate, dueDate, periodFrom, periodTo } = vouchers[0]
  const numbers = vouchers.filter(({ posted }) => posted).map(({ voucherNo }) => voucherNo)
  const run = {
    runNo: index + 1,
    generated: vouchers.length,
    skipped: 0,
    amount: sum(...vouchers.map(thisMonth)),
  }
  const posting = { by: generated.by, at: timeOn(year, issueDate, postedAt) }
  return [
    line(generated, 'vouchers generated', {
      after: { ...month, issueDate, dueDate, periodFrom, periodTo, ...run },
    }),
    line(posting, 'vouchers posted', { after: { ...month, count: numbers.length, vouchers: numbers } }),
  ]
}

/** Departures are entered after the counter has closed; departures of today shortly after the last receipt. */
function linesOfStudent({ office }: DemoCampus, year: SchoolYear, { student, vouchers }: Ledger) {
  const { rollNo: roll_no, departure } = student
  const [first] = vouchers
  const admissionLines =
    first?.kind === 'admission'
      ? [
          line(first.generated, 'student admitted', {
            roll_no,
            voucher_no: first.voucherNo,
            after: recordFields(student),
          }),
        ]
      : []
  if (!departure) return admissionLines
  const { on, state } = departure
  const at = timeOn(year, on, (on === year.today ? 9.25 : 13.75) * 3600)
  return [
    ...admissionLines,
    line({ at, by: office.userId }, state === 'removed' ? 'student removed' : 'student graduated', {
      roll_no,
      before: { state: 'active' },
      after: { state, removalDate: on },
    }),
  ]
}

const lineOfReceipt = ({ entered, rollNo, voucherNo, before, after }: LedgerReceipt, index: number) =>
  line(entered, 'payment received', {
    roll_no: rollNo,
    voucher_no: voucherNo,
    receipt_no: index + 1,
    before,
    after: { received: after.received, balance: after.balance },
  })

/** Returns the history of a campus in chronological order. */
export const changeRows = (
  campus: DemoCampus,
  year: SchoolYear,
  ledgers: readonly Ledger[],
  runs: readonly Run[],
  receipts: readonly LedgerReceipt[],
): Line[] =>
  [
    ...runs.flatMap((vouchers, index) => linesOfRun(year, vouchers, index)),
    ...receipts.map(lineOfReceipt),
    ...ledgers.flatMap((ledger) => linesOfStudent(campus, year, ledger)),
  ]
    .map((one) => ({ campus: campus.name, ...one }))
    .toSorted((one, other) => compareText(one.changed_at, other.changed_at))
