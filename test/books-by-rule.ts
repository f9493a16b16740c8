// Plays random books once and compares every list with its rule, now and later as of each evening. Also checks the
// screens of single students and the laws.

import { expect } from 'vitest'
import { addDays } from '#domain/calendar.ts'
import { lists } from '#reports/reports.ts'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { readBookRows, type BookRows, type Filters } from '#test/report-rules/book-rows.ts'
import { bookLists, byRule, given, queriesOf, type BookList } from '#test/report-rules/rules.ts'
import { expectJournalToBalance, expectLedgerToAddUp } from './books-add-up.ts'
import type { ActionName, Office } from './office-acts.ts'
import { expectListsToAgree, expectPartsToAddUp, expectScreens } from './one-debt.ts'
import { playBooks, type RandomBooks } from './random-books.ts'
import { getRows } from './report-rows.ts'
import type { Caller, TestSchool } from './school.ts'

/** The actions and values that the books contained; without them, comparisons would prove nothing. */
export class Seen {
  /** The actions that were not refused. */
  readonly actions = new Set<ActionName>()
  readings = 0
  /** The values of each column, now and in the past: `past ageingList.owed`. */
  private readonly values = new Map<string, Set<unknown>>()

  addRows(when: string, rows: readonly Readonly<Record<string, unknown>>[]): void {
    for (const [column, value] of rows.flatMap((row) => Object.entries(row))) {
      const key = `${when}.${column}`
      const known = this.values.get(key) ?? new Set()
      this.values.set(key, known.add(value instanceof Date ? value.getTime() : value))
    }
  }

  valuesOf(key: string): ReadonlySet<unknown> {
    return this.values.get(key) ?? new Set()
  }

  /** The columns that always had the same value, so that a wrong value could go unnoticed. */
  get sameEverywhere(): readonly string[] {
    const columns = bookLists.flatMap((name) =>
      Object.keys(lists[name].row.shape).map((key) => `${name}.${key}`),
    )
    return ['now', 'past']
      .flatMap((when) => columns.map((column) => `${when} ${column}`))
      .filter((key) => this.valuesOf(key).size < 2)
  }
}

/** Checks that every list, now or as of the evening of these rows, equals its rule. */
async function expectLists(
  school: TestSchool,
  desk: Caller,
  books: BookRows,
  options: ReadOptions,
): Promise<void> {
  const queries = queriesOf(books)
  for (const name of options.names ?? bookLists) {
    const { always, rotating } = queries[name]
    const next = options.seen.readings % rotating.length
    for (const filters of [...always, ...rotating.slice(next, next + 1)]) {
      // The fields that a record lacked on an earlier evening are not known: the list uses the present ones.
      if (options.isPast && filters['records'] !== undefined) continue
      const query = { ...filters, ...(options.isPast && { asOf: books.today }) }
      const { rows, totals } = await getRows(school, desk, lists[name], given(query))
      const label = `${name} ${JSON.stringify(query)}`
      expect({ rows, totals }, label).toEqual(byRule(name, books, filters))
      options.seen.addRows(`${options.isPast ? 'past' : 'now'} ${name}`, rows)
    }
  }
  options.seen.readings += 1
}

interface ReadOptions {
  readonly seen: Seen
  readonly isPast: boolean
  /** Defaults to all lists. */
  readonly names?: readonly BookList[]
}

/** Checks every list, the screens and the laws now. Returns the rows of the books. */
async function expectNow({ school, desk, seen: before }: Office, seen: Seen): Promise<BookRows> {
  const books = await readBookRows(school, before)
  await expectLists(school, desk, books, { seen, isPast: false })
  expectListsToAgree(books)
  expectLedgerToAddUp(books)
  expectJournalToBalance(books)
  await expectScreens(desk, books)
  expect(await brokenLaws(school.db)).toEqual([])
  return books
}

/** Checks every list with debts, and the screens, of any school now. Returns the rows of its books. */
export async function expectDebtsByRule(school: TestSchool): Promise<BookRows> {
  const [desk, books] = [await school.as('desk@main.test'), await readBookRows(school, [])]
  const names = ['voucherList', 'studentList', 'rollForwardList', 'ageingList'] as const
  await expectLists(school, desk, books, { seen: new Seen(), isPast: false, names })
  expectListsToAgree(books)
  await expectScreens(desk, books)
  return books
}

/** Returns the queries for which the parts of a school are added up. */
const partQueries = ({ today }: BookRows): readonly Filters[] => [
  { unposted: 'leftOut' },
  { toDate: today, toDateOf: 'dueDate' },
  {},
  { type: 'admitted', fromDate: addDays(today, -40) },
]

/** Plays books in an empty school and checks them every evening; reads each `oneOf`th evening again at the end. */
export async function expectBooksByRule(
  school: TestSchool,
  someBooks: RandomBooks,
  seen: Seen,
  oneOf = 1,
): Promise<void> {
  const evenings: BookRows[] = []
  const done = await playBooks(school, someBooks, async (office) =>
    evenings.push(await expectNow(office, seen)),
  )
  for (const name of done) seen.actions.add(name)
  const desk = await school.as('desk@main.test')
  const [last] = evenings.splice(-1)
  if (!last) return
  const queries = partQueries(last)
  const next = seen.readings % queries.length
  for (const query of queries.slice(next, next + 2)) await expectPartsToAddUp(school, desk, query)
  for (const [index, books] of evenings.entries()) {
    if ((index + 1) % oneOf === 0) await expectLists(school, desk, books, { seen, isPast: true })
  }
}
