import { useRef } from 'react'
import { usualFees } from '#contract/admission.ts'
import { byHead, studentHeads } from '#domain/fee-heads.ts'
import { usualAmounts } from '#domain/fee-plan.ts'
import { formatRupees } from '#domain/money.ts'
import type { Reply } from '#web/api/call.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { feeNames, type FeeName, type StudentForm } from '#web/kit/student-form/student-form.ts'

/** What the fee plan says of a class, and what most of its students pay. */
export type UsualFees = Pick<Reply<typeof usualFees>, 'plan' | 'usual'>

type TypedFees = Record<FeeName, string>

/** The fees as text for the form, '' where none is known; a discount is agreed for each child, so it starts at 0. */
function typedFees({ plan, usual }: UsualFees): TypedFees | null {
  const amounts = usualAmounts(plan, usual)
  if (amounts === null) return null
  return byHead(studentHeads, ({ key }) => {
    if (key === 'discount') return '0'
    return amounts[key] === null ? '' : formatRupees(amounts[key])
  })
}

const isSame = (form: TypedFees, fees: TypedFees): boolean =>
  feeNames.every((name) => form[name] === fees[name])

const isBlank = (form: TypedFees): boolean => feeNames.every((name) => form[name].trim() === '')

/** The fees of the chosen class by the plan, or what most of it pay, for a form in which no fees are typed yet. */
export function useUsualFees(form: StudentForm) {
  const { campus } = useStaff()
  const { studentClass } = form
  const started = useRef<TypedFees | null>(null)
  const { data } = useCall(
    keys.usualFees(campus, studentClass),
    usualFees,
    { params: { campus, studentClass: studentClass || '1' } },
    { enabled: studentClass !== '' },
  )
  return {
    usual: data ?? null,
    /** The fees to begin with, in place of blank ones or of those of the class chosen before; null to keep what is typed. */
    start: (): TypedFees | null => {
      const before = started.current
      const fees = data ? typedFees(data) : null
      const isTyped = !isBlank(form) && !(before && isSame(form, before))
      if (fees === null || isTyped) return null
      started.current = fees
      return fees
    },
  }
}
