import { usualFees } from '#contract/admission.ts'
import { byHead, studentHeads } from '#domain/fee-heads.ts'
import { formatRupees } from '#domain/money.ts'
import type { Reply } from '#web/api/call.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useRef } from 'react'
import { feeNames, type FeeName, type StudentForm } from '#web/kit/student-form/student-form.ts'

export type UsualFees = NonNullable<Reply<typeof usualFees>['usual']>

type TypedFees = Record<FeeName, string>

/** The fees as text for the form; a discount is agreed for each child, so it starts at 0. */
const typedFees = (usual: UsualFees): TypedFees =>
  byHead(studentHeads, ({ key }) => (key === 'discount' ? '0' : formatRupees(usual[key])))

const isSame = (form: TypedFees, fees: TypedFees): boolean =>
  feeNames.every((name) => form[name] === fees[name])

const isBlank = (form: TypedFees): boolean => feeNames.every((name) => form[name].trim() === '')

/** What most students of the chosen class pay, for a form in which no fees are typed yet. */
export function useUsualFees(form: StudentForm) {
  const { campus } = useStaff()
  const { studentClass } = form
  const started = useRef<UsualFees | null>(null)
  const { data } = useCall(
    keys.usualFees(campus, studentClass),
    usualFees,
    { params: { campus, studentClass: studentClass || '1' } },
    { enabled: studentClass !== '' },
  )
  const usual = data?.usual ?? null
  return {
    usual,
    /** The fees to begin with, in place of blank ones or of those of the class chosen before; null to keep what is typed. */
    start: (): TypedFees | null => {
      const before = started.current
      const isTyped = !isBlank(form) && !(before && isSame(form, typedFees(before)))
      if (usual === null || isTyped) return null
      started.current = usual
      return typedFees(usual)
    },
  }
}
