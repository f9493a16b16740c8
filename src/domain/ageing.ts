import { daysBetween, type CalendarDate } from './calendar.ts'
import { nothing, sum, type Money } from './money.ts'
import { recordOf } from './record-of.ts'

/** The ages of a debt, up to a number of days after the due date; on the due date it is not due yet (decisions 7). */
export const ages = [
  { key: 'notDue', label: 'Not due yet', upTo: 0 },
  { key: 'upTo30', label: '1–30 days', upTo: 30 },
  { key: 'upTo60', label: '31–60 days', upTo: 60 },
  { key: 'upTo90', label: '61–90 days', upTo: 90 },
  { key: 'over90', label: 'Over 90 days', upTo: null },
] as const
export type Age = (typeof ages)[number]['key']

export function ageOn(day: CalendarDate, dueDate: CalendarDate): Age {
  const days = daysBetween(dueDate, day)
  return ages.find(({ upTo }) => upTo === null || days <= upTo)?.key ?? 'over90'
}

/** A student's debt by age; the ages add up to the debt. */
export type Aged = Readonly<Record<Age, Money>>

export function agedDebt(
  unpaid: readonly { readonly dueDate: CalendarDate; readonly unpaid: Money }[],
  day: CalendarDate,
): Aged {
  const partsOfAge = (age: Age) => unpaid.filter(({ dueDate }) => ageOn(day, dueDate) === age)
  return recordOf(
    ages,
    ({ key }) => key,
    ({ key }) => sum(nothing, ...partsOfAge(key).map((part) => part.unpaid)),
  )
}
