import { Link } from 'react-router'
import { monthName, monthText } from '#domain/calendar.ts'
import { collectedShare, sumCollected, type Collected } from '#domain/collected.ts'
import { formatRupees, less, nothing, sum, type Money } from '#domain/money.ts'
import { ChartCard, StackedBar } from '#web/ui/charts.tsx'
import { Table } from '#web/ui/table.tsx'
import type { ChartProps } from './charts-of-campus.tsx'

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
        horizontalSpacing={6}
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
                <Link
                  to={`/fee-record?class=${encodeURIComponent(studentClass)}&month=${monthText(month)}&kind=all`}
                >
                  {studentClass}
                </Link>
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
