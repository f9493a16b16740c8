// Days on which the books are closed, and how far back a receipt may be dated.

import { addDays, addMonths, formatDate, lastOfMonth, monthOf, type CalendarDate } from './calendar.ts'
import { count } from './count.ts'
import { less, nothing, sum, type Money } from './money.ts'
import { accept, refuse, refuseFields, type Outcome } from './outcome.ts'
import { canManage, type Role } from './roles.ts'

/** The rules on dates; null switches a rule off. */
export interface DateRules {
  /** The last closed day. */
  readonly closedUntil: CalendarDate | null
  /** The number of days before today to which a user other than an admin may date a receipt. */
  readonly backDays: number | null
}

export const noDateRules: DateRules = { closedUntil: null, backDays: null }

export const mostBackDays = 366

export const isClosed = (day: CalendarDate, { closedUntil }: Pick<DateRules, 'closedUntil'>): boolean =>
  closedUntil !== null && day <= closedUntil

/** Refuses a day on which the books are closed, naming the last such day. */
export const requireOpenDay = (
  day: CalendarDate,
  { closedUntil }: Pick<DateRules, 'closedUntil'>,
): Outcome<CalendarDate> =>
  closedUntil !== null && day <= closedUntil ? refuse('day-closed', { closedUntil }) : accept(day)

export interface ReceiptEntry {
  readonly role: Role
  readonly today: CalendarDate
}

/** Returns the first day on which a receipt may be dated; null if there is no such limit. */
export function firstReceiptDay(
  { closedUntil, backDays }: DateRules,
  { role, today }: ReceiptEntry,
): CalendarDate | null {
  const open = closedUntil === null ? null : addDays(closedUntil, 1)
  const back = backDays === null || canManage(role) ? null : addDays(today, -backDays)
  return open !== null && back !== null && back > open ? back : (open ?? back)
}

const refuseDay = (message: string) => refuseFields({ field: 'receivedDate', message })

/** Accepts the day of a receipt if it is not in the future, not too far back, and not closed. */
export function receiptDay(day: CalendarDate, rules: DateRules, entry: ReceiptEntry): Outcome<CalendarDate> {
  const { role, today } = entry
  if (day > today) return refuseDay('Date cannot be in the future')
  const { backDays } = rules
  if (backDays !== null && !canManage(role) && day < addDays(today, -backDays)) {
    const first = formatDate(addDays(today, -backDays))
    return refuseDay(
      `At most ${count(backDays, 'day')} back: ${first} or later. An admin may date it earlier.`,
    )
  }
  return requireOpenDay(day, rules)
}

export const reversalDay = (receivedOn: CalendarDate, rules: DateRules, today: CalendarDate): CalendarDate =>
  isClosed(receivedOn, rules) ? today : receivedOn

/**
 * Dates the reversals of a correction. The last receipt is reversed on its own day, earlier receipts on the day of the
 * new receipt, which includes them, so that no other day's total changes. Without a new receipt (null), each receipt is
 * reversed on its own day. A closed day is replaced by today.
 */
export const datedReversals = <R extends { readonly receivedDate: CalendarDate }>(
  reversals: readonly R[],
  newReceipt: CalendarDate | null,
  rules: DateRules,
  today: CalendarDate,
): readonly (R & { readonly receivedOn: CalendarDate })[] =>
  reversals.map((reversal, index) => {
    const keepsOwnDay = newReceipt === null || index === reversals.length - 1
    return {
      ...reversal,
      receivedOn: keepsOwnDay ? reversalDay(reversal.receivedDate, rules, today) : newReceipt,
    }
  })

/** Keeps the day of the corrected receipt, or takes today if it is closed; checks another day like any receipt day. */
export const correctedDay = (
  day: CalendarDate,
  before: CalendarDate | null,
  rules: DateRules,
  entry: ReceiptEntry,
): Outcome<CalendarDate> =>
  day === before ? accept(reversalDay(day, rules, entry.today)) : receiptDay(day, rules, entry)

/** Refuses to close a day that is not over, or that is closed already. */
export function closeUntil(
  until: CalendarDate,
  { closedUntil }: Pick<DateRules, 'closedUntil'>,
  today: CalendarDate,
): Outcome<CalendarDate> {
  if (until >= today) return refuseFields({ field: 'until', message: 'Only days before today can be closed' })
  if (closedUntil !== null && until <= closedUntil) {
    return refuseFields({ field: 'until', message: `Already closed up to ${formatDate(closedUntil)}` })
  }
  return accept(until)
}

/** Refuses to reopen if no day is closed, or if `until` is not before the last closed day; null opens every day. */
export function reopenUntil(
  until: CalendarDate | null,
  { closedUntil }: Pick<DateRules, 'closedUntil'>,
): Outcome<CalendarDate | null> {
  if (closedUntil === null) return refuse('nothing-closed')
  return until === null || until < closedUntil
    ? accept(until)
    : refuseFields({ field: 'closedUntil', message: `Choose a day before ${formatDate(closedUntil)}` })
}

/** Returns the day that is offered for closing: the last day of the previous month. */
export const usualClosing = (today: CalendarDate): CalendarDate => lastOfMonth(addMonths(monthOf(today), -1))

/** Sums before and within the days; `count` is the number of positive rows within them, `back` of negative rows. */
export interface SumsOfDays {
  readonly before: Money
  readonly within: Money
  readonly count: number
  readonly back: number
}

/** Computes a closing: opening + brought in + charged + adjusted - received = closing. */
export function closingFigures<Method extends string>(
  {
    broughtIn,
    charged,
    adjusted,
  }: Readonly<Record<'broughtIn' | 'charged' | 'adjusted', Pick<SumsOfDays, 'before' | 'within'>>>,
  byMethod: readonly (SumsOfDays & { readonly method: Method })[],
) {
  const received = sum(nothing, ...byMethod.map(({ within }) => within))
  const opening = less(
    sum(broughtIn.before, charged.before, adjusted.before),
    sum(nothing, ...byMethod.map(({ before }) => before)),
  )
  return {
    opening,
    broughtIn: broughtIn.within,
    charged: charged.within,
    adjusted: adjusted.within,
    received,
    closing: less(sum(opening, broughtIn.within, charged.within, adjusted.within), received),
    receipts: byMethod.reduce((all, line) => all + line.count, 0),
    reversals: byMethod.reduce((all, { back }) => all + back, 0),
    byMethod: byMethod
      .filter((line) => line.count + line.back > 0)
      .map(({ method, within }) => ({ method, net: within })),
  }
}
