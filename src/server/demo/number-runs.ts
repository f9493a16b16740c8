import type { JsonRow } from '#server/records/bulk-rows.ts'
import type { Ledger, LedgerVoucher } from './ledger.ts'
import { compareText } from './school-year.ts'

export interface NumberedRuns {
  readonly rows: readonly JsonRow<'voucher_runs'>[]
  readonly runNoOf: ReadonlyMap<LedgerVoucher, number>
}

/** The key that the vouchers of a run have in common; one that replaced another was generated for its student. */
const runKey = (voucher: LedgerVoucher, isReplacement: boolean): string =>
  [voucher.generated.at, isReplacement ? String(voucher.rollNo).padStart(9, '0') : ''].join(' ')

/** Numbers a campus's generations of vouchers without a gap, in the order in which they happened. */
export function numberRuns(campus: string, ledgers: readonly Ledger[]): NumberedRuns {
  const runs = new Map<string, { readonly rollNo: number | null; readonly vouchers: LedgerVoucher[] }>()
  for (const { vouchers } of ledgers) {
    const replacements = new Set(vouchers.map(({ replacedBy }) => replacedBy))
    for (const voucher of vouchers) {
      if (voucher.kind !== 'monthly') continue
      const isReplacement = replacements.has(voucher.voucherNo)
      const key = runKey(voucher, isReplacement)
      const run = runs.get(key)
      if (run) run.vouchers.push(voucher)
      else runs.set(key, { rollNo: isReplacement ? voucher.rollNo : null, vouchers: [voucher] })
    }
  }
  const inOrder = [...runs].toSorted(([one], [other]) => compareText(one, other)).map(([, run]) => run)
  return {
    rows: inOrder.flatMap(({ rollNo, vouchers }, index) => runRow(campus, index + 1, rollNo, vouchers)),
    runNoOf: new Map(
      inOrder.flatMap(({ vouchers }, index) => vouchers.map((voucher) => [voucher, index + 1] as const)),
    ),
  }
}

function runRow(
  campus: string,
  runNo: number,
  rollNo: number | null,
  [voucher]: readonly LedgerVoucher[],
): JsonRow<'voucher_runs'>[] {
  if (!voucher) return []
  const { month, generated } = voucher
  return [
    {
      campus,
      run_no: runNo,
      year: month.year,
      month: month.month,
      roll_no: rollNo,
      issue_date: voucher.issueDate,
      due_date: voucher.dueDate,
      period_from: voucher.periodFrom,
      period_to: voucher.periodTo,
      generated_at: generated.at,
      generated_by: generated.by,
    },
  ]
}
