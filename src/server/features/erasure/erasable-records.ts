import type { erasableRecords as endpoint } from '#contract/erasure.ts'
import { erasableUpTo, mostErasedAtOnce, whyNotErased } from '#domain/erasure.ts'
import type { CallContext } from '#server/http/call.ts'
import { findRules } from '#server/records/campus-rules.ts'
import { listLeavers } from '#server/records/erasure.ts'

/** The children whose personal data the campus keeps no longer; none where it has no rule. */
export async function erasableRecords({ scope }: CallContext<typeof endpoint>) {
  const { keepYears } = await findRules(scope)
  const msg = 'Records fetched'
  if (keepYears === null) return { msg, keepYears, upTo: null, students: [], count: 0, unsettled: 0 }
  const upTo = erasableUpTo(scope.today, keepYears)
  const leavers = await listLeavers(scope, upTo)
  const erasable = leavers.filter((child) => whyNotErased(child, scope.today, keepYears) === null)
  return {
    msg,
    keepYears,
    upTo,
    students: erasable.slice(0, mostErasedAtOnce).map(({ leftOn, ...child }) => ({
      ...child,
      leftOn: leftOn ?? upTo,
    })),
    count: erasable.length,
    unsettled: leavers.length - erasable.length,
  }
}
