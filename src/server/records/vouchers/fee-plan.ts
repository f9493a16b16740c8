import { sql } from 'kysely'
import { byColumn } from '#domain/fee-heads.ts'
import { feePlanOf, planHeads, type ClassFees, type FeePlan } from '#domain/fee-plan.ts'
import type { SchoolClass } from '#domain/school.ts'
import { eachColumn, feesAs } from '#server/records/fee-columns.ts'
import type { Scope } from '#server/records/scope.ts'

type PlanRow = ClassFees & { readonly studentClass: SchoolClass }

/** Finds the fee plan; amounts in paisa. */
export async function findFeePlan({ trx, campus }: Scope): Promise<FeePlan> {
  const { rows } = await sql<PlanRow>`
    select student_class as "studentClass", ${sql.raw(feesAs(planHeads, 'p'))} from fee_plans p
    where campus = ${campus}`.execute(trx)
  return feePlanOf(rows)
}

const columnsFrom = (row: string) => eachColumn(planHeads, (column) => `${row}.${column}`)

/** Saves the fees of these classes; a class without amounts keeps its row. */
export async function saveFeePlan(
  { trx, campus, userId, now }: Scope,
  plan: FeePlan,
  classes: readonly SchoolClass[],
): Promise<void> {
  const rows = classes.map((studentClass) => ({
    campus,
    student_class: studentClass,
    ...byColumn(planHeads, ({ key }) => plan[studentClass][key]),
    changed_at: now,
    changed_by: userId,
  }))
  const columns = sql.raw(`${eachColumn(planHeads)}, changed_at, changed_by`)
  const values = sql.raw(`${columnsFrom('excluded')}, excluded.changed_at, excluded.changed_by`)
  await sql`
    insert into fee_plans (campus, student_class, ${columns})
    select campus, student_class, ${columns} from json_populate_recordset(null::fee_plans, ${JSON.stringify(rows)}::json)
    on conflict (campus, student_class) do update set (${columns}) = row(${values})`.execute(trx)
}
