import type { CalendarDate } from '#domain/calendar.ts'
import { monthAfter, type School } from './data-set.ts'

const yearsAhead = 10

/**
 * The months for which a campus has no vouchers yet, each handed out once, by its first day. The product takes those that
 * can be posted: from the first after the data set on there are twelve of them.
 */
export class MonthsToCome {
  readonly #last: CalendarDate
  readonly #taken = new Map<string, number>()
  readonly #takenBySql = new Map<string, number>()

  constructor({ lastMonth }: School) {
    this.#last = lastMonth
  }

  next(campus: string): CalendarDate {
    return this.#take(this.#taken, campus, 1)
  }

  /** A month for our own SQL, which can be of any year: those that can be posted are left to the product. */
  nextForSql(campus: string): CalendarDate {
    return this.#take(this.#takenBySql, campus, yearsAhead * 12)
  }

  #take(from: Map<string, number>, campus: string, first: number): CalendarDate {
    const taken = from.get(campus) ?? 0
    from.set(campus, taken + 1)
    return monthAfter(this.#last, first + taken)
  }
}
