import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import { noRules, type CampusRules, type RulesToSet } from '#domain/campus-rules.ts'
import type { Scope } from './scope.ts'

/** SQL: each rule, from the row `u` of campus_rules. */
export const ruleColumns = `u.closed_until as "closedUntil", u.back_days as "backDays",
  u.approval_limit as "approvalLimit", coalesce(u.blind_count, false) as "blindCount",
  coalesce(u.admin_factor, false) as "adminFactor", u.keep_years as "keepYears"`

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
  saveColumns(scope, {
    back_days: rules.backDays,
    approval_limit: rules.approvalLimit,
    blind_count: rules.blindCount,
    admin_factor: rules.adminFactor,
    keep_years: rules.keepYears,
  })

/** Saves the last closed day; null opens every day. */
export const saveClosedUntil = (scope: Scope, closedUntil: CalendarDate | null): Promise<void> =>
  saveColumns(scope, { closed_until: closedUntil })
