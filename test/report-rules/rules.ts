// The rule of every list of the books, and the queries for its comparison.

import { addDays, addMonths, firstOfMonth, monthOf, monthText, type Month } from '#domain/calendar.ts'
import { lists, type Lists } from '#reports/reports.ts'
import type { BookRows, Filters } from './book-rows.ts'
import { concessionsByRule } from './concessions.ts'
import { exceptionsByRule } from './exceptions.ts'
import { dayBookByRule, rollForwardByRule } from './ledger.ts'
import { collectionByRule, journalByRule, receiptsByRule, receivedHeadsByRule } from './received.ts'
import { admissionsByRule, ageingByRule, studentsByRule } from './students.ts'
import { vouchersByRule } from './vouchers.ts'

/** Leaves out the security log, which only admins read and which is not part of the books. */
export type BookList = Exclude<keyof Lists, 'securityList'>

type Rule = (books: BookRows, filters: Filters) => readonly Readonly<Record<string, unknown>>[]

const rules: Readonly<Record<BookList, Rule>> = {
  voucherList: vouchersByRule,
  receiptList: receiptsByRule,
  studentList: studentsByRule,
  admissionList: admissionsByRule,
  rollForwardList: rollForwardByRule,
  dayBookList: dayBookByRule,
  exceptionList: exceptionsByRule,
  receivedHeadList: receivedHeadsByRule,
  ageingList: ageingByRule,
  collectionList: collectionByRule,
  concessionList: concessionsByRule,
  journalList: journalByRule,
}

/** Returns the filters that have a value. */
export const given = (filters: Filters): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

interface Queries {
  readonly always: readonly Filters[]
  readonly rotating: readonly Filters[]
}

export const bookLists = Object.keys(rules) as BookList[] // its own keys

export function byRule(name: BookList, books: BookRows, filters: Filters) {
  const rows = rules[name](books, filters)
  const sums = lists[name].sums.map((key) => [key, rows.reduce((all, row) => all + Number(row[key]), 0)])
  return { rows, totals: { count: rows.length, sums: Object.fromEntries(sums) as Record<string, number> } }
}

/** Returns spans of days with rows at both ends, because vouchers are issued on the fifth. */
export function daysOf({ today }: BookRows) {
  const fifthOf = (month: Month) => addDays(firstOfMonth(month), 4)
  const month = monthOf(today)
  return {
    days: { fromDate: fifthOf(month), toDate: today },
    until: { toDate: fifthOf(month) },
    since: { fromDate: fifthOf(addMonths(month, -1)), toDate: addDays(today, -1) },
    ofToday: { fromDate: today, toDate: addDays(today, 20) },
  }
}

/** Returns the queries of each list: some are always read, the others are read in turn. */
export function queriesOf(books: BookRows): Readonly<Record<BookList, Queries>> {
  const { days, until, since, ofToday } = daysOf(books)
  const tenth = addDays(until.toDate, 5)
  const month = monthText(monthOf(books.today))
  const dayQueries: Queries = { always: [{}], rotating: [days, until, since, ofToday] }
  return {
    voucherList: {
      always: [{ paidStatus: 'all' }, { paidStatus: 'unpaid' }, { paidStatus: 'unpaid', month, ...days }],
      rotating: [
        { paidStatus: 'unpaid', toDate: tenth, toDateOf: 'dueDate' },
        { paidStatus: 'all', studentClass: '5', unposted: 'leftOut' },
        { paidStatus: 'unpaid', unposted: 'leftOut', section: 'Red' },
        { paidStatus: 'paid', type: 'admitted', ...since },
        { paidStatus: 'unpaid', type: 'removed', ...until },
        { paidStatus: 'all', section: 'Red', ...days, toDateOf: 'dueDate' },
      ],
    },
    receiptList: {
      always: [{ type: 'all' }],
      rotating: [{ type: 'admitted', studentClass: '5' }, { type: 'removed' }, { section: 'Red', ...days }],
    },
    studentList: {
      always: [{}],
      rotating: [{ studentClass: '5' }, { section: 'Red' }, { records: 'incomplete' }],
    },
    admissionList: {
      always: [{ dataType: 'all' }, { dataType: 'removals' }],
      rotating: [
        { dataType: 'removals', ...days },
        { dataType: 'admissions', selectedClass: '5', selectedSection: 'Red' },
        { dataType: 'all', ...ofToday },
        { dataType: 'all', ...until, selectedClass: '10' },
      ],
    },
    rollForwardList: dayQueries,
    dayBookList: {
      ...dayQueries,
      rotating: [...dayQueries.rotating, { studentClass: '5' }, { entries: 're-priced' }],
    },
    exceptionList: { ...dayQueries, rotating: [...dayQueries.rotating, { exceptions: 'large discount' }] },
    receivedHeadList: dayQueries,
    ageingList: { always: [{}], rotating: [{ studentClass: '5' }, { section: 'Red' }] },
    collectionList: { ...dayQueries, always: [{}, { month: monthText(monthOf(books.today)) }] },
    concessionList: {
      always: [{}],
      rotating: [days, { studentClass: '5', ...since }, { section: 'Red' }, ofToday],
    },
    journalList: dayQueries,
  }
}
