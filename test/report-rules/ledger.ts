import { addDays, dateAt } from '#domain/calendar.ts'
import type { dayBookList } from '#reports/day-book.ts'
import type { rollForwardList } from '#reports/roll-forward.ts'
import {
  byClass,
  dayIn,
  draftsIn,
  found,
  isBetween,
  isOf,
  ofStudent,
  staffName,
  studentOf,
  type BookRows,
  type ByRule,
  type Filters,
  type Voucher,
} from './book-rows.ts'
import { bookEntries, chargeEntries, feeEntries, invalidationOf, type BookEntry } from './entries.ts'

const totalOf = (entries: readonly BookEntry[]): number => entries.reduce((all, { owed }) => all + owed, 0)

/** Sums the charges of drafts on some days by class. */
export function notPostedByClass(books: BookRows, days: Filters): ReadonlyMap<string, number> {
  const drafts = new Set(draftsIn(books))
  const byName = new Map<string, number>()
  for (const { voucher, day, owed } of chargeEntries(books)) {
    if (!voucher || !drafts.has(voucher) || !isBetween(day, days)) continue
    byName.set(voucher.student_class, (byName.get(voucher.student_class) ?? 0) + owed)
  }
  return byName
}

/** Finds a balance's class on a day: of the last voucher issued and valid, else the first (domain/roll-forward.ts). */
function classOn(books: BookRows, vouchers: readonly Voucher[], day: string): string {
  const counting = vouchers.filter((voucher) => {
    const invalidation = invalidationOf(books, voucher)
    return voucher.issue_date <= day && (invalidation === null || dateAt(invalidation.at) > day)
  })
  return found(counting.at(-1) ?? vouchers[0], 'voucher of a balance').student_class
}

const figureOf = ({ kind }: BookEntry) => {
  if (kind === 'receipt' || kind === 'reversal') return 'received'
  if (kind === 'opening') return 'broughtIn'
  return kind === 'adjusted' || kind === 'moved' ? 'adjusted' : 'charged'
}

type Figure = 'opening' | 'closing' | ReturnType<typeof figureOf>
interface Part {
  readonly studentClass: string
  readonly figure: Figure
  readonly amount: number
}

/** Returns the balance of each student on a day, in the class of that day. */
const balancesOn = (books: BookRows, figure: Figure, day: string): readonly Part[] =>
  books.students.flatMap(({ roll_no }) => {
    const entries = bookEntries(books).filter((entry) => entry.rollNo === roll_no && entry.day <= day)
    if (entries.length === 0) return []
    const studentClass = classOn(books, ofStudent(books.vouchers, roll_no), day)
    return [{ studentClass, figure, amount: totalOf(entries) }]
  })

const lastDate = '9999-12-31'

/** Returns for each class the opening debt, the sums of the entries, and the closing debt. */
export function rollForwardByRule(books: BookRows, { fromDate, toDate }: Filters) {
  const until = toDate ?? lastDate
  const opened = fromDate === undefined ? undefined : addDays(dayIn(fromDate), -1)
  const within = bookEntries(books).filter(({ day }) => isBetween(day, { fromDate, toDate }))
  const parts: readonly Part[] = [
    ...(opened === undefined ? [] : balancesOn(books, 'opening', opened < until ? opened : until)),
    ...balancesOn(books, 'closing', until),
    ...within.map((entry): Part => {
      const figure = figureOf(entry)
      const amount = figure === 'received' ? -entry.owed : entry.owed
      return { studentClass: found(entry.voucher ?? undefined, 'voucher').student_class, figure, amount }
    }),
  ].filter(({ amount }) => amount !== 0)
  const drafts = notPostedByClass(books, { toDate })
  const rows = [...new Set(parts.map(({ studentClass }) => studentClass))].map(
    (studentClass): ByRule<typeof rollForwardList> => {
      const figure = (name: Figure) =>
        parts
          .filter((part) => part.studentClass === studentClass && part.figure === name)
          .reduce((all, { amount }) => all + amount, 0)
      return {
        studentClass,
        opening: figure('opening'),
        broughtIn: figure('broughtIn'),
        charged: figure('charged'),
        adjusted: figure('adjusted'),
        received: figure('received'),
        closing: figure('closing'),
        notPosted: drafts.get(studentClass) ?? 0,
      }
    },
  )
  return byClass(rows)
}

const ranks = [
  ['replaced', 'voided'],
  ['billed'],
  ['re-priced', 'fees changed'],
  ['opening', 'receipt', 'reversal'],
  ['adjusted', 'moved'],
]

/** Returns the sort keys of an entry: time, then rank (ends, billed, re-priced, money, adjustments), then numbers. */
const placeOf = ({ at, kind, number, rollNo, voucher }: BookEntry): readonly number[] => [
  at.getTime(),
  ranks.findIndex((kinds) => kinds.includes(kind)),
  number ?? Infinity,
  rollNo,
  voucher?.chain_no ?? Infinity,
]

const inOrderOfEntry = (one: BookEntry, other: BookEntry): number => {
  const places = placeOf(other)
  const [index, value] = [...placeOf(one).entries()].find(([at, each]) => each !== places[at]) ?? [0, 0]
  return value < (places[index] ?? 0) ? -1 : 1
}

/** Lists everything that was entered on some days. */
export function dayBookByRule(books: BookRows, filters: Filters) {
  const drafts = new Set(draftsIn(books))
  return [...bookEntries(books), ...feeEntries(books)]
    .filter(({ at, kind }) => isBetween(dateAt(at), filters) && isOf(filters['entries'], kind))
    .toSorted(inOrderOfEntry)
    .map((entry): ByRule<typeof dayBookList> => {
      const { at, day, who, rollNo, voucher, owed, ...others } = entry
      const student = studentOf(books, rollNo)
      const isDraft = voucher !== null && drafts.has(voucher)
      return {
        ...others,
        enteredAt: at,
        date: day,
        who,
        whoName: staffName(books, who),
        rollNo,
        studentName: student.student_name,
        studentClass: (voucher ?? student).student_class,
        section: (voucher ?? student).section,
        voucherNo: voucher?.voucher_no ?? null,
        debit: Math.max(owed, 0),
        credit: Math.max(-owed, 0),
        notPosted: isDraft && (entry.kind === 'billed' || entry.kind === 're-priced') ? owed : 0,
      }
    })
    .filter(({ studentClass }) => isOf(filters['studentClass'], String(studentClass)))
}
