import { promoteClass, promotionPreview } from '#contract/promotion.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import type { SchoolClass } from '#domain/school.ts'
import { isRefusal, type CallFailed } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import type { FormErrors } from '#web/kit/form/field-errors.ts'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import type { TypedOutcome } from '#web/kit/leaving/typed-outcome.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'
import { balanceErrors, givenOutcomes, type Balances } from './graduate-outcomes.ts'
import { changedBalances, movingQuestion, type Moving } from './moving-words.ts'

const opening = 'Process failed because '

/** `Process failed because {reason}`, or the server's own sentence (spec 8.promotion.failed). */
export function processFailed({ code, msg }: Pick<CallFailed, 'code' | 'msg'>): string {
  if (code === 'class-10-graduates' || msg.startsWith(opening)) return msg
  return `${opening}${msg.charAt(0).toLocaleLowerCase('en')}${msg.slice(1)}`
}

export interface MovingForm {
  readonly classToPromote: SchoolClass | ''
  readonly graduationDate: CalendarDate | ''
  /** The outcomes of the graduates' balances, by roll number. */
  readonly outcomes: Readonly<Record<string, TypedOutcome>>
}

/** The students who would move; for a graduation, on the chosen day. */
function usePreview({ classToPromote, graduationDate }: MovingForm, graduates: boolean) {
  const { today } = useStaff()
  // The server refuses an impossible day; until then the preview is that of today.
  const isDay = graduates && graduationDate !== '' && graduationDate <= today
  const query = isDay ? { graduationDate } : {}
  const preview = useCall(
    promotionPreview,
    { params: { studentClass: classToPromote }, query },
    { enabled: classToPromote !== '' },
  )
  const current = preview.error ? null : (preview.data ?? null)
  return { preview, current, graduationDay: isDay ? graduationDate : today }
}

/** The move of a class, from choice to numbers (spec 4.success.promotion, spec 5.promotion, spec 8.promotion). */
export function useMoving(moving: Moving) {
  const { campus, today } = useStaff()
  const alert = useAlert()
  const confirm = useConfirm()
  const goBack = useGoBack()
  const graduates = moving.onlyClass !== null

  const form = useSendForm<typeof promoteClass, MovingForm>({
    endpoint: promoteClass,
    draft: moving.title,
    initial: () => ({
      classToPromote: moving.onlyClass ?? '',
      graduationDate: graduates ? today : '',
      outcomes: {},
    }),
    check: ({ classToPromote, graduationDate, outcomes }): FormErrors<MovingForm> => ({
      ...(classToPromote === '' && { classToPromote: 'Please choose a class' }),
      ...(graduates && graduationDate === '' && { graduationDate: 'Please enter a date up to today' }),
      ...balanceErrors(balances(), outcomes, today),
    }),
    isIncomplete: () => true,
    confirm: async (chosen): Promise<boolean> => current !== null && confirm(movingQuestion(current, chosen)),
    sent: ({ outcomes, ...chosen }) => {
      const given = givenOutcomes(balances(), outcomes)
      const settled = given.length > 0 && { outcomes: given }
      return { params: {}, body: { ...chosen, isGraduation: graduates, campus, ...settled } }
    },
    done: async ({ msg, promoted, skipped }) => {
      await alert(msg, { detail: `${promoted} ${moving.movedWord}, ${skipped} skipped.` })
      goBack()
    },
    refused,
  })
  const { preview, current, graduationDay } = usePreview(form.values, graduates)
  const balances = (): Balances => current?.graduation?.balances ?? []

  async function refused(failure: CallFailed): Promise<boolean> {
    // Another clerk may have been quicker, so the preview is read again.
    if (isRefusal(failure)) void preview.refetch()
    await alert(processFailed(failure), { tone: 'error', detail: changedBalances(failure) })
    return true
  }

  const isMoving = current !== null && current.moving.length > 0 && !preview.isFetching
  const isReady = form.values.classToPromote === '' || isMoving
  return { ...form, preview, isReady, graduationDay, goBack }
}
