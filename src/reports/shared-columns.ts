import type { CalendarDate } from '#domain/calendar.ts'
import { nothing, sum, type Money } from '#domain/money.ts'
import type { SchoolClass, Section } from '#domain/school.ts'
import { notKnown } from '#domain/student.ts'
import { breakdown, type Breakdown, type Column, type Facet } from './report.ts'

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
  rollNo: {
    key: 'rollNo',
    heading: 'Roll No.',
    kind: 'number',
    value: ({ rollNo }: Pick<InClass, 'rollNo'>) => rollNo,
    width: 56,
    fileWidth: 9,
  },
  studentName: {
    key: 'studentName',
    heading: 'Student Name',
    kind: 'student',
    value: (student: Pick<InClass, 'rollNo' | 'studentName'>) => student,
    width: 140,
    fileWidth: 28,
    wraps: true,
  },
  fatherName: {
    key: 'fatherName',
    heading: 'Father Name',
    kind: 'name',
    value: ({ fatherName }: Pick<InClass, 'fatherName'>) => fatherName,
    width: 140,
    fileWidth: 28,
    wraps: true,
  },
  studentClass: {
    key: 'studentClass',
    heading: 'Class',
    kind: 'class',
    value: ({ studentClass }: Pick<InClass, 'studentClass'>) => studentClass,
    width: 84,
    fileWidth: 12,
  },
  fatherHomePhone: {
    key: 'fatherHomePhone',
    heading: 'Father Phone Number',
    kind: 'code',
    value: ({ fatherHomePhone }: Pick<InClass, 'fatherHomePhone'>) => fatherHomePhone,
    blank: notKnown,
    width: 130,
    fileWidth: 18,
  },
  section: {
    key: 'section',
    heading: 'Section',
    kind: 'section',
    value: ({ section }: Pick<InClass, 'section'>) => section,
    width: 64,
    fileWidth: 9,
  },
} as const satisfies { readonly [Key in keyof InClass]: Column<InClass> }

export const monthsOwedColumn = {
  key: 'monthsOwed',
  heading: 'Months',
  kind: 'count',
  value: ({ monthsOwed }: { readonly monthsOwed: number }) => monthsOwed,
  width: 50,
  fileWidth: 8,
} as const satisfies Column<{ readonly monthsOwed: number }>

/** The earliest due date of a debt; null if nothing is owed. */
export const dueSinceColumn = {
  key: 'dueSince',
  heading: 'Due since',
  kind: 'due',
  value: ({ dueSince }: { readonly dueSince: CalendarDate | null }) => dueSince,
  width: 84,
  fileWidth: 13,
} as const satisfies Column<{ readonly dueSince: CalendarDate | null }>

export const voucherNoColumn = {
  key: 'voucherNo',
  heading: 'Voucher #',
  kind: 'code',
  value: ({ voucherNo }: { readonly voucherNo: string }) => voucherNo,
  width: 130,
  fileWidth: 20,
} as const satisfies Column<{ readonly voucherNo: string }>

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
      {
        key: 'count',
        heading: rowsHeading,
        kind: 'count',
        value: (line) => line.count,
        width: 84,
        fileWidth: 12,
      },
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
