import { lowered } from '#domain/approval.ts'
import { formatMonth, monthOf } from '#domain/calendar.ts'
import { changedFields } from '#domain/changed-fields.ts'
import { requireOpenDay } from '#domain/closed-days.ts'
import type { MonthlyFee } from '#domain/fee.ts'
import type { ImportCounts, ImportPlan, ImportSettings, RowAction } from '#domain/import/import.ts'
import { planImport } from '#domain/import/plan.ts'
import { formatRupees, nothing } from '#domain/money.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { netMonthlyFee } from '#domain/voucher-amounts.ts'
import { findLastNumber } from '#server/records/counters.ts'
import { setMonthlyFeesFrom } from '#server/records/fees.ts'
import { writeHistory, writeHistoryLines, type Change } from '#server/records/history.ts'
import {
  findImport,
  listGivenRows,
  listKnownStudents,
  lockImport,
  markApplied,
  rememberSettings,
  saveCheck,
  type Import,
} from '#server/records/imports/imports.ts'
import {
  admitMany,
  bringInBalances,
  rowsImported,
  type BalanceToBringIn,
} from '#server/records/imports/moving-in.ts'
import type { Scope } from '#server/records/scope.ts'
import { updateStudents } from '#server/records/students/students.ts'
import { findLatestVoucher } from '#server/records/vouchers/vouchers.ts'
import { hasApprover, requireApproval } from './approval.ts'

/** Finds an import; refuses an unknown number. */
export const requireImport = async (scope: Scope, importNo: number): Promise<Import> =>
  (await findImport(scope, importNo)) ?? orThrow(refuse('import-unknown'))

/** Locks an import; refuses an unknown number, and an import that has ended. */
export async function lockOpenImport(scope: Scope, importNo: number): Promise<Import> {
  const locked = (await lockImport(scope, importNo)) ?? orThrow(refuse('import-unknown'))
  if (locked.state !== 'stored' && locked.state !== 'checked') orThrow(refuse('import-ended'))
  return locked
}

/** Plans the effects of applying an import now, with these settings. */
async function makeImportPlan(
  scope: Scope,
  { importNo, what }: Import,
  settings: ImportSettings,
): Promise<ImportPlan> {
  return planImport({
    kind: what,
    settings,
    rows: await listGivenRows(scope, importNo),
    students: await listKnownStudents(scope),
    lastRollNo: await findLastNumber(scope, 'roll number'),
    closedUntil: scope.dateRules.closedUntil,
    feeLimit: (await hasApprover(scope)) ? scope.approvalLimit : null,
    today: scope.today,
  })
}

/** Checks a locked import, and saves the outcome of each row. */
export async function checkOpenImport(scope: Scope, openImport: Import, settings: ImportSettings) {
  const { rows, ...plan } = await makeImportPlan(scope, openImport, settings)
  await saveCheck(scope, openImport.importNo, { settings, counts: plan.counts, rows })
  return { msg: 'Rows checked', ...plan }
}

type ActionOf<Kind extends RowAction['kind']> = Extract<RowAction, { readonly kind: Kind }>

/** The counts that the office saw at the last check. */
export type ExpectedCounts = Pick<ImportCounts, 'new' | 'changed' | 'leftOut'>

/**
 * Applies a locked import in the caller's transaction. Writes one history entry for all new rows, and for each changed
 * row the entry that the edit screen would write; none if nothing changes. Refuses if a row is refused, or if the
 * counts differ from the counts that the office saw.
 */
export async function applyOpenImport(
  scope: Scope,
  openImport: Import,
  expected: ExpectedCounts,
): Promise<{ readonly counts: ImportCounts }> {
  const settings = openImport.settings ?? orThrow(refuse('import-unchecked'))
  const { rows, counts } = await makeImportPlan(scope, openImport, settings)
  const isSeen = (['new', 'changed', 'leftOut'] as const).every((name) => counts[name] === expected[name])
  if (!isSeen) orThrow(refuse('import-changed'))
  if (counts.refused > 0) orThrow(refuse('import-refused'))
  const actions = rows.flatMap((row) => row.actions)
  const changeNo = await addNewStudents(scope, openImport, settings, { actions, counts })
  await updateExisting(scope, `Import ${openImport.importNo}`, actions)
  await markApplied(scope, openImport.importNo, { changeNo, counts })
  // Forgets the chosen students, because the same row numbers mean other students in the next file.
  await rememberSettings(scope, openImport, { ...settings, children: {} })
  return { counts }
}

/** Adds new students and opening balances. Returns the number of the history entry; null if nothing is written. */
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
    // The plan refuses rows with a balance if the day of the balances is not set.
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

/** A history entry about a changed student, with the fee that it sets. */
interface ExistingChange extends Change {
  readonly rollNo: number
  readonly fee?: MonthlyFee
}

/** Changes records, and fees from this month on, but no vouchers. Writes all history entries at once, in row order. */
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
    changes.flatMap(({ rollNo, fee }, index) => {
      const changeNo = numbers[index]
      if (changeNo === undefined) throw new Error('A line of history has no number')
      return fee ? [{ rollNo, fee, changeNo }] : []
    }),
  )
}

/** Requires approval of a fee that is lowered by more than the campus's limit. */
async function requireApprovedFee(
  scope: Scope,
  reason: string,
  { rollNo, before, after }: ActionOf<'change fee'>,
): Promise<void> {
  const [oldNet, newNet] = [netMonthlyFee(before), netMonthlyFee(after)]
  const amount = lowered(oldNet, newNet)
  if (scope.approvalLimit === null || amount === nothing) return
  const latest = await findLatestVoucher(scope, rollNo)
  await requireApproval(scope, {
    act: 'changeFee',
    moneyFrom: { voucherNo: latest?.voucherNo ?? '' },
    rollNo,
    voucherNo: null,
    amount,
    balanceChange: nothing,
    words: `Net monthly fee ${formatRupees(oldNet)} changed to ${formatRupees(newNet)} from ${formatMonth(monthOf(scope.today))}`,
    reason,
  })
}

/** Returns the history entry of an action; empty if it changes no existing student. */
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
