import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import {
  addDays,
  firstOfMonth,
  formatDate,
  formatMonth,
  lastOfMonth,
  monthName,
  type CalendarDate,
  type Month,
} from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { formatRupees, less, nothing, sum, type Money } from '#domain/money.ts'
import { AgeOfDues } from '#web/kit/age-of-dues.tsx'
import { duesAddress, receivedAddress } from '#web/kit/list-addresses.ts'
import { studentPath } from '#web/kit/student-link.tsx'
import type { CampusFigures } from '#web/kit/use-overview.ts'
import { BarRows, ChartCard, ColumnChart, Legend } from '#web/ui/charts.tsx'
import { percent } from './figure-strip.tsx'

export interface ChartProps {
  readonly figures: CampusFigures
}

const receivedOnAddress = (day: CalendarDate) => `/fee-received?from=${day}&to=${day}&kind=all`

export function ReceivedByDay({ figures: { byDay, month } }: ChartProps) {
  const [first, last] = [firstOfMonth(month), lastOfMonth(month)]
  const days = Array.from({ length: Number(last.slice(8)) }, (_, index) => addDays(first, index))
  const totalOn = (day: CalendarDate): Money => byDay.find(({ date }) => date === day)?.total ?? nothing
  const total = sum(...byDay.map((day) => day.total))
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
      <ColumnChart
        bars={days.map((day) => ({
          key: day,
          label: `${formatDate(day)}: Rs ${formatRupees(totalOn(day))}`,
          to: receivedOnAddress(day),
          parts: [{ kind: 'received', value: totalOn(day) }],
        }))}
        labelled={(_, index) => (index % 7 === 0 ? String(index + 1) : '')}
      />
    </ChartCard>
  )
}

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
      heads={['Received by', ...periods.map(({ label }) => label)]}
      rows={byReceiver.map(({ receivedBy, name, ...sums }) => ({
        key: receivedBy,
        to,
        cells: [name, ...periods.map(({ value }) => formatRupees(sums[value]))],
      }))}
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

const classListAddress = (studentClass: string, month: Month): string =>
  `/fee-record?class=${encodeURIComponent(studentClass)}&from=${firstOfMonth(month)}&kind=all`

/** The received part of the month's vouchers, by class. */
export function MonthByClass({ figures: { byClass, month } }: ChartProps) {
  return (
    <ChartCard
      title={`${monthName(month.month)} by class`}
      summary={
        <>
          <Legend kind="received">received</Legend> <Legend kind="outstanding">not received yet</Legend>
        </>
      }
      heads={['Class', 'Vouchers', 'Receivable', 'Received', 'Owed now']}
      rows={byClass.map(({ studentClass, vouchers, charged, received, dues }) => ({
        key: studentClass,
        to: classListAddress(studentClass, month),
        cells: [studentClass, vouchers, formatRupees(charged), formatRupees(received), formatRupees(dues)],
      }))}
    >
      <BarRows
        label="By class"
        bars={byClass.map(({ studentClass, charged, received, dues }) => ({
          key: studentClass,
          label: studentClass,
          to: classListAddress(studentClass, month),
          parts: [
            { kind: 'received', value: received },
            { kind: 'outstanding', value: Math.max(less(charged, received), 0) },
          ],
          words: `${percent(received, charged)} · ${formatRupees(dues)} owed`,
        }))}
      />
    </ChartCard>
  )
}

export const DuesByAge = ({ figures: { dues } }: ChartProps) => (
  <AgeOfDues debts={dues.ageing} to={duesAddress()} />
)

export const LargestDues = ({ figures: { dues } }: ChartProps) => (
  <ChartCard
    title="Largest dues"
    summary={dues.top.length === 0 ? 'No dues' : `the first ${dues.top.length}`}
    heads={['Student', 'Months owed', 'Owed']}
    rows={dues.top.map(({ rollNo, studentName, studentClass, section, months, amount }) => ({
      key: String(rollNo),
      to: studentPath(rollNo),
      cells: [`${studentName}, ${studentClass} ${section}`, months, formatRupees(amount)],
    }))}
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
