import { useEffect, useEffectEvent, useRef } from 'react'
import { usualFees } from '#contract/admission.ts'
import { byHead, studentHeads } from '#domain/fee-heads.ts'
import { usualAmounts } from '#domain/fee-plan.ts'
import { formatRupees } from '#domain/money.ts'
import type { Reply } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import type { SendForm } from '#web/kit/form/use-send-form.ts'
import { feeNames, type FeeName, type StudentForm } from '#web/kit/student-form/student-form.ts'

export type UsualFees = Pick<Reply<typeof usualFees>, 'plan' | 'usual'>

type TypedFees = Record<FeeName, string>

/** The fees as text, '' if unknown; a discount is agreed for each child, so it starts at 0. */
function typedFees(read: UsualFees | undefined): TypedFees {
  const amounts = read ? usualAmounts(read.plan, read.usual) : null
  if (amounts === null) return byHead(studentHeads, () => '')
  return byHead(studentHeads, ({ key }) => {
    if (key === 'discount') return '0'
    return amounts[key] === null ? '' : formatRupees(amounts[key])
  })
}

const isSame = (form: TypedFees, fees: TypedFees): boolean =>
  feeNames.every((name) => form[name] === fees[name])

const isBlank = (form: TypedFees): boolean => feeNames.every((name) => form[name].trim() === '')

/**
 * Fills in the class's fees (by its plan, or the most common fees) once they are loaded and shown; typed fees are kept.
 * Choosing another class removes the filled-in fees at once.
 */
export function useUsualFees(form: Pick<SendForm<StudentForm>, 'values' | 'change'>, isShown: boolean) {
  const { studentClass } = form.values
  const filled = useRef<TypedFees | null>(null)
  const { data } = useCall(
    usualFees,
    { params: { studentClass: studentClass || '1' } },
    { enabled: studentClass !== '' },
  )
  const fill = useEffectEvent((read: UsualFees | undefined) => {
    const fees = typedFees(read)
    const isTyped = !isBlank(form.values) && !(filled.current && isSame(form.values, filled.current))
    if (isTyped || isSame(form.values, fees)) return
    filled.current = fees
    form.change(fees)
    selectIn(document.activeElement)
  })
  useEffect(() => {
    if (isShown) fill(data)
  }, [isShown, data])
  return data ?? null
}

/** Selects a filled-in amount, so that typing replaces it instead of adding digits. */
function selectIn(field: Element | null): void {
  if (field instanceof HTMLInputElement && feeNames.some((name) => name === field.name))
    requestAnimationFrame(() => field.select())
}
