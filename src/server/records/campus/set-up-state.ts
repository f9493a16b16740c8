import { sql } from 'kysely'
import { planHeads } from '#domain/fee-plan.ts'
import { eachColumn } from '#server/records/fee-columns.ts'
import type { Scope } from '#server/records/scope.ts'
import { whereValid } from '#server/records/valid-vouchers.ts'

/** The parts of a new campus that are set up already. */
export interface SetUpState {
  /** Classes with an amount in the fee plan. */
  readonly classesInPlan: number
  /** Students of any state. */
  readonly students: number
  /** True if any student has a monthly voucher. */
  readonly hasVouchers: boolean
  /** Users who can sign in. */
  readonly users: number
}

const isInPlan = sql.raw(`num_nonnulls(${eachColumn(planHeads)}) > 0`)

/** Finds the set-up state; called only for campuses without posted vouchers. */
export async function findSetUpState({ trx, campus }: Scope): Promise<SetUpState> {
  const { rows } = await sql<SetUpState>`
    select (select count(*)::int from fee_plans where campus = ${campus} and ${isInPlan}) as "classesInPlan",
      (select count(*)::int from students where campus = ${campus}) as students,
      exists (select from vouchers where campus = ${campus} and kind = 'monthly' and ${whereValid()}) as "hasVouchers",
      (select count(*)::int from staff where campus = ${campus} and not disabled) as users`.execute(trx)
  return rows[0] ?? { classesInPlan: 0, students: 0, hasVouchers: false, users: 0 }
}
