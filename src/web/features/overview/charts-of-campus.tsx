import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
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
import { collectedShare, sumCollected, type Collected } from '#domain/collected.ts'
import { count } from '#domain/count.ts'
import { formatRupees, less, nothing, sum, type Money } from '#domain/money.ts'
import { receivedAddress } from '#web/kit/list-addresses.ts'
import { studentPath } from '#web/kit/student-link.tsx'
import type { CampusFigures } from '#web/kit/use-overview.ts'
import { BarRows, ChartCard, ColumnChart, Legend, StackedBar } from '#web/ui/charts.tsx'
import { Table } from '#web/ui/table.tsx'

export interface ChartProps {
  readonly figures: CampusFigures
}

const receivedOnAddress = (day: CalendarDate) => `/fee-received?from=${day}&to=${day}&kind=all`

const recordAddress = (month: Month, studentClass = 'all') =>
  `/fee-record?class=${encodeURIComponent(studentClass)}&month=${monthText(month)}&kind=all`

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

/** The months with vouchers or receipts: billed for them, and received on their days. */
export function ChargedAndReceived({ figures: { months } }: ChartProps) {
  const shown = months.filter(({ billed, received }) => billed !== 0 || received !== 0)
  return (
    <ChartCard
      title="Charged and received by month"
      summary={
        <>
          <Legend kind="charged">charged</Legend> <Legend kind="received">received</Legend>
        </>
      }
      heads={['Month', 'Charged', 'Received']}
      rows={shown.map((month) => ({
        key: formatMonth(month),
        to: recordAddress(month),
        cells: [formatMonth(month), formatRupees(month.billed), formatRupees(month.received)],
      }))}
    >
      <ColumnChart
        label="Charged and received by month"
        bars={shown.map((month) => ({
          key: formatMonth(month),
          label: `${formatMonth(month)}: charged ${formatRupees(month.billed)}, received ${formatRupees(month.received)}`,
          word: monthName(month.month).slice(0, shown.length > 6 ? 3 : undefined),
          to: recordAddress(month),
          parts: [
            { kind: 'charged', value: month.billed },
            { kind: 'received', value: month.received },
          ],
        }))}
      />
    </ChartCard>
  )
}

const movementsAddress = (month: Month) =>
  `/admission-reports?from=${firstOfMonth(month)}&to=${lastOfMonth(month)}&kind=all`

/** The students admitted and left, in the months with any. */
export function AdmittedAndLeft({ figures: { months, students } }: ChartProps) {
  const shown = months.filter(({ admitted, left }) => admitted + left > 0)
  return (
    <ChartCard
      title="Students at school"
      summary={
        <>
          {students.active} now · <Legend kind="received">admitted</Legend> <Legend kind="late">left</Legend>
        </>
      }
      heads={['Month', 'Admitted', 'Left']}
      rows={shown.map((month) => ({
        key: formatMonth(month),
        to: movementsAddress(month),
        cells: [formatMonth(month), month.admitted, month.left],
      }))}
    >
      <ColumnChart
        stacked
        label="Admitted and left by month"
        bars={shown.map((month) => ({
          key: formatMonth(month),
          label: `${formatMonth(month)}: ${month.admitted} admitted, ${month.left} left`,
          word: monthName(month.month).slice(0, shown.length > 6 ? 3 : undefined),
          to: movementsAddress(month),
          parts: [
            { kind: 'received', value: month.admitted },
            { kind: 'late', value: month.left },
          ],
        }))}
        format={String}
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

type ClassFigures = Collected & { readonly overdue: Money }

const ClassCells = ({ billed, received, overdue }: ClassFigures) => (
  <>
    <Table.Td className="class-bar">
      <StackedBar
        parts={[
          { kind: 'received', value: received },
          { kind: 'charged', value: less(billed, received) },
        ]}
      />
    </Table.Td>
    <Table.Td fw={600}>{collectedShare({ billed, received })}</Table.Td>
    <Table.Td>{formatRupees(received)}</Table.Td>
    <Table.Td c="dimmed">{formatRupees(billed)}</Table.Td>
    <Table.Td c={overdue > 0 ? 'var(--portal-overdue)' : 'dimmed'}>{formatRupees(overdue)}</Table.Td>
  </>
)

/** The collected part of the month by class; the total row has the figures of the cards. */
export const MonthByClass = ({ figures: { byClass, month } }: ChartProps) => (
  <ChartCard title={`${monthName(month.month)} by class`} summary="overdue is all months">
    <div className="wide-frame">
      <Table
        className="class-table figures"
        verticalSpacing={4}
        horizontalSpacing={7}
        aria-label={`${monthName(month.month)} by class`}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Class</Table.Th>
            <Table.Td className="class-bar" />
            {['Collected', 'Received', 'Billed', 'Overdue'].map((head) => (
              <Table.Th key={head} scope="col">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {byClass.map(({ studentClass, ...figures }) => (
            <Table.Tr key={studentClass}>
              <Table.Th scope="row" fw={400}>
                <Link to={recordAddress(month, studentClass)}>{studentClass}</Link>
              </Table.Th>
              <ClassCells {...figures} />
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr fw={600}>
            <Table.Th scope="row">All</Table.Th>
            <ClassCells
              {...sumCollected(byClass)}
              overdue={sum(nothing, ...byClass.map(({ overdue }) => overdue))}
            />
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </div>
  </ChartCard>
)

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
