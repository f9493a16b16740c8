import type { ImportPlan, ImportSettings } from '#domain/import/import.ts'
import { planImport } from '#domain/import/plan.ts'
import { orThrow, refuse } from '#domain/outcome.ts'
import { findLastNumber } from '#server/records/counters.ts'
import {
  findImport,
  listGivenRows,
  listKnownStudents,
  lockImport,
  saveCheck,
  type Import,
} from '#server/records/imports/imports.ts'
import type { Scope } from '#server/records/scope.ts'
import { hasApprover } from './approval.ts'

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
export async function makeImportPlan(
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
