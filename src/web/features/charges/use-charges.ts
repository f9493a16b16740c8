import { addAdditionalCharges } from '#contract/charges.ts'
import { somethingBroke } from '#contract/refusals.ts'
import { totalCharge } from '#domain/charges.ts'
import { formatRupees } from '#domain/money.ts'
import { CallFailed } from '#web/api/call.ts'
import { useChange } from '#web/api/use-change.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'
import { useRef } from 'react'
import { detailOf, many, questionOf } from './charge.ts'
import { useChargesForm } from './use-charges-form.ts'

/** A refusal in its own words; of a fault, after which the charge may be made or not, that the same again is safe (spec 8.generation.error). */
function inWords({ msg, status }: CallFailed): Parameters<ReturnType<typeof useAlert>> {
  if (status >= 400 && status < 500) return [msg, { tone: 'error' }]
  const reason = msg === somethingBroke ? '' : `${msg}\n`
  return [
    somethingBroke,
    { tone: 'error', detail: `${reason}Saved again as it is, it is charged only once.` },
  ]
}

type Ending = 'charged' | 'marked' | 'not charged'

/** Additional charges from whom they are for to their outcome (spec 5.charges, spec 8.state.charges, decisions 3.fees.whole-class). */
export function useCharges() {
  const charges = useChargesForm()
  const { lookup, form, charge, preview, known, clear, mark } = charges
  const { whom, fee } = charge
  const { send, sending } = useChange(addAdditionalCharges)
  const alert = useAlert()
  const confirm = useConfirm()
  const pressed = useRef(false)
  const ready = fee !== null && known !== null && known.students > 0 && !preview.isFetching

  async function makeCharge(): Promise<Ending> {
    if (whom === null || fee === null || known === null) return 'not charged'
    const { students } = known
    if (students >= many && !(await confirm(questionOf(form, fee, known)))) return 'not charged'
    try {
      const rollNumber = whom.rollNumber ?? ''
      const body = {
        ...whom,
        rollNumber,
        examinationFee: fee,
        note: form.note,
        expectedStudents: students,
      }
      const { msg, applied, pending } = await send({ body })
      clear()
      const total = totalCharge(fee, applied + pending)
      await alert(msg, { detail: `${detailOf({ applied, pending })} Total Rs ${formatRupees(total)}.` })
      return 'charged'
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      return refused(error)
    }
  }

  async function refused(failure: CallFailed): Promise<Ending> {
    const { code } = failure
    if (code === 'signed-out') return 'not charged'
    if (mark(failure)) return 'marked'
    // Of a student who is gone the look-up tells by itself.
    if (code === 'student-left' || code === 'student-graduated') {
      await lookup.reload()
      return 'not charged'
    }
    // Also where the answer was lost: what is charged already is seen there.
    void preview.refetch()
    await alert(...inWords(failure))
    return 'not charged'
  }

  /** `charged` once the clerk has read where; pressed twice, also while a dialog waits, it is charged once. */
  async function save(): Promise<Ending> {
    if (!ready || pressed.current) return 'not charged'
    pressed.current = true
    try {
      return await makeCharge()
    } finally {
      pressed.current = false
    }
  }

  return { ...charges, ready, save, sending }
}
