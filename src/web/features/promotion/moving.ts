import type { promotionPreview } from '#contract/promotion.ts'
import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import { agree, count } from '#domain/count.ts'
import { departureOutcomes, departureOutcomeWords } from '#domain/departure-outcome.ts'
import { formatRupees, nothing, opposite, sum } from '#domain/money.ts'
import { promotionPauseDays } from '#domain/promotion.ts'
import type { SchoolClass } from '#domain/school.ts'
import type { Reply } from '#web/api/call.ts'
import { noOutcome, outcomeErrors, outcomeFor, type TypedOutcome } from '#web/kit/leaving/leaving.ts'

/** Moves a whole class to the next class, or out of class 10 (spec 2.routes.promotions, spec 4.student). */
export type Moving = typeof promoting | typeof graduating

export const promoting = {
  title: 'Class Promotions',
  lead: 'Moves every student of a class to the next class. Sections stay the same.',
  graduates: false,
  button: 'Promote class',
  movedWord: 'promoted',
  other: { path: '/graduation', label: 'Graduate class 10' },
}

export const graduating = {
  title: 'Graduation',
  lead: 'Graduates all students of class 10 on one day. Records and fee accounts are kept.',
  graduates: true,
  button: 'Graduate class 10',
  movedWord: 'graduated',
  other: { path: '/promotions', label: 'Promote another class' },
}

export interface MovingForm {
  readonly classToPromote: SchoolClass | ''
  readonly graduationDate: CalendarDate | ''
  /** The outcomes of the graduates' balances, by roll number. */
  readonly outcomes: Readonly<Record<string, TypedOutcome>>
}

export type Preview = Reply<typeof promotionPreview>
type Graduation = NonNullable<Preview['graduation']>

/** The graduates who owe or paid in advance, with the outcome as typed; its kind is null if none is chosen. */
export const graduatesOf = (
  preview: Preview | null | undefined,
  { outcomes }: Pick<MovingForm, 'outcomes'>,
) =>
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
export function graduateErrors(graduates: readonly Graduate[], today: CalendarDate) {
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
  const movers = moving.length
  if (movers === 0) {
    return alreadyPromoted
      ? `Class ${studentClass} was already promoted: no students will move`
      : `Class ${studentClass} has no students`
  }
  if (toClass === null)
    return `${count(movers, 'student')} of class ${studentClass} ${agree(movers, 'graduates', 'graduate')}`
  return `${count(movers, 'student')} ${agree(movers, 'moves', 'move')} from class ${studentClass} to class ${toClass}`
}

type Balances = readonly Graduation['balances'][number][]

const owing = (rows: Balances) => rows.filter(({ balance }) => balance > 0)
const ahead = (rows: Balances) => rows.filter(({ balance }) => balance < 0)

/** `Rs 9,000`, of a debt or an advance. */
function rupeesOf(rows: Balances): string {
  const amount = sum(nothing, ...rows.map(({ balance }) => balance))
  return `Rs ${formatRupees(amount < 0 ? opposite(amount) : amount)}`
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
  const amount = formatRupees(sum(nothing, ...voided.map((voucher) => voucher.amount)))
  return ifAny(voided, `${count(voided.length, 'voucher')} of later months, Rs ${amount}, will be voided.`)
}

/** A line for each outcome, and a line for debts and advances that stay. */
function outcomeLines(graduates: readonly Graduate[]): string[] {
  const line = (words: string, rows: Balances) =>
    ifAny(rows, `${words}: ${rupeesOf(rows)} of ${count(rows.length, 'student')}.`)
  const stays = graduates.filter(({ kind }) => kind === null)
  const drafts = graduates.filter(({ kind, posted }) => kind !== null && !posted)
  return [
    ...departureOutcomes.map((outcome) =>
      line(
        departureOutcomeWords[outcome],
        graduates.filter(({ kind }) => kind === outcome),
      ),
    ),
    ifAny(drafts, `${count(drafts.length, 'unposted voucher')} will also be posted.`),
    line('No outcome, stays owed', owing(stays)),
    line('Advance stays', ahead(stays)),
  ]
}

/** Asks once more before a class moves, with the figures. */
export function movingQuestion(preview: Preview, form: MovingForm) {
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
