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
  type Month,
} from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { formatRupees, nothing, sum } from '#domain/money.ts'
import { receivedAddress } from '#web/kit/list-addresses.ts'
import { studentPath } from '#web/kit/student-link.tsx'
import { AgesCard, BarRows, ChartCard, ColumnsCard, Legend, type PartKind } from '#web/kit/table/charts.tsx'
import type { CampusFigures } from '#web/kit/use-overview.ts'

export type ChartProps = { readonly figures: CampusFigures }

export const ReceivedByDay = ({ figures: { byDay, month } }: ChartProps) => (
  <ColumnsCard
    title={`Received by day, ${formatMonth(month)}`}
    label="Received by day"
    summary={`Rs ${formatRupees(sum(nothing, ...byDay.map(({ total }) => total)))} on ${count(byDay.length, 'day')}`}
    heads={['Day', 'Received']}
    empty="No receipts."
    bars={byDay.map(({ date, total }) => ({
      key: date,
      label: `${formatDate(date)}: Rs ${formatRupees(total)}`,
      word: String(Number(date.slice(8))),
      to: `/fee-received?from=${date}&to=${date}&kind=all`,
      parts: [{ kind: 'received', value: total }],
      cells: [formatDate(date), formatRupees(total)],
    }))}
  />
)

interface PartOfMonth {
  readonly kind: PartKind
  readonly word: string
  readonly of: 'billed' | 'received' | 'admitted' | 'left'
}

const wordsOf = (month: CampusFigures['months'][number], { of }: PartOfMonth): string =>
  of === 'billed' || of === 'received' ? formatRupees(month[of]) : String(month[of])

interface MonthsChartProps extends ChartProps {
  readonly title: string
  readonly before?: string
  readonly parts: readonly [PartOfMonth, PartOfMonth]
  readonly addressOf: (month: Month) => string
  readonly stacked?: true
}

/** Two values of each month that has any. */
function MonthsChart({ figures, title, before, parts, addressOf, stacked }: MonthsChartProps) {
  const shown = figures.months.filter((month) => parts.some(({ of }) => month[of] !== 0))
  return (
    <ColumnsCard
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
      {...(stacked && { stacked, format: String })}
      bars={shown.map((month) => ({
        key: formatMonth(month),
        label: `${formatMonth(month)}: ${parts.map((part) => `${part.word} ${wordsOf(month, part)}`).join(', ')}`,
        word: monthName(month.month).slice(0, shown.length > 6 ? 3 : undefined),
        to: addressOf(month),
        parts: parts.map(({ kind, of }) => ({ kind, value: month[of] })),
        cells: [formatMonth(month), ...parts.map((part) => wordsOf(month, part))],
      }))}
    />
  )
}

/** The amounts billed for the months, and received on their days. */
export const ChargedAndReceived = ({ figures }: ChartProps) => (
  <MonthsChart
    figures={figures}
    title="Charged and received by month"
    parts={[
      { kind: 'charged', word: 'charged', of: 'billed' },
      { kind: 'received', word: 'received', of: 'received' },
    ]}
    addressOf={(month) => `/fee-record?class=all&month=${monthText(month)}&kind=all`}
  />
)

export const AdmittedAndLeft = ({ figures }: ChartProps) => (
  <MonthsChart
    stacked
    figures={figures}
    title="Students at school"
    before={`${figures.students.active} now · `}
    parts={[
      { kind: 'received', word: 'admitted', of: 'admitted' },
      { kind: 'late', word: 'left', of: 'left' },
    ]}
    addressOf={(month) => `/admission-reports?from=${firstOfMonth(month)}&to=${lastOfMonth(month)}&kind=all`}
  />
)

const periods = [
  { value: 'today', label: 'Today' },
  { value: 'month', label: 'This month' },
  { value: 'year', label: 'School year' },
] as const

/** The amounts by receiver: today, this month or in the school year. */
export function ReceivedByPerson({ figures: { byReceiver } }: ChartProps) {
  const [period, setPeriod] = useState<(typeof periods)[number]['value']>('month')
  const people = byReceiver.filter((person) => person[period] !== 0)
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
        kind="received"
        lines={people.map((person) => ({
          key: person.receivedBy,
          label: person.name,
          to: receivedAddress(period),
          amount: person[period],
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

export function AgeOfOverdue({ figures: { dues } }: ChartProps) {
  const { amount: all, students } = dues.overdue
  return (
    <AgesCard
      title="How old the overdue is"
      summary={all === 0 ? 'Nothing is overdue' : `Rs ${formatRupees(all)} · ${count(students, 'student')}`}
      label="Overdue by age"
      lines={ages.flatMap(({ key, label }) => {
        const amount = dues.ages.find(({ age }) => age === key)?.amount ?? nothing
        return amount === 0 ? [] : [{ key, label, to: '/ageing?kind=all', kind: kinds[key], amount }]
      })}
    />
  )
}

export const LargestDues = ({ figures: { dues } }: ChartProps) => (
  <ChartCard
    title="Largest dues"
    summary={dues.top.length === 0 ? 'No dues' : `the first ${dues.top.length}`}
  >
    <BarRows
      label="Largest dues"
      kind="outstanding"
      lines={dues.top.map(({ rollNo, studentName, studentClass, section, amount }) => ({
        key: String(rollNo),
        label: `${studentName}, ${studentClass} ${section}`,
        to: studentPath(rollNo),
        amount,
      }))}
    />
  </ChartCard>
)
