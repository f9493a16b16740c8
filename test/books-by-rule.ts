// Plays random books once and compares every list, single students' screens and the laws with their rules: now, and later
// as of each evening.

import { expect } from 'vitest'
import { addDays } from '#domain/calendar.ts'
import { lists } from '#reports/reports.ts'
import { brokenLaws } from '#server/records/laws/book-laws.ts'
import { readBookRows, type BookRows, type Filters } from '#test/report-rules/book-rows.ts'
import { bookLists, byRule, given, queriesOf, type BookList } from '#test/report-rules/rules.ts'
import { expectJournalToBalance, expectLedgerToAddUp } from './books-add-up.ts'
import type { ActName, Office } from './office-acts.ts'
import { expectListsToAgree, expectPartsToAddUp, expectScreens } from './one-debt.ts'
import { playBooks, type SomeBooks } from './random-books.ts'
import { getRows } from './report-rows.ts'
import type { Caller, TestSchool } from './school.ts'

/** The acts and values in the books: without them, comparisons would prove nothing. */
export class Seen {
  /** The acts that were not refused. */
  readonly acts = new Set<ActName>()
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

  /** The columns that always had one value: a wrong one could go unnoticed. */
  get sameEverywhere(): readonly string[] {
    const columns = bookLists.flatMap((name) =>
      Object.keys(lists[name].row.shape).map((key) => `${name}.${key}`),
    )
    return ['now', 'past']
      .flatMap((when) => columns.map((column) => `${when} ${column}`))
      .filter((key) => this.valuesOf(key).size < 2)
  }
}

/** Every list, now or as of the evening of these rows, is what its rule says. */
async function expectLists(
  school: TestSchool,
  desk: Caller,
  books: BookRows,
  read: ReadOptions,
): Promise<void> {
  const queries = queriesOf(books)
  for (const name of read.names ?? bookLists) {
    const { always, rotating } = queries[name]
    const next = read.seen.readings % rotating.length
    for (const filters of [...always, ...rotating.slice(next, next + 1)]) {
      // The fields that a record may lack are not known of an earlier evening: the list takes those of now.
      if (read.isPast && filters['records'] !== undefined) continue
      const query = { ...filters, ...(read.isPast && { asOf: books.today }) }
      const { rows, totals } = await getRows(school, desk, lists[name], given(query))
      const about = `${name} ${JSON.stringify(query)}`
      expect({ rows, totals }, about).toEqual(byRule(name, books, filters))
      read.seen.addRows(`${read.isPast ? 'past' : 'now'} ${name}`, rows)
    }
  }
  read.seen.readings += 1
}

interface ReadOptions {
  readonly seen: Seen
  readonly isPast: boolean
  /** Defaults to all. */
  readonly names?: readonly BookList[]
}

/** Every list, the screens and the laws hold now. Returns the rows of the books. */
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

/** Every list with debts, and the screens, hold now in any school. Returns the rows of its books. */
export async function expectDebtsByRule(school: TestSchool): Promise<BookRows> {
  const [desk, books] = [await school.as('desk@main.test'), await readBookRows(school, [])]
  const names = ['voucherList', 'studentList', 'rollForwardList', 'ageingList'] as const
  await expectLists(school, desk, books, { seen: new Seen(), isPast: false, names })
  expectListsToAgree(books)
  await expectScreens(desk, books)
  return books
}

/** The queries by which the parts of a school are added up. */
const partQueries = ({ today }: BookRows): readonly Filters[] => [
  { unposted: 'leftOut' },
  { toDate: today, toDateOf: 'dueDate' },
  {},
  { type: 'admitted', fromDate: addDays(today, -40) },
]

/** Plays books in an empty school and compares all of them; some evenings are read again at the end. */
export async function expectBooksByRule(
  school: TestSchool,
  someBooks: SomeBooks,
  seen: Seen,
  oneOf = 1,
): Promise<void> {
  const evenings: BookRows[] = []
  const done = await playBooks(school, someBooks, async (office) =>
    evenings.push(await expectNow(office, seen)),
  )
  for (const name of done) seen.acts.add(name)
  const desk = await school.as('desk@main.test')
  const [last] = evenings.splice(-1)
  if (!last) return
  const queries = partQueries(last)
  const next = seen.readings % queries.length
  for (const query of queries.slice(next, next + 2)) await expectPartsToAddUp(school, desk, query)
  for (const [place, books] of evenings.entries()) {
    if ((place + 1) % oneOf === 0) await expectLists(school, desk, books, { seen, isPast: true })
  }
}
