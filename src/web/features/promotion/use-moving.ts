import { promoteClass, promotionPreview } from '#contract/promotion.ts'
import { factsOf, isRefusal, type CallFailed } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { outcomeBody } from '#web/kit/leaving/leaving.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'
import { graduateErrors, graduatesOf, movingQuestion, type Moving, type MovingForm } from './moving.ts'

const opening = 'Process failed because '

/** `Process failed because {reason}`, or the server's own sentence (spec 8.promotion.failed). */
export function processFailed({ code, msg }: Pick<CallFailed, 'code' | 'msg'>): string {
  if (code === 'class-10-graduates' || msg.startsWith(opening)) return msg
  return `${opening}${msg.charAt(0).toLocaleLowerCase('en')}${msg.slice(1)}`
}

/** The students whose balance has changed, one a line; '' for any other failure. */
const changedBalances = (failure: CallFailed): string =>
  (factsOf(failure, 'balances-changed')?.students ?? [])
    .map(
      ({ rollNo, studentName, balance }) => `${studentName}, roll no. ${rollNo}: ${balanceText(balance)} now`,
    )
    .join('\n')

/** The students who would move; for a graduation, on the chosen day. */
function usePreview({ classToPromote, graduationDate }: MovingForm, graduates: boolean) {
  const { today } = useStaff()
  // The server refuses an impossible day; until then the preview is that of today.
  const isDay = graduates && graduationDate !== '' && graduationDate <= today
  const preview = useCall(
    promotionPreview,
    { params: { studentClass: classToPromote }, query: isDay ? { graduationDate } : {} },
    { enabled: classToPromote !== '' },
  )
  const current = preview.error ? null : (preview.data ?? null)
  return { preview, current, graduationDay: isDay ? graduationDate : today }
}

/** The move of a class, from choice to numbers (spec 4.success.promotion, spec 5.promotion, spec 8.promotion). */
export function useMoving({ title, graduates, movedWord }: Moving) {
  const { campus, today } = useStaff()
  const alert = useAlert()
  const confirm = useConfirm()
  const goBack = useGoBack()

  const form = useSendForm<typeof promoteClass, MovingForm>({
    endpoint: promoteClass,
    draft: title,
    initial: () => ({
      classToPromote: graduates ? '10' : '',
      graduationDate: graduates ? today : '',
      outcomes: {},
    }),
    check: (typed) => ({
      ...(typed.classToPromote === '' && { classToPromote: 'Please choose a class' }),
      ...(graduates && typed.graduationDate === '' && { graduationDate: 'Please enter a date up to today' }),
      ...errorsIn(typed),
    }),
    isIncomplete: () => true,
    confirm: async (typed): Promise<boolean> => current !== null && confirm(movingQuestion(current, typed)),
    sent: ({ outcomes, ...chosen }) => {
      const given = givenIn(outcomes)
      return {
        params: {},
        body: { ...chosen, isGraduation: graduates, campus, ...(given.length > 0 && { outcomes: given }) },
      }
    },
    done: async ({ msg, promoted, skipped }) => {
      await alert(msg, { detail: `${promoted} ${movedWord}, ${skipped} skipped.` })
      goBack()
    },
    async refused(failure) {
      // Another clerk may have been quicker, so the preview is read again.
      if (isRefusal(failure)) void preview.refetch()
      await alert(processFailed(failure), { tone: 'error', detail: changedBalances(failure) })
      return true
    },
  })
  const { preview, current, graduationDay } = usePreview(form.values, graduates)
  const errorsIn = (typed: MovingForm): Readonly<Record<string, string>> =>
    graduateErrors(graduatesOf(current, typed), today)
  /** The outcomes in the body of the call, each with the balance that the clerk saw. */
  const givenIn = (outcomes: MovingForm['outcomes']) =>
    graduatesOf(current, { outcomes }).flatMap(({ rollNo, balance, typed, kind }) =>
      kind === null ? [] : [{ rollNo, ...outcomeBody(kind, typed), expectedBalance: balance }],
    )

  const isMoving = current !== null && current.moving.length > 0 && !preview.isFetching
  const isReady = form.values.classToPromote === '' || isMoving
  return { ...form, preview, isReady, graduationDay, goBack }
}
