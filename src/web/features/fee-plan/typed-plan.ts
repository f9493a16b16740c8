import type { feePlan } from '#contract/fee-plan.ts'
import { byHead } from '#domain/fee-heads.ts'
import { planField, planFormHeads, type ClassFees, type PlanField } from '#domain/fee-plan.ts'
import { formatRupees, largestAmount, parseRupees } from '#domain/money.ts'
import { recordOf } from '#domain/record-of.ts'
import { classes, type SchoolClass } from '#domain/school.ts'
import type { Reply } from '#web/api/call.ts'

export type SavedPlan = Reply<typeof feePlan>

type Amounts = Record<PlanField, string>

/** The amounts as typed, and the plan with which the typing began. */
export interface TypedPlan extends Amounts {
  readonly planVersion: string
  readonly seen: Readonly<Amounts>
}

const planFields: readonly PlanField[] = classes.flatMap((studentClass) =>
  planFormHeads.map(({ key }) => planField(studentClass, key)),
)

/** A form without typed changes. */
export function typedPlan({ classes: rows, planVersion }: SavedPlan): TypedPlan {
  const seen = recordOf(
    rows.flatMap(({ studentClass, ...fees }) =>
      planFormHeads.map(({ key }) => ({ field: planField(studentClass, key), fee: fees[key] })),
    ),
    ({ field }) => field,
    ({ fee }) => (fee === null ? '' : formatRupees(fee)),
  )
  return { ...seen, seen, planVersion }
}

/** True if both texts are the same amount. */
function isSame(one: string, other: string): boolean {
  const amount = parseRupees(one)
  return one.trim() === other || (amount !== null && amount === parseRupees(other))
}

/** The amounts that differ from those saved when the typing began. */
export const changedIn = (typed: TypedPlan): readonly PlanField[] =>
  planFields.filter((field) => !isSame(typed[field], typed.seen[field]))

/** Applies the typed changes to a plan that was saved meanwhile. */
export function overSaved(typed: TypedPlan, saved: SavedPlan): TypedPlan {
  return {
    ...typedPlan(saved),
    ...Object.fromEntries(changedIn(typed).map((field) => [field, typed[field]])),
  }
}

function wordsFor(text: string): string | null {
  if (text.trim() === '') return null
  const amount = parseRupees(text)
  if (amount === null) return 'Enter an amount, or leave it empty'
  return amount > largestAmount ? `At most ${formatRupees(largestAmount)}` : null
}

export const errorsIn = (typed: TypedPlan): Partial<Record<PlanField, string>> =>
  Object.fromEntries(
    planFields.flatMap((field) => {
      const words = wordsFor(typed[field])
      return words === null ? [] : [[field, words] as const]
    }),
  )

/** The body of the call; an empty field is not set. */
export const planBody = (typed: TypedPlan) => ({
  planVersion: typed.planVersion,
  classes: classes.map((studentClass) => {
    const fees: ClassFees = byHead(planFormHeads, ({ key }) =>
      parseRupees(typed[planField(studentClass, key)]),
    )
    return { studentClass, ...fees }
  }),
})

/** The classes without a monthly fee. */
export const classesToFill = (typed: TypedPlan): readonly SchoolClass[] =>
  classes.filter((studentClass) => typed[planField(studentClass, 'monthlyFee')].trim() === '')

/** Copies a class's amounts to every class below it. */
export const copiedBelow = (typed: TypedPlan, from: SchoolClass): Partial<Amounts> =>
  Object.fromEntries(
    classes
      .slice(classes.indexOf(from) + 1)
      .flatMap((below) =>
        planFormHeads.map(({ key }) => [planField(below, key), typed[planField(from, key)]] as const),
      ),
  )
