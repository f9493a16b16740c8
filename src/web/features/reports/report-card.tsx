import type { ReactNode } from 'react'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Column } from '#reports/report.ts'
import { drawn } from '#web/kit/drawn-columns.tsx'
import type { Column as DrawnColumn, FootRow } from '#web/ui/table-columns.ts'
import type { Row } from './use-report.ts'

/** Columns that a card shows with their heading below the student, if the report has them. */
const cardDetails = [
  'voucherNo',
  'arrears',
  'received',
  'receivedDate',
  'method',
  'receivedBy',
  'fatherHomePhone',
]

/** Columns that a card shows instead in a report without amounts. */
const cardDates = ['admissionDate', 'removalDate']

const isAmount = ({ kind }: Column<never>): boolean => kind === 'amount' || kind === 'balance'

/**
 * A row as a card, for a window too narrow for columns: student, class, the last amount if any, and a few details.
 * Rows without a student have the title that their report names; null if it names none.
 */
export function cardColumn(columns: readonly Column<Row>[], today: CalendarDate): DrawnColumn<Row> | null {
  const title = titleOf(columns)
  const amount = columns.findLast(isAmount)
  if (!title) return null
  const name = drawn(title)
  const figures = figuresOf(columns).map((column) => ({ column, ...drawn(column) }))
  const details = columns
    .filter(
      ({ key, card }) =>
        card === 'detail' || ((amount ? cardDetails : cardDates).includes(key) && key !== amount?.key),
    )
    .map((column) => ({ column, ...drawn(column, { today }) }))
  const marked = columns.map((column) => drawn(column, { today })).find(({ mark }) => mark)
  return {
    key: 'card',
    heading: amount ? `${title.heading}, ${amount.heading}` : title.heading,
    width: 280,
    cell: (row) => (
      <div className="report-card" data-mark={marked?.mark?.(row)} data-tall={isTall(title) || undefined}>
        <span>
          {name.cell(row)} {classWords(row)}
        </span>
        <CardFigure
          figure={figures.find(({ column }) => column.value(row) !== 0) ?? figures.at(-1)}
          row={row}
        />
        <small>
          {details.map(({ column, cell, after }) => (
            <CardDetail
              key={column.key}
              heading={isAmount(column) || !(amount || isTall(title)) ? column.heading : ''}
              value={cell(row)}
              after={after?.(row)}
            />
          ))}
        </small>
      </div>
    ),
    sortBy: name.sortBy,
  }
}

/** The first column of a card: the student, else the title that the report names. */
const titleOf = (columns: readonly Column<Row>[]): Column<Row> | undefined =>
  columns.find(({ kind }) => kind === 'student') ?? columns.find(({ card }) => card === 'title')

/** True for rows without a student: their details have two lines, because they contain more than the title. */
const isTall = ({ kind }: Column<Row>): boolean => kind !== 'student'

/** The amounts that the report names for a card, else its last amount. The card shows the first that is not 0. */
function figuresOf(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const named = columns.filter(({ card }) => card === 'figure')
  const last = columns.findLast(isAmount)
  return named.length > 0 || !last ? named : [last]
}

interface CardFigureProps {
  readonly figure: DrawnColumn<Row> | undefined
  readonly row: Row
}

const CardFigure = ({ figure, row }: CardFigureProps) =>
  figure && (
    <b className="figures">
      {figure.cell(row)}
      {figure.after?.(row)}
    </b>
  )

interface CardDetailProps {
  /** The heading before a value that needs one; '' for none. */
  readonly heading: string
  readonly value: ReactNode
  readonly after: string | undefined
}

/** Empty for an empty or zero value, because a card has little room. */
const CardDetail = ({ heading, value, after }: CardDetailProps) =>
  value !== '' &&
  value !== '0' && (
    <span>
      {heading !== '' && `${heading} `}
      {value}
      {after}
    </span>
  )

const classWords = ({ studentClass, section }: Row): string =>
  typeof studentClass === 'string' && typeof section === 'string' ? `· ${studentClass} ${section}` : ''

/** A totals row as the one cell of a list of cards. */
export function cardFoot(columns: readonly Column<Row>[], { key, cells }: FootRow): FootRow {
  const words = columns.filter((column) => !isAmount(column)).flatMap((column) => cells[column.key] ?? [])
  const sums = figuresOf(columns).flatMap((column) => {
    const sum = cells[column.key]
    return sum === undefined ? [] : [`${column.heading} ${sum}`]
  })
  return { key, cells: { card: [...words, ...sums].join(' · ') } }
}

/** The height of the cards, in px. */
export function cardHeight(columns: readonly Column<Row>[]): number {
  const title = titleOf(columns)
  return title && isTall(title) ? 72 : 56
}
