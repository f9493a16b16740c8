import type { CalendarDate } from '#domain/calendar.ts'
import { monthAfter, type School } from './data-set.ts'

/** The months for which a campus has no vouchers yet, each handed out once, by its first day. */
export class MonthsToCome {
  readonly #last: CalendarDate
  readonly #taken = new Map<string, number>()

  constructor({ lastMonth }: School) {
    this.#last = lastMonth
  }

  next(campus: string): CalendarDate {
    const taken = (this.#taken.get(campus) ?? 0) + 1
    this.#taken.set(campus, taken)
    return monthAfter(this.#last, taken)
  }
}
