import { nothing, sum, type Money } from '#domain/money.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import { notKnown } from '#domain/student.ts'
import { breakdown, fieldColumn, type Breakdown, type Column, type Facet } from './report.ts'

interface InClass {
  readonly rollNo: number
  readonly studentName: string
  readonly fatherName: string
  readonly studentClass: SchoolClass
  readonly section: Section
  /** Empty for the role `read`. */
  readonly fatherHomePhone: string
}

export const studentColumns = {
  rollNo: fieldColumn('number', 'rollNo', 'Roll No.', { width: 56, fileWidth: 9 }),
  studentName: {
    key: 'studentName',
    heading: 'Student Name',
    kind: 'student',
    value: (student: Pick<InClass, 'rollNo' | 'studentName'>) => student,
    width: 140,
    fileWidth: 28,
    wraps: true,
  },
  fatherName: fieldColumn('name', 'fatherName', 'Father Name', { width: 140, fileWidth: 28, wraps: true }),
  studentClass: fieldColumn('class', 'studentClass', 'Class', { width: 84, fileWidth: 12 }),
  fatherHomePhone: fieldColumn('code', 'fatherHomePhone', 'Father Phone Number', {
    blank: notKnown,
    width: 130,
    fileWidth: 18,
  }),
  section: fieldColumn('section', 'section', 'Section', { width: 64, fileWidth: 9 }),
} as const satisfies { readonly [Key in keyof InClass]: Column<InClass> }

export const monthsOwedColumn = fieldColumn('count', 'monthsOwed', 'Months', { width: 50, fileWidth: 8 })

/** The earliest due date of a debt; null if nothing is owed. */
export const dueSinceColumn = fieldColumn('due', 'dueSince', 'Due since', { width: 84, fileWidth: 13 })

export const voucherNoColumn = fieldColumn('code', 'voucherNo', 'Voucher #', { width: 130, fileWidth: 20 })

export interface Person {
  readonly who: string
  readonly whoName: string
}

/** Returns the people of some rows by name; the user id is added if two people have the same name. */
export function peopleIn(people: readonly Person[]) {
  const names = new Map(people.map(({ who, whoName }) => [who, whoName]))
  const isShared = (name: string): boolean => [...names.values()].filter((other) => other === name).length > 1
  return [...names]
    .map(([value, name]) => ({ value, label: isShared(name) ? `${name} (${value})` : name }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
}

export const personFacet: Facet<Person> = {
  label: 'By',
  all: 'By anyone',
  valuesOf: ({ who }) => [who],
  options: peopleIn,
}

type Amounts = Readonly<Record<string, Money>>

interface Line extends Person {
  readonly count: number
  readonly amounts: Amounts
}

const addAmounts = (one: Amounts, other: Amounts): Amounts =>
  Object.fromEntries(Object.entries(other).map(([key, amount]) => [key, sum(one[key] ?? nothing, amount)]))

const amountsOf = <Row>(rows: readonly Row[], amountsIn: (row: Row) => Amounts): Amounts => {
  let amounts: Amounts = {}
  for (const row of rows) amounts = addAmounts(amounts, amountsIn(row))
  return amounts
}

/** Makes a breakdown with the number of rows of each person and the sums of the amounts in `headings`. */
export function byPerson<Row extends Person>(
  rowsHeading: string,
  headings: Readonly<Record<string, string>>,
  amountsIn: (row: Row) => Amounts,
): Breakdown<Row> {
  const amountColumns = Object.entries(headings).map(([key, heading]): Column<Line> => ({
    key,
    heading,
    kind: 'amount',
    value: ({ amounts }) => amounts[key] ?? nothing,
    width: 110,
    fileWidth: 15,
  }))
  return breakdown<Row, Line>({
    title: 'By person',
    columns: [
      { key: 'who', heading: 'By', kind: 'name', value: ({ whoName }) => whoName, width: 180, fileWidth: 28 },
      fieldColumn('count', 'count', rowsHeading, { width: 84, fileWidth: 12 }),
      ...amountColumns,
    ],
    lines: (rows) => {
      return peopleIn(rows).map(({ value, label }) => {
        const entries = rows.filter(({ who }) => who === value)
        return { who: value, whoName: label, count: entries.length, amounts: amountsOf(entries, amountsIn) }
      })
    },
    foot: (rows) => ({ who: 'All', count: rows.length, ...amountsOf(rows, amountsIn) }),
  })
}
