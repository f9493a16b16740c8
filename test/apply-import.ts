import type { ImportPlan, KnownStudent, RowAction } from '#domain/import/import.ts'
import { nothing } from '#domain/money.ts'

function applyAction(students: Map<number, KnownStudent>, action: RowAction): void {
  const { rollNo } = action
  if (action.kind === 'admit') {
    const { record, fee, oldNumber, balance } = action
    const hasVouchers = balance !== nothing
    const openingBalance = hasVouchers ? balance : null
    const state = 'active'
    const balances = { openingBalance, hasVouchers, isOwnMoney: false }
    students.set(rollNo, { ...record, rollNo, oldNumber, state, fee, ...balances })
    return
  }
  const student = students.get(rollNo)
  if (!student) throw new Error(`No student ${rollNo}`)
  if (action.kind === 'edit record') students.set(rollNo, { ...student, ...action.after })
  if (action.kind === 'change fee') students.set(rollNo, { ...student, fee: action.after })
  if (action.kind === 'bring balance')
    students.set(rollNo, { ...student, openingBalance: action.balance, hasVouchers: true })
}

/** Returns the students of the campus after a plan is applied. */
export function applyImport(students: readonly KnownStudent[], plan: ImportPlan): readonly KnownStudent[] {
  const after = new Map(students.map((student) => [student.rollNo, student]))
  for (const { actions } of plan.rows) for (const action of actions) applyAction(after, action)
  return [...after.values()]
}
