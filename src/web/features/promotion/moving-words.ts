import { formatDate, type CalendarDate } from '#domain/calendar.ts'
import { agree, count } from '#domain/count.ts'
import { departureOutcomes, departureOutcomeWords } from '#domain/departure-outcome.ts'
import { formatRupees, nothing, opposite, sum, type Money } from '#domain/money.ts'
import { promotionPauseDays } from '#domain/promotion.ts'
import { classes, nextClass, type SchoolClass } from '#domain/school.ts'
import { factsOf, type CallFailed } from '#web/api/call.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import type { TypedOutcome } from '#web/kit/leaving/typed-outcome.ts'
import { chosenFor, type Balances, type Preview } from './graduate-outcomes.ts'

/** Moves a whole class to the next class, or out of class 10 (spec 2.routes.promotions, spec 4.student). */
export interface Moving {
  readonly title: string
  readonly lead: string
  /** Null if the clerk chooses the class. */
  readonly onlyClass: SchoolClass | null
  readonly button: string
  /** `28 promoted, 3 skipped.` */
  readonly movedWord: string
  /** The link to the other variant. */
  readonly other: { readonly path: string; readonly label: string }
}

export const promoting: Moving = {
  title: 'Class Promotions',
  lead: 'Moves every student of a class to the next class. Sections stay the same.',
  onlyClass: null,
  button: 'Promote class',
  movedWord: 'promoted',
  other: { path: '/graduation', label: 'Graduate class 10' },
}

export const graduating: Moving = {
  title: 'Graduation',
  lead: 'Graduates all students of class 10 on one day. Records and fee accounts are kept.',
  onlyClass: '10',
  button: 'Graduate class 10',
  movedWord: 'graduated',
  other: { path: '/promotions', label: 'Promote another class' },
}

/** Class 10 graduates, and Hifz is not promoted (spec 5.promotion.class). */
export const promotable: readonly SchoolClass[] = classes.filter((from) => nextClass(from) !== null)

type Graduation = NonNullable<Preview['graduation']>

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

/** `2 graduates owe Rs 9,000; 1 paid Rs 500 in advance`. */
export function balancesHeadline(balances: Balances): string {
  const owing = balances.filter(({ balance }) => balance > 0)
  const ahead = balances.filter(({ balance }) => balance < 0)
  return [
    owing.length > 0
      ? `${count(owing.length, 'graduate')} ${agree(owing.length, 'owes', 'owe')} Rs ${formatRupees(sumOf(owing))}`
      : '',
    ahead.length > 0
      ? `${count(ahead.length, 'graduate')} paid Rs ${formatRupees(opposite(sumOf(ahead)))} in advance`
      : '',
  ]
    .filter(Boolean)
    .join('; ')
}

const sumOf = (rows: readonly { readonly balance: Money }[]): Money =>
  sum(nothing, ...rows.map(({ balance }) => balance))

/** `4 vouchers of later months, Rs 18,000, will be voided.`; '' if there are none. */
export function voidedWords(voided: Graduation['voided']): string {
  if (voided.length === 0) return ''
  const amount = formatRupees(sum(nothing, ...voided.map((voucher) => voucher.amount)))
  return `${count(voided.length, 'voucher')} of later months, Rs ${amount}, will be voided.`
}

/** A line for each outcome, and a line for debts and advances that stay. */
function outcomeLines(balances: Balances, outcomes: Chosen['outcomes']): string[] {
  const chosen = balances.map((row) => ({ ...row, kind: chosenFor(row, outcomes) }))
  const lines = departureOutcomes.map((kind) => {
    const rows = chosen.filter((row) => row.kind === kind)
    return rows.length === 0 ? '' : `${departureOutcomeWords[kind]}: ${amountOf(rows)}.`
  })
  const stays = chosen.filter(({ kind }) => kind === null)
  const owing = stays.filter(({ balance }) => balance > 0)
  const ahead = stays.filter(({ balance }) => balance < 0)
  const drafts = chosen.filter(({ kind, posted }) => kind !== null && !posted).length
  return [
    ...lines,
    drafts > 0 ? `${count(drafts, 'unposted voucher')} will also be posted.` : '',
    owing.length > 0 ? `No outcome, stays owed: ${amountOf(owing)}.` : '',
    ahead.length > 0 ? `Advance stays: ${amountOf(ahead)}.` : '',
  ]
}

/** `Rs 9,000 of 2 students`. */
function amountOf(rows: Balances): string {
  const amount = sumOf(rows)
  return `Rs ${formatRupees(amount < 0 ? opposite(amount) : amount)} of ${count(rows.length, 'student')}`
}

/** The students whose balance has changed, one a line; '' for any other failure. */
export function changedBalances(failure: CallFailed): string {
  const changed = factsOf(failure, 'balances-changed')
  return (changed?.students ?? [])
    .map(
      ({ rollNo, studentName, balance }) => `${studentName}, roll no. ${rollNo}: ${balanceText(balance)} now`,
    )
    .join('\n')
}

interface Chosen {
  readonly classToPromote: string
  readonly graduationDate: CalendarDate | ''
  readonly outcomes: Readonly<Record<string, TypedOutcome>>
}

/** Asks once more before a class moves, with the figures. */
export function movingQuestion(preview: Preview, { classToPromote, graduationDate, outcomes }: Chosen) {
  const { toClass, skipped, graduation } = preview
  const headline = movingHeadline(preview, classToPromote)
  const onDay = toClass === null && graduationDate !== '' ? ` on ${formatDate(graduationDate)}` : ''
  const passedBy = `${count(skipped.length, 'student')} skipped: ${tooSoon}.`
  return {
    title: toClass === null ? 'Graduate class 10?' : `Promote class ${classToPromote} to class ${toClass}?`,
    message: [
      `${headline}${onDay}.`,
      skipped.length > 0 ? passedBy : '',
      ...(graduation ? outcomeLines(graduation.balances, outcomes) : []),
      voidedWords(graduation?.voided ?? []),
    ]
      .filter(Boolean)
      .join('\n'),
    confirmLabel: toClass === null ? 'Graduate class 10' : 'Promote class',
    tone: toClass === null ? 'danger' : 'caution',
  } as const
}
