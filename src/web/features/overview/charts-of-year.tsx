import { firstOfMonth, formatMonth, lastOfMonth, monthName, type Month } from '#domain/calendar.ts'
import { formatRupees } from '#domain/money.ts'
import { ChartCard, ColumnChart, Legend } from '#web/ui/charts.tsx'
import type { ChartProps } from './charts-of-campus.tsx'

const listOfMonth = (path: string, month: Month) =>
  `${path}?from=${firstOfMonth(month)}&to=${lastOfMonth(month)}&kind=all`

const shortMonth = ({ month }: { readonly month: number }): string => monthName(month).slice(0, 3)

/** The amounts charged and received by month. */
export const TwelveMonths = ({ figures: { months } }: ChartProps) => (
  <ChartCard
    title="Charged and received, twelve months"
    summary={
      <>
        <Legend kind="charged">charged</Legend> <Legend kind="received">received</Legend>
      </>
    }
    heads={['Month', 'Charged', 'Received']}
    rows={months.map((month) => ({
      key: formatMonth(month),
      to: listOfMonth('/fee-vouchers', month),
      cells: [formatMonth(month), formatRupees(month.charged), formatRupees(month.received)],
    }))}
  >
    <ColumnChart
      bars={months.map((month) => ({
        key: formatMonth(month),
        label: `${formatMonth(month)}: charged ${formatRupees(month.charged)}, received ${formatRupees(month.received)}`,
        to: listOfMonth('/fee-vouchers', month),
        parts: [
          { kind: 'charged', value: month.charged },
          { kind: 'received', value: month.received },
        ],
      }))}
      labelled={(_, place) => shortMonth(months[place] ?? { month: 1 })}
    />
  </ChartCard>
)

/** The students admitted and left by month. */
export const AdmittedAndLeft = ({ figures: { months } }: ChartProps) => (
  <ChartCard
    title="Admitted and left, twelve months"
    summary={
      <>
        <Legend kind="received">admitted</Legend> <Legend kind="late">left</Legend>
      </>
    }
    heads={['Month', 'Admitted', 'Left']}
    rows={months.map((month) => ({
      key: formatMonth(month),
      to: listOfMonth('/admission-reports', month),
      cells: [formatMonth(month), month.admitted, month.left],
    }))}
  >
    <ColumnChart
      stacked
      bars={months.map((month) => ({
        key: formatMonth(month),
        label: `${formatMonth(month)}: ${month.admitted} admitted, ${month.left} left`,
        to: listOfMonth('/admission-reports', month),
        parts: [
          { kind: 'received', value: month.admitted },
          { kind: 'late', value: month.left },
        ],
      }))}
      labelled={(_, place) => shortMonth(months[place] ?? { month: 1 })}
    />
  </ChartCard>
)
