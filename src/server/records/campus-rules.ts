import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import { noRules, type CampusRules, type RulesToSet } from '#domain/campus-rules.ts'
import { keysOf } from '#domain/record-of.ts'
import type { Scope } from './scope.ts'

/** The columns of the rules that an admin sets. */
const columnsToSet = {
  backDays: 'back_days',
  approvalLimit: 'approval_limit',
  cashDrawer: 'cash_drawer',
  blindCount: 'blind_count',
  adminFactor: 'admin_factor',
  keepYears: 'keep_years',
} as const satisfies Record<keyof RulesToSet, string>

const rulesToSet = keysOf(columnsToSet)

/** SQL: each rule, from the row `u` of campus_rules; a campus without a row has no rules. */
export const ruleColumns = [
  'u.closed_until as "closedUntil"',
  ...rulesToSet.map((rule) => `coalesce(u.${columnsToSet[rule]}, ${noRules[rule]}) as "${rule}"`),
].join(', ')

/** Finds the present rules of the campus; `scope.dateRules` has the rules from when the call began. */
export async function findRules({ trx, campus }: Scope): Promise<CampusRules> {
  const { rows } = await sql<CampusRules>`
    select ${sql.raw(ruleColumns)} from campus_rules u where campus = ${campus}`.execute(trx)
  return rows[0] ?? noRules
}

async function saveColumns(
  { trx, campus }: Scope,
  columns: Readonly<Record<string, string | number | boolean | null>>,
): Promise<void> {
  await trx
    .insertInto('campus_rules')
    .values({ campus, ...columns })
    .onConflict((conflict) => conflict.column('campus').doUpdateSet(columns))
    .execute()
}

/** Saves all rules except the closed days. */
export const saveRules = (scope: Scope, rules: RulesToSet): Promise<void> =>
  saveColumns(scope, Object.fromEntries(rulesToSet.map((rule) => [columnsToSet[rule], rules[rule]])))

/** Saves the last closed day; null opens every day. */
export const saveClosedUntil = (scope: Scope, closedUntil: CalendarDate | null): Promise<void> =>
  saveColumns(scope, { closed_until: closedUntil })
