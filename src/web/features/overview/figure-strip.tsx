import { Paper, SimpleGrid, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { firstOfMonth, formatMonth } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import { duesAddress, receivedAddress } from '#web/kit/list-addresses.ts'
import type { CampusFigures } from '#web/kit/use-overview.ts'
import { StackedBar } from '#web/ui/charts.tsx'
import './overview.css'

interface CardProps {
  readonly name: string
  readonly to: string
  readonly figure: string
  readonly children: ReactNode
}

/** A figure that links to its list. */
const Card = ({ name, to, figure, children }: CardProps) => (
  <Paper component={Link} to={to} className="figure-card" withBorder>
    <Text c="dimmed">{name}</Text>
    <Text className="figure-card-figure figures">{figure}</Text>
    <Text component="div" c="dimmed" size="sm">
      {children}
    </Text>
  </Paper>
)

/** `66 %`; a dash if nothing was charged. */
export const percent = (part: number, whole: number): string =>
  whole > 0 ? `${Math.floor((part / whole) * 100)} %` : '–'

const Received = ({ today }: Pick<CampusFigures, 'today'>) => (
  <Card name="Received today" to={receivedAddress('today')} figure={`Rs ${formatRupees(today.total)}`}>
    {today.count === 0 ? 'No receipts yet today' : count(today.count, 'receipt')}
    {today.mine.count > 0 && ` · yours ${today.mine.count}, Rs ${formatRupees(today.mine.total)}`}
    <br />
    Yesterday Rs {formatRupees(today.yesterday.total)}
  </Card>
)

const Collected = ({ month }: Pick<CampusFigures, 'month'>) => (
  <Card
    name={`${formatMonth(month)} collected`}
    to={`/fee-record?from=${firstOfMonth(month)}&kind=all`}
    figure={percent(month.received, month.charged)}
  >
    <StackedBar
      of={Math.max(month.charged, month.received)}
      parts={[
        { kind: 'received', value: month.received },
        { kind: 'charged', value: Math.max(month.charged - month.received, 0) },
      ]}
    />
    Rs {formatRupees(month.received)} of {formatRupees(month.charged)}
  </Card>
)

function Owed({ dues }: Pick<CampusFigures, 'dues'>) {
  const late = dues.ageing.reduce((all, { months, students }) => (months > 1 ? all + students : all), 0)
  return (
    <Card name="Owed now" to={duesAddress()} figure={`Rs ${formatRupees(dues.total)}`}>
      {dues.students === 0 ? 'No dues' : count(dues.students, 'student')}
      {late > 0 && (
        <Text span c="var(--portal-overdue)" inherit>
          {` · ${count(late, 'owes', 'owe')} two months or more`}
        </Text>
      )}
      {dues.advance > 0 && (
        <>
          <br />
          Rs {formatRupees(dues.advance)} paid in advance
        </>
      )}
      {dues.notPosted > 0 && (
        <>
          <br />
          Not posted: Rs {formatRupees(dues.notPosted)}
        </>
      )}
    </Card>
  )
}

const Students = ({ students, month }: Pick<CampusFigures, 'students' | 'month'>) => (
  <Card name="Students at school" to="/admission-reports?preset=month" figure={String(students.active)}>
    {students.admitted} admitted, {students.left} left in {formatMonth(month).split(' ', 1)[0]}
  </Card>
)

/** The four figures of the day, each with a link to its list. */
export const FigureStrip = ({ figures }: { readonly figures: CampusFigures | undefined }) => (
  <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
    {figures ? (
      <>
        <Received {...figures} />
        <Collected {...figures} />
        <Owed {...figures} />
        <Students {...figures} />
      </>
    ) : (
      [1, 2, 3, 4].map((index) => <Skeleton key={index} height={136} radius="md" animate={false} />)
    )}
  </SimpleGrid>
)
