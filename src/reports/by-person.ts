import { nothing, sum, type Money } from '#domain/money.ts'
import { breakdown, type Breakdown, type Column, type Facet } from './report.ts'

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
