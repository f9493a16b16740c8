import { promoteClass, promotionPreview } from '#contract/promotion.ts'
import { fillAllFields } from '#contract/refusals.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { SchoolClass } from '#domain/school.ts'
import { CallFailed, type Reply } from '#web/api/call.ts'
import { useDraft } from '#web/api/drafts.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { useState } from 'react'
import { isRefusal } from '#web/kit/is-refusal.ts'
import type { Moving } from './moving.ts'
import { processFailed } from './process-failed.ts'

export type Preview = Reply<typeof promotionPreview>

interface MovingForm {
  readonly classToPromote: SchoolClass | ''
  readonly graduationDate: CalendarDate | ''
}
type MovingErrors = Partial<Record<keyof MovingForm, string>>

/** A whole class moving, from the choice of the class to the numbers (spec 4.success.promotion, spec 5.promotion, spec 8.promotion). */
export function useMoving(moving: Moving) {
  const { campus, today } = useStaff()
  const alert = useAlert()
  const graduates = moving.onlyClass !== null
  const [form, setForm, clear] = useDraft<MovingForm>(moving.title, () => ({
    classToPromote: moving.onlyClass ?? '',
    graduationDate: graduates ? today : '',
  }))
  const [errors, setErrors] = useState<MovingErrors>({})
  const { classToPromote, graduationDate } = form
  const asked = classToPromote === '' ? null : classToPromote
  const preview = useCall(
    keys.promotionPreview(campus, classToPromote),
    promotionPreview,
    { params: { campus, studentClass: classToPromote } },
    { enabled: asked !== null },
  )
  const { send, sending } = useChange(promoteClass)

  function change(changes: Partial<MovingForm>) {
    setForm((before) => ({ ...before, ...changes }))
    setErrors({})
  }

  /** True where something is not filled in, which is then marked. */
  async function markMissing(): Promise<boolean> {
    const missing: MovingErrors = {
      ...(classToPromote === '' && { classToPromote: 'Please choose a class' }),
      ...(graduates && graduationDate === '' && { graduationDate: 'Please give a day up to today' }),
    }
    if (Object.keys(missing).length === 0) return false
    setErrors(missing)
    await alert(fillAllFields, { tone: 'error' })
    return true
  }

  /** `moved` once the class has moved and the clerk has read how many; `marked` where a field is wrong. */
  async function move(): Promise<'moved' | 'marked' | 'refused'> {
    try {
      const { msg, promoted, skipped } = await send({
        params: {},
        body: { ...form, isGraduation: graduates, campus },
      })
      clear()
      await alert(msg, { detail: `${promoted} ${moving.movedWord}, ${skipped} skipped.` })
      return 'moved'
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      return refused(error)
    }
  }

  async function refused(failure: CallFailed): Promise<'marked' | 'refused'> {
    if (failure.code === 'signed-out') return 'refused'
    const marked = failure.errors.filter(({ field }) => field in form)
    setErrors(Object.fromEntries(marked.map(({ field, message }) => [field, message])))
    if (marked.length > 0) return 'marked'
    // Another clerk may have been quicker: what stands on the screen is read again.
    if (isRefusal(failure)) void preview.refetch()
    await alert(processFailed(failure), { tone: 'error' })
    return 'refused'
  }

  return { form, errors, change, clear, preview, markMissing, move, sending }
}
