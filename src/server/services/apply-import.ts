import { lowered } from '#domain/approval.ts'
import { formatMonth, monthOf } from '#domain/calendar.ts'
import { changedFields } from '#domain/changed-fields.ts'
import { requireOpenDay } from '#domain/closed-days.ts'
import type { MonthlyFee } from '#domain/fee.ts'
import type { ImportCounts, ImportSettings, RowAction } from '#domain/import/import.ts'
import { formatRupees, nothing } from '#domain/money.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { netMonthlyFee } from '#domain/voucher-amounts.ts'
import { setMonthlyFeesFrom } from '#server/records/fees.ts'
import { writeHistory, writeHistoryLines, type Change } from '#server/records/history.ts'
import { markApplied, rememberSettings, type Import } from '#server/records/imports/imports.ts'
import {
  admitMany,
  bringInBalances,
  rowsImported,
  type BalanceToBringIn,
} from '#server/records/imports/moving-in.ts'
import type { Scope } from '#server/records/scope.ts'
import { updateStudents } from '#server/records/students/students.ts'
import { findLatestVoucher } from '#server/records/vouchers/vouchers.ts'
import { requireApproval } from './approval.ts'
import { makeImportPlan } from './open-import.ts'

type ActionOf<Kind extends RowAction['kind']> = Extract<RowAction, { readonly kind: Kind }>

/** The counts that the office saw at the last check. */
export type ExpectedCounts = Pick<ImportCounts, 'new' | 'changed' | 'leftOut'>

/**
 * Applies a locked import in the caller's transaction. Writes one history line for all new rows, and for each changed row the
 * line that the edit screen would write. Refused if a row is refused, or if the counts differ from those that the office saw.
 * Writes no history if nothing changes.
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
  const changeNo = await addNewStudents(scope, found, settings, { actions, counts })
  await updateExisting(scope, `Import ${found.importNo}`, actions)
  await markApplied(scope, found.importNo, { changeNo, counts })
  // Forgets the chosen students: row numbers of the next file mean other students.
  await rememberSettings(scope, found, { ...settings, children: {} })
  return { counts }
}

/** Adds new students and opening balances. Returns the number of the line of history; null if nothing is written. */
async function addNewStudents(
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

/** A line of history about a changed student, with the fee that it sets. */
interface ExistingChange extends Change {
  readonly rollNo: number
  readonly fee?: MonthlyFee
}

/** Changes records, and fees from this month on; vouchers stay. Writes all history together, in the order of the rows. */
async function updateExisting(scope: Scope, reason: string, actions: readonly RowAction[]): Promise<void> {
  for (const action of actions)
    if (action.kind === 'change fee') await requireApprovedFee(scope, reason, action)
  const edited = actions.filter((action) => action.kind === 'edit record')
  await updateStudents(
    scope,
    edited.map(({ rollNo, after }) => ({ rollNo, record: after })),
  )
  const changes = actions.flatMap((action) => changeOf(scope, reason, action))
  const numbers = await writeHistoryLines(scope, changes)
  await setMonthlyFeesFrom(
    scope,
    monthOf(scope.today),
    changes.flatMap(({ rollNo, fee }, at) => {
      const changeNo = numbers[at]
      if (changeNo === undefined) throw new Error('A line of history has no number')
      return fee ? [{ rollNo, fee, changeNo }] : []
    }),
  )
}

/** Requires approval of a lowered fee above the campus's limit. */
async function requireApprovedFee(
  scope: Scope,
  reason: string,
  { rollNo, before, after }: ActionOf<'change fee'>,
): Promise<void> {
  const [was, is] = [netMonthlyFee(before), netMonthlyFee(after)]
  const amount = lowered(was, is)
  if (scope.approvalLimit === null || amount === nothing) return
  const latest = await findLatestVoucher(scope, rollNo)
  await requireApproval(scope, {
    act: 'changeFee',
    moneyOf: { voucherNo: latest?.voucherNo ?? '' },
    rollNo,
    voucherNo: null,
    amount,
    balanceChange: nothing,
    words: `Net monthly fee ${formatRupees(was)} changed to ${formatRupees(is)} from ${formatMonth(monthOf(scope.today))}`,
    reason,
  })
}

/** None if the action changes no student. */
function changeOf({ today }: Scope, reason: string, action: RowAction): readonly ExistingChange[] {
  const { rollNo } = action
  if (action.kind === 'change fee') {
    const { before, after: fee } = action
    const after = { ...fee, feeChangeDate: today, reason }
    return [{ what: 'fee changed', rollNo, before: { ...before }, after, fee }]
  }
  const changed = action.kind === 'edit record' ? changedFields(action.before, action.after) : null
  return changed ? [{ what: 'record edited', rollNo, ...changed }] : []
}
