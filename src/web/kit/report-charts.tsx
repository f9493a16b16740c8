// The rows of a report as a chart: what is in the list, after facet and search, added up in paisa.

import type { ReceiptWithClass } from '#contract/receipt.ts'
import {
  addDays,
  addMonths,
  compareMonths,
  daysInPeriod,
  firstOfMonth,
  formatDate,
  formatMonth,
  lastOfMonth,
  monthOf,
  type CalendarDate,
  type Month,
} from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { formatRupees, nothing, sum, type Money } from '#domain/money.ts'
import { receivedBy, type ReceiptLine } from '#domain/received.ts'
import { classes } from '#domain/school.ts'
import { netBalance } from '#domain/voucher-amounts.ts'
import type { VoucherRow } from '#reports/voucher-list.ts'
import { BarRows, ChartCard, ColumnChart, Legend, StackedBar } from '#web/ui/charts.tsx'
import { useLocation } from 'react-router'

interface ChartProps<Row> {
  readonly rows: readonly Row[]
}

/** The address of the list with some of its fields changed: a bar narrows the list and keeps what else is set. */
function useNarrowed(): (changed: Readonly<Record<string, string>>) => string {
  const { pathname, search } = useLocation()
  return (changed) => {
    const address = new URLSearchParams(search)
    address.delete('preset')
    for (const [name, value] of Object.entries(changed)) address.set(name, value)
    return `${pathname}?${address.toString()}`
  }
}

interface Span {
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly words: string
  /** Below its column. */
  readonly short: string
  readonly total: Money
}

/** More days than this are added up by month. */
const mostDays = 62

/** What was received on each day from the first to the last, or in each month of a longer time. */
function spansOf(receipts: readonly ReceiptLine[]): readonly Span[] {
  const days = receivedBy(receipts, ({ receivedDate }) => receivedDate)
  const [first, last] = [days[0]?.of, days.at(-1)?.of]
  if (first === undefined || last === undefined) return []
  const totals = new Map(days.map(({ of, net }) => [of, net]))
  if (daysInPeriod(first, last) <= mostDays) {
    return Array.from({ length: daysInPeriod(first, last) }, (_, place) => {
      const day = addDays(first, place)
      const words = formatDate(day)
      return { from: day, to: day, words, short: words.slice(0, -5), total: totals.get(day) ?? nothing }
    })
  }
  const months: Month[] = []
  for (let month = monthOf(first); compareMonths(month, monthOf(last)) <= 0; month = addMonths(month, 1))
    months.push(month)
  return months.map((month) => {
    const inMonth = days.filter(({ of }) => compareMonths(monthOf(of), month) === 0)
    const total = sum(...inMonth.map(({ net }) => net))
    const words = formatMonth(month)
    return { from: firstOfMonth(month), to: lastOfMonth(month), words, short: words.slice(0, 3), total }
  })
}

/** What was received, reversals taken off, day by day. */
export function ReceivedChart({ rows }: ChartProps<ReceiptWithClass>) {
  const narrowed = useNarrowed()
  const spans = spansOf(rows)
  const isByDay = spans.every(({ from, to }) => from === to)
  const every = Math.ceil(spans.length / 10)
  return (
    <ChartCard
      title={isByDay ? 'Received by day' : 'Received by month'}
      summary={`Rs ${formatRupees(sum(...spans.map(({ total }) => total)))}`}
      heads={[isByDay ? 'Day' : 'Month', 'Received']}
      rows={spans.map(({ from, to, words, total }) => ({
        key: from,
        to: narrowed({ from, to }),
        cells: [words, formatRupees(total)],
      }))}
    >
      <ColumnChart
        bars={spans.map(({ from, to, words, total }) => ({
          key: from,
          label: `${words}: Rs ${formatRupees(total)}`,
          to: narrowed({ from, to }),
          parts: [{ kind: 'received', value: total }],
        }))}
        // The last of many would be wider than its column.
        labelled={(_, place) =>
          place % every === 0 && (every === 1 || place < spans.length - 1) ? (spans[place]?.short ?? '') : ''
        }
      />
    </ChartCard>
  )
}

/** What was received on the vouchers of each class, and what is owed on them: a balance carried on is counted on the later voucher. */
export function ClassesChart({ rows }: ChartProps<VoucherRow>) {
  const narrowed = useNarrowed()
  const byClass = classes.flatMap((studentClass) => {
    const vouchers = rows.filter((row) => row.studentClass === studentClass)
    if (vouchers.length === 0) return []
    const owed = vouchers.filter(({ paid, carriedTo }) => !paid && carriedTo === null)
    return [
      {
        studentClass,
        vouchers: vouchers.length,
        received: sum(...vouchers.map(({ received }) => received)),
        owed: sum(...owed.map(netBalance)),
      },
    ]
  })
  const bars = byClass.map(({ studentClass, received, owed }) => ({
    key: studentClass,
    label: `${studentClass}: Rs ${formatRupees(received)} received, Rs ${formatRupees(owed)} owed`,
    to: narrowed({ class: studentClass }),
    parts: [
      { kind: 'received', value: received },
      { kind: 'outstanding', value: owed },
    ] as const,
  }))
  return (
    <ChartCard
      title="Received and owed by class"
      summary={
        <>
          <Legend kind="received">received</Legend> <Legend kind="outstanding">owed</Legend>
        </>
      }
      heads={['Class', 'Vouchers', 'Received', 'Owed']}
      rows={byClass.map(({ studentClass, vouchers, received, owed }) => ({
        key: studentClass,
        to: narrowed({ class: studentClass }),
        cells: [studentClass, vouchers, formatRupees(received), formatRupees(owed)],
      }))}
    >
      <ColumnChart stacked bars={bars} labelled={({ key }) => key} />
    </ChartCard>
  )
}

const ages = [
  { months: 1, words: 'One month', kind: 'charged' },
  { months: 2, words: 'Two months', kind: 'outstanding' },
  { months: 3, words: 'Three months or more', kind: 'late' },
] as const

/** What is owed by the number of unpaid months; each voucher holds its student's whole debt. */
export function AgesChart({ rows }: ChartProps<VoucherRow>) {
  const narrowed = useNarrowed()
  const to = narrowed({ sort: '-netBalance' })
  const byAge = ages.map((age) => {
    const debts = rows.filter(({ unpaidMonths }) => Math.min(unpaidMonths, 3) === age.months)
    return { ...age, students: debts.length, amount: sum(...debts.map(netBalance)) }
  })
  return (
    <ChartCard
      title="Age of dues"
      summary={`Rs ${formatRupees(sum(...byAge.map(({ amount }) => amount)))}`}
      heads={['Unpaid', 'Students', 'Owed']}
      rows={byAge.map(({ words, students, amount }) => ({
        key: words,
        to,
        cells: [words, students, formatRupees(amount)],
      }))}
    >
      <StackedBar parts={byAge.map(({ kind, amount }) => ({ kind, value: amount }))} />
      <BarRows
        label="Dues by age"
        bars={byAge.map(({ words, students, amount }) => ({
          key: words,
          label: `${words} · ${count(students, 'student')}`,
          to,
          parts: [],
          words: formatRupees(amount),
        }))}
      />
    </ChartCard>
  )
}
