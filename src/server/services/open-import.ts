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

/** Refused if there is none. */
export const requireImport = async (scope: Scope, importNo: number): Promise<Import> =>
  (await findImport(scope, importNo)) ?? orThrow(refuse('import-unknown'))

/** Refused if it was not begun or has ended. */
export async function lockOpenImport(scope: Scope, importNo: number): Promise<Import> {
  const found = (await lockImport(scope, importNo)) ?? orThrow(refuse('import-unknown'))
  if (found.state !== 'stored' && found.state !== 'checked') orThrow(refuse('import-ended'))
  return found
}

/** The effects of applying an import now, with these settings. */
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

/** Keeps the outcome of each row of a locked import. */
export async function checkOpenImport(scope: Scope, found: Import, settings: ImportSettings) {
  const { rows, ...plan } = await makeImportPlan(scope, found, settings)
  await saveCheck(scope, found.importNo, { settings, counts: plan.counts, rows })
  return { msg: 'Rows checked', ...plan }
}
