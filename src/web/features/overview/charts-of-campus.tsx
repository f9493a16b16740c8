import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { ages } from '#domain/ageing.ts'
import {
  firstOfMonth,
  formatDate,
  formatMonth,
  lastOfMonth,
  monthName,
  monthText,
  type CalendarDate,
  type Month,
} from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { formatRupees, nothing, sum } from '#domain/money.ts'
import { receivedAddress } from '#web/kit/list-addresses.ts'
import { studentPath } from '#web/kit/student-link.tsx'
import type { CampusFigures } from '#web/kit/use-overview.ts'
import { BarRows, ChartCard, ColumnChart, Legend, StackedBar, type PartKind } from '#web/ui/charts.tsx'

export interface ChartProps {
  readonly figures: CampusFigures
}

const receivedOnAddress = (day: CalendarDate) => `/fee-received?from=${day}&to=${day}&kind=all`

const recordAddress = (month: Month) => `/fee-record?class=all&month=${monthText(month)}&kind=all`

export function ReceivedByDay({ figures: { byDay, month } }: ChartProps) {
  const total = sum(nothing, ...byDay.map((day) => day.total))
  return (
    <ChartCard
      title={`Received by day, ${formatMonth(month)}`}
      summary={`Rs ${formatRupees(total)} on ${count(byDay.length, 'day')}`}
      heads={['Day', 'Received']}
      rows={byDay.map(({ date, total: received }) => ({
        key: date,
        to: receivedOnAddress(date),
        cells: [formatDate(date), formatRupees(received)],
      }))}
    >
      {byDay.length === 0 ? (
        'No receipts.'
      ) : (
        <ColumnChart
          label="Received by day"
          bars={byDay.map(({ date, total: received }) => ({
            key: date,
            label: `${formatDate(date)}: Rs ${formatRupees(received)}`,
            word: String(Number(date.slice(8))),
            to: receivedOnAddress(date),
            parts: [{ kind: 'received', value: received }],
          }))}
        />
      )}
    </ChartCard>
  )
}

type MonthFigures = CampusFigures['months'][number]

interface PartOfMonth {
  readonly kind: PartKind
  readonly word: string
  readonly valueOf: (month: MonthFigures) => number
  readonly wordsOf: (month: MonthFigures) => string
}

interface MonthsChartProps extends ChartProps {
  readonly title: string
  readonly before?: string
  readonly parts: readonly [PartOfMonth, PartOfMonth]
  readonly addressOf: (month: Month) => string
  readonly stacked?: true
}

/** Two values of each month that has any. */
function MonthsChart({ figures, title, before, parts, addressOf, stacked }: MonthsChartProps) {
  const shown = figures.months.filter((month) => parts.some(({ valueOf }) => valueOf(month) !== 0))
  return (
    <ChartCard
      title={title}
      summary={
        <>
          {before}
          {parts.map(({ kind, word }) => (
            <Legend key={kind} kind={kind}>
              {word}
            </Legend>
          ))}
        </>
      }
      heads={['Month', ...parts.map(({ word }) => word)]}
      rows={shown.map((month) => ({
        key: formatMonth(month),
        to: addressOf(month),
        cells: [formatMonth(month), ...parts.map(({ wordsOf }) => wordsOf(month))],
      }))}
    >
      <ColumnChart
        label={title}
        {...(stacked && { stacked, format: String })}
        bars={shown.map((month) => ({
          key: formatMonth(month),
          label: `${formatMonth(month)}: ${parts.map(({ word, wordsOf }) => `${word} ${wordsOf(month)}`).join(', ')}`,
          word: monthName(month.month).slice(0, shown.length > 6 ? 3 : undefined),
          to: addressOf(month),
          parts: parts.map(({ kind, valueOf }) => ({ kind, value: valueOf(month) })),
        }))}
      />
    </ChartCard>
  )
}

/** The amounts billed for the months, and received on their days. */
export const ChargedAndReceived = ({ figures }: ChartProps) => (
  <MonthsChart
    figures={figures}
    title="Charged and received by month"
    parts={[
      {
        kind: 'charged',
        word: 'charged',
        valueOf: ({ billed }) => billed,
        wordsOf: ({ billed }) => formatRupees(billed),
      },
      {
        kind: 'received',
        word: 'received',
        valueOf: ({ received }) => received,
        wordsOf: ({ received }) => formatRupees(received),
      },
    ]}
    addressOf={recordAddress}
  />
)

/** The students admitted and left. */
export const AdmittedAndLeft = ({ figures }: ChartProps) => (
  <MonthsChart
    stacked
    figures={figures}
    title="Students at school"
    before={`${figures.students.active} now · `}
    parts={[
      {
        kind: 'received',
        word: 'admitted',
        valueOf: ({ admitted }) => admitted,
        wordsOf: ({ admitted }) => String(admitted),
      },
      { kind: 'late', word: 'left', valueOf: ({ left }) => left, wordsOf: ({ left }) => String(left) },
    ]}
    addressOf={(month) => `/admission-reports?from=${firstOfMonth(month)}&to=${lastOfMonth(month)}&kind=all`}
  />
)

const periods = [
  { value: 'today', label: 'Today' },
  { value: 'month', label: 'This month' },
  { value: 'year', label: 'School year' },
] as const

type PeriodKey = (typeof periods)[number]['value']

/** The amounts by receiver: today, this month or in the school year. */
export function ReceivedByPerson({ figures: { byReceiver } }: ChartProps) {
  const [period, setPeriod] = useState<PeriodKey>('month')
  const people = byReceiver.filter((person) => person[period] !== 0)
  const to = receivedAddress(period)
  return (
    <ChartCard
      title="Received by"
      summary={
        <SegmentedControl
          size="xs"
          aria-label="Period"
          data={[...periods]}
          value={period}
          onChange={(value) => setPeriod(value)}
        />
      }
    >
      <BarRows
        label="Received by"
        bars={people.map((person) => ({
          key: person.receivedBy,
          label: person.name,
          to,
          parts: [{ kind: 'received', value: person[period] }],
          words: formatRupees(person[period]),
        }))}
      />
      {people.length === 0 && 'No receipts.'}
    </ChartCard>
  )
}

const kinds = {
  notDue: 'charged',
  upTo30: 'outstanding',
  upTo60: 'older',
  upTo90: 'late',
  over90: 'late',
} as const

/** The overdue amounts by the days since they were due. */
export function AgeOfOverdue({ figures: { dues } }: ChartProps) {
  const lines = ages.flatMap(({ key, label }) => {
    const amount = dues.ages.find(({ age }) => age === key)?.amount ?? nothing
    return amount === 0 ? [] : [{ key, label, amount }]
  })
  const { amount, students } = dues.overdue
  return (
    <ChartCard
      title="How old the overdue is"
      summary={
        amount === 0 ? 'Nothing is overdue' : `Rs ${formatRupees(amount)} · ${count(students, 'student')}`
      }
    >
      <StackedBar parts={lines.map((line) => ({ kind: kinds[line.key], value: line.amount }))} />
      <BarRows
        label="Overdue by age"
        bars={lines.map((line) => ({
          ...line,
          to: '/ageing?kind=all',
          parts: [],
          words: formatRupees(line.amount),
        }))}
      />
    </ChartCard>
  )
}

export const LargestDues = ({ figures: { dues } }: ChartProps) => (
  <ChartCard
    title="Largest dues"
    summary={dues.top.length === 0 ? 'No dues' : `the first ${dues.top.length}`}
  >
    <BarRows
      label="Largest dues"
      bars={dues.top.map(({ rollNo, studentName, studentClass, section, amount }) => ({
        key: String(rollNo),
        label: `${studentName}, ${studentClass} ${section}`,
        to: studentPath(rollNo),
        parts: [{ kind: 'outstanding', value: amount }],
        words: formatRupees(amount),
      }))}
    />
  </ChartCard>
)
