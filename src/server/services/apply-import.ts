import { lowered } from '#domain/approval.ts'
import { formatMonth, monthOf } from '#domain/calendar.ts'
import { changedFields } from '#domain/changed-fields.ts'
import { requireOpenDay } from '#domain/closed-days.ts'
import type { ImportCounts, ImportSettings, RowAction } from '#domain/import.ts'
import { formatRupees, nothing } from '#domain/money.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { netMonthlyFee } from '#domain/voucher-amounts.ts'
import { setMonthlyFeeFrom } from '#server/records/fees.ts'
import { writeHistory } from '#server/records/history.ts'
import { markApplied, rememberSettings, type Import } from '#server/records/imports.ts'
import { admitMany, bringInBalances, rowsImported, type BalanceToBringIn } from '#server/records/moving-in.ts'
import type { Scope } from '#server/records/scope.ts'
import { updateStudent } from '#server/records/students.ts'
import { findLatestVoucher } from '#server/records/vouchers.ts'
import { requireApproval } from './approval.ts'
import { makeImportPlan } from './open-import.ts'

type ActionOf<Kind extends RowAction['kind']> = Extract<RowAction, { readonly kind: Kind }>

/** The counts that the office saw at the last check. */
export type ExpectedCounts = Pick<ImportCounts, 'new' | 'changed' | 'leftOut'>

/**
 * Applies a locked import, in the caller's transaction: students with fees and opening vouchers, changed fees and
 * records, one line of history for what is new and the lines of the screens for what is changed. Refused where a row is
 * refused, or where the plan is no longer the one that was seen. An import that changes nothing writes no history.
 */
export async function applyOpenImport(
  scope: Scope,
  found: Import,
  expected: ExpectedCounts,
): Promise<{ readonly counts: ImportCounts }> {
  const settings = found.settings ?? orThrow(refuse('import-unchecked'))
  const { rows, counts } = await makeImportPlan(scope, found, settings)
  const isSeen = (['new', 'changed', 'leftOut'] as const).every((name) => counts[name] === expected[name])
  if (!isSeen) orThrow(refuse('import-changed'))
  if (counts.refused > 0) orThrow(refuse('import-refused'))
  const actions = rows.flatMap((row) => row.actions)
  const changeNo = await bringIn(scope, found, settings, { actions, counts })
  for (const action of actions) {
    if (action.kind === 'change fee') await changeFee(scope, found.importNo, action)
    if (action.kind === 'edit record') await editRecord(scope, action)
  }
  await markApplied(scope, found.importNo, { changeNo, counts })
  await rememberSettings(scope, found, settings)
  return { counts }
}

/** Writes new students and opening vouchers with one line of history. Returns its number; null where nothing is written. */
async function bringIn(
  scope: Scope,
  { importNo, what, fileName }: Import,
  { asOf }: ImportSettings,
  { actions, counts }: { readonly actions: readonly RowAction[]; readonly counts: ImportCounts },
): Promise<number | null> {
  if (actions.length === 0) return null
  const admitted = actions.filter((action) => action.kind === 'admit')
  await admitMany(
    scope,
    admitted.map(({ fee, ...student }) => ({ ...student, ...fee })),
    importNo,
  )
  const balances = [...admitted.map(balanceOfAdmitted), ...actions.filter(isBalance)]
  if (balances.some(({ balance }) => balance !== nothing)) {
    // The plan refuses rows with a balance while there is no day for it.
    const day = asOf ?? orThrow(refuse('import-changed'))
    orThrow(requireOpenDay(day, scope.dateRules))
    await bringInBalances(scope, balances, day)
  }
  const applied = { importNo, what, fileName, added: counts.new, changed: counts.changed }
  const openings = Object.fromEntries(balances.map(({ rollNo, balance }) => [rollNo, balance]))
  return writeHistory(scope, rowsImported({ ...applied, openings }))
}

const balanceOfAdmitted = ({ rollNo, record, balance }: ActionOf<'admit'>): BalanceToBringIn => ({
  rollNo,
  studentClass: record.studentClass,
  section: record.section,
  balance,
})

const isBalance = (action: RowAction): action is ActionOf<'bring balance'> => action.kind === 'bring balance'

/** Changes the fee from this month on, as the screen does: vouchers that exist stay unchanged. */
async function changeFee(
  scope: Scope,
  importNo: number,
  { rollNo, before, after }: ActionOf<'change fee'>,
): Promise<void> {
  const month = monthOf(scope.today)
  const reason = `Import ${importNo}`
  const latest = await findLatestVoucher(scope, rollNo)
  await requireApproval(scope, {
    act: 'changeFee',
    moneyOf: { voucherNo: latest?.voucherNo ?? '' },
    rollNo,
    voucherNo: null,
    amount: lowered(netMonthlyFee(before), netMonthlyFee(after)),
    balanceChange: nothing,
    words: `Net monthly fee ${formatRupees(netMonthlyFee(before))} changed to ${formatRupees(netMonthlyFee(after))} from ${formatMonth(month)}`,
    reason,
  })
  const changeNo = await writeHistory(scope, {
    what: 'fee changed',
    rollNo,
    before: { ...before },
    after: { ...after, feeChangeDate: scope.today, reason },
  })
  await setMonthlyFeeFrom(scope, rollNo, month, after, changeNo)
}

async function editRecord(scope: Scope, { rollNo, before, after }: ActionOf<'edit record'>): Promise<void> {
  const changed = changedFields(before, after)
  if (!changed) return
  await updateStudent(scope, rollNo, after)
  await writeHistory(scope, { what: 'record edited', rollNo, ...changed })
}
