import { useState } from 'react'
import { promoteClass, promotionPreview } from '#contract/promotion.ts'
import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import { agree, count } from '#domain/count.ts'
import { departureOutcomes, departureOutcomeWords } from '#domain/departure-outcome.ts'
import { nothing, opposite, sum } from '#domain/money.ts'
import { promotionPauseDays } from '#domain/promotion.ts'
import type { SchoolClass } from '#domain/school.ts'
import { factsOf, isRefusal, type CallFailed, type Reply, type Sent } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import type { FormErrors } from '#web/kit/form/field-errors.ts'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import {
  noOutcome,
  outcomeBody,
  outcomeErrors,
  outcomeFor,
  type TypedOutcome,
} from '#web/kit/leaving/leaving.ts'
import { rupeesText } from '#web/kit/student-account.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'

interface MovingForm {
  readonly classToPromote: SchoolClass | ''
  readonly graduationDate: CalendarDate | ''
  /** The outcomes of the graduates' balances, by roll number. */
  readonly outcomes: Readonly<Record<string, TypedOutcome>>
}

export type Preview = Reply<typeof promotionPreview>
type Graduation = NonNullable<Preview['graduation']>

/** The graduates who owe or paid in advance, with the outcome as typed; its kind is null if none is chosen. */
export const graduatesOf = (preview: Preview | null, { outcomes }: MovingForm) =>
  (preview?.graduation?.balances ?? []).map((row) => {
    const typed = outcomes[row.rollNo] ?? noOutcome
    return { ...row, typed, kind: outcomeFor(row.balance, typed) }
  })

export type Graduate = ReturnType<typeof graduatesOf>[number]

export const rowField = (name: string, rollNo: number): string => `${name} ${rollNo}`

/**
 * The errors by row. Each graduate who owes needs a choice, and an outcome if any outcome is given; each outcome needs a
 * reason.
 */
function graduateErrors(graduates: readonly Graduate[], today: CalendarDate) {
  const mayStay = graduates.every(({ kind }) => kind === null)
  const errorsOf = ({ balance, typed, kind }: Graduate) => {
    if (kind !== null) return outcomeErrors(kind, typed, today)
    return balance > 0 && !(mayStay && typed.kind === 'none') ? { kind: 'Choose an outcome' } : {}
  }
  return Object.fromEntries(
    graduates.flatMap((row) =>
      Object.entries(errorsOf(row)).map(([name, words]) => [rowField(name, row.rollNo), words]),
    ),
  )
}

/** The reason for skipping a student (decisions 4.promotion.180-days). */
export const tooSoon = `promoted less than ${promotionPauseDays} days ago`

/** `28 students move from class 5 to class 6`. */
export function movingHeadline({ toClass, moving, alreadyPromoted }: Preview, studentClass: string): string {
  const movers = count(moving.length, 'student')
  if (moving.length === 0)
    return `Class ${studentClass} ${alreadyPromoted ? 'was already promoted: no students will move' : 'has no students'}`
  if (toClass === null)
    return `${movers} of class ${studentClass} ${agree(moving.length, 'graduates', 'graduate')}`
  return `${movers} ${agree(moving.length, 'moves', 'move')} from class ${studentClass} to class ${toClass}`
}

type Balances = readonly Graduation['balances'][number][]

const owing = (rows: Balances) => rows.filter(({ balance }) => balance > 0)
const ahead = (rows: Balances) => rows.filter(({ balance }) => balance < 0)

/** `Rs 9,000`, of a debt or an advance. */
function rupeesOf(rows: Balances): string {
  const amount = sum(nothing, ...rows.map(({ balance }) => balance))
  return rupeesText(amount < 0 ? opposite(amount) : amount)
}

/** Returns the sentence; '' without rows. */
const ifAny = (rows: readonly unknown[], words: string): string => (rows.length === 0 ? '' : words)

/** `2 graduates owe Rs 9,000; 1 graduate paid Rs 500 in advance`. */
export function balancesHeadline(graduates: Balances): string {
  const [debts, advances] = [owing(graduates), ahead(graduates)]
  const owe = agree(debts.length, 'owes', 'owe')
  return [
    ifAny(debts, `${count(debts.length, 'graduate')} ${owe} ${rupeesOf(debts)}`),
    ifAny(advances, `${count(advances.length, 'graduate')} paid ${rupeesOf(advances)} in advance`),
  ]
    .filter(Boolean)
    .join('; ')
}

/** `4 vouchers of later months, Rs 18,000, will be voided.`; '' if there are none. */
export function voidedWords(voided: Graduation['voided']): string {
  const amount = rupeesText(sum(nothing, ...voided.map((voucher) => voucher.amount)))
  return ifAny(voided, `${count(voided.length, 'voucher')} of later months, ${amount}, will be voided.`)
}

/** A line for each outcome, and a line for debts and advances that stay. */
function outcomeLines(graduates: readonly Graduate[]): string[] {
  const line = (words: string, rows: Balances) =>
    ifAny(rows, `${words}: ${rupeesOf(rows)} of ${count(rows.length, 'student')}.`)
  const having = (outcome: Graduate['kind']) => graduates.filter(({ kind }) => kind === outcome)
  const drafts = graduates.filter(({ kind, posted }) => kind !== null && !posted)
  return [
    ...departureOutcomes.map((outcome) => line(departureOutcomeWords[outcome], having(outcome))),
    ifAny(drafts, `${count(drafts.length, 'unposted voucher')} will also be posted.`),
    line('No outcome, stays owed', owing(having(null))),
    line('Advance stays', ahead(having(null))),
  ]
}

/** Asks once more before a class moves, with the figures. */
function movingQuestion(preview: Preview, form: MovingForm) {
  const { toClass, skipped, graduation } = preview
  const { classToPromote, graduationDate } = form
  const graduates = toClass === null
  const onDay = graduates && graduationDate !== '' ? ` on ${formatDate(graduationDate)}` : ''
  return {
    title: graduates ? 'Graduate class 10?' : `Promote class ${classToPromote} to class ${toClass}?`,
    message: [
      `${movingHeadline(preview, classToPromote)}${onDay}.`,
      ifAny(skipped, `${count(skipped.length, 'student')} skipped: ${tooSoon}.`),
      ...outcomeLines(graduatesOf(preview, form)),
      voidedWords(graduation?.voided ?? []),
    ]
      .filter(Boolean)
      .join('\n'),
    confirmLabel: graduates ? 'Graduate class 10' : 'Promote class',
    tone: graduates ? 'danger' : 'caution',
  } as const
}

const opening = 'Process failed because '

/** `Process failed because {reason}`, or the server's own sentence (spec 8.promotion.failed). */
export function processFailed({ code, msg }: Pick<CallFailed, 'code' | 'msg'>): string {
  if (code === 'class-10-graduates' || msg.startsWith(opening)) return msg
  return `${opening}${msg.charAt(0).toLocaleLowerCase('en')}${msg.slice(1)}`
}

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
export function useMoving(graduates: boolean, draft: string) {
  const { campus, today } = useStaff()
  const alert = useAlert()
  const confirm = useConfirm()
  const goBack = useGoBack()
  const [paying, setPaying] = useState<Graduate | null>(null)

  const form = useSendForm<typeof promoteClass, MovingForm>({
    endpoint: promoteClass,
    draft,
    initial: () => ({
      classToPromote: graduates ? '10' : '',
      graduationDate: graduates ? today : '',
      outcomes: {},
    }),
    check: (typed): FormErrors<MovingForm> => ({
      ...(typed.classToPromote === '' && { classToPromote: 'Please choose a class' }),
      ...(graduates && typed.graduationDate === '' && { graduationDate: 'Please enter a date up to today' }),
      ...graduateErrors(graduatesOf(current, typed), today),
    }),
    isIncomplete: () => true,
    confirm: async (typed): Promise<boolean> => current !== null && confirm(movingQuestion(current, typed)),
    sent(typed): Sent<typeof promoteClass> {
      const { outcomes: _, ...chosen } = typed
      // Each outcome has the balance that the clerk saw.
      const outcomes = graduatesOf(current, typed).flatMap(({ rollNo, balance, typed: outcome, kind }) =>
        kind === null ? [] : [{ rollNo, ...outcomeBody(kind, outcome), expectedBalance: balance }],
      )
      const given = outcomes.length > 0 && { outcomes }
      return { params: {}, body: { ...chosen, isGraduation: graduates, campus, ...given } }
    },
    done: async ({ msg, promoted, skipped }) => {
      const moved = `${promoted} ${graduates ? 'graduated' : 'promoted'}`
      await alert(msg, { detail: `${moved}, ${skipped} skipped.` })
      goBack()
    },
    async refused(failure) {
      // Another clerk may have been quicker, so the preview is read again.
      if (isRefusal(failure)) void preview.refetch()
      const changed = (factsOf(failure, 'balances-changed')?.students ?? []).map(
        ({ rollNo, studentName, balance }) =>
          `${studentName}, roll no. ${rollNo}: ${balanceText(balance)} now`,
      )
      await alert(processFailed(failure), { tone: 'error', detail: changed.join('\n') })
      return true
    },
  })

  const { preview, current, graduationDay } = usePreview(form.values, graduates)
  const isMoving = current !== null && current.moving.length > 0 && !preview.isFetching
  const isReady = form.values.classToPromote === '' || isMoving
  return { ...form, preview, isReady, graduationDay, paying, setPaying, goBack }
}
