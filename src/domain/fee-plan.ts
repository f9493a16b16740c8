// The fees of each class, which a new admission starts with.

import { changedFields, type ChangedFields } from './changed-fields.ts'
import { byHead, inOrderOf, labelIn, monthlyHeads, oneTimeHeads } from './fee-heads.ts'
import type { Money } from './money.ts'
import { recordOf } from './record-of.ts'
import { classes, type SchoolClass } from './school.ts'

const isCharged = (head: (typeof monthlyHeads)[number]): head is Extract<typeof head, { readonly sign: 1 }> =>
  head.sign === 1

/** A discount is agreed for each student, so it is not in a plan. */
export const planHeads = [...monthlyHeads.filter(isCharged), ...oneTimeHeads]

export const planFormHeads = inOrderOf('feesForm', planHeads).toSorted(
  (one, other) => Number(other.charged === 'monthly') - Number(one.charged === 'monthly'),
)

export type PlanHead = (typeof planHeads)[number]['key']

/** The fees of a class; null for an amount that is not set. */
export type ClassFees = Readonly<Record<PlanHead, Money | null>>

export type FeePlan = Readonly<Record<SchoolClass, ClassFees>>

export const noClassFees: ClassFees = byHead(planHeads, () => null)

export const feePlanOf = (rows: readonly (ClassFees & { readonly studentClass: SchoolClass })[]): FeePlan =>
  recordOf(
    classes,
    (studentClass) => studentClass,
    (studentClass) => {
      const fees = rows.find((row) => row.studentClass === studentClass) ?? noClassFees
      return byHead(planHeads, ({ key }) => fees[key])
    },
  )

const isSet = (fees: ClassFees): boolean => planHeads.some(({ key }) => fees[key] !== null)

export const classesInPlan = (plan: FeePlan): readonly SchoolClass[] =>
  classes.filter((studentClass) => isSet(plan[studentClass]))

export const classesThatDiffer = (one: FeePlan, other: FeePlan): readonly SchoolClass[] =>
  classes.filter((studentClass) =>
    planHeads.some(({ key }) => one[studentClass][key] !== other[studentClass][key]),
  )

/** The name of an amount in the history and in a form: `5 monthlyFee`. */
export type PlanField = `${SchoolClass} ${PlanHead}`

export const planField = (studentClass: SchoolClass, head: PlanHead): PlanField => `${studentClass} ${head}`

export const feePlanLabels: Readonly<Record<string, string>> = Object.fromEntries(
  classes.flatMap((studentClass) =>
    planFormHeads.map((head) => [
      planField(studentClass, head.key),
      `Class ${studentClass}, ${labelIn('feesForm', head)}`,
    ]),
  ),
)

const inHistory = (plan: FeePlan) =>
  Object.fromEntries(
    classes.flatMap((studentClass) =>
      planFormHeads.map(({ key }) => [planField(studentClass, key), plan[studentClass][key]] as const),
    ),
  )

export const feePlanChanges = (before: FeePlan, after: FeePlan): ChangedFields | null =>
  changedFields(inHistory(before), inHistory(after))

/** Returns the initial amounts of an admission: from the plan, else the most frequent ones; null if neither exist. */
export function usualAmounts(
  plan: ClassFees,
  usual: Readonly<Record<PlanHead, Money>> | null,
): ClassFees | null {
  if (usual === null && !isSet(plan)) return null
  return byHead(planHeads, ({ key }) => plan[key] ?? usual?.[key] ?? null)
}
