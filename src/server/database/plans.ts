// Which statements keep their plan on a connection: parsing and planning a look-up under the campus's row security takes
// the database three times as long as running it (docs/decisions/0025-fewer-waits-on-the-wire.md).

import { sql } from 'kysely'

/**
 * Stands in a statement that is worth a plan of its own each time: over many rows, where the best way depends on the
 * figures it is run with.
 */
export const unprepared = sql.raw('/* unprepared */')

const marker = '/* unprepared */'
/** Rows written by the hundred come in ever other numbers: a plan for each would never be used again. */
const mostValues = 60
/** More texts than the product has: whatever would make them without end does not fill the database's memory. */
const mostPlans = 400

const names = new Map<string, string>()

/** The name under which a statement's plan is kept; undefined where it is planned each time. */
export function planName(statement: string, values: readonly unknown[]): string | undefined {
  const known = names.get(statement)
  if (known !== undefined) return known
  if (values.length === 0 || values.length > mostValues || names.size >= mostPlans) return undefined
  if (statement.includes(marker)) return undefined
  const name = `plan ${names.size + 1}`
  names.set(statement, name)
  return name
}
