import { Paper, SimpleGrid, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDay, monthName, monthText } from '#domain/calendar.ts'
import { collectedShare } from '#domain/collected.ts'
import { count } from '#domain/count.ts'
import { formatRupees, less, nothing, sum } from '#domain/money.ts'
import { useStaff } from '#web/api/session.ts'
import { duesAddress, receivedAddress } from '#web/kit/list-addresses.ts'
import { StackedBar } from '#web/kit/table/charts.tsx'
import type { ChartProps } from './charts-of-campus.tsx'
import './overview.css'

interface CardProps {
  readonly name: string
  readonly to: string
  readonly figure: string
  readonly isLate?: boolean
  readonly children: ReactNode
}

const Card = ({ name, to, figure, isLate = false, children }: CardProps) => (
  <Paper
    component={Link}
    to={to}
    className="figure-card"
    withBorder
    c="inherit"
    display="block"
    mih={122}
    p="12px 14px"
    td="none"
  >
    <Text c="dimmed" fz={12.5} lh="17px">
      {name}
    </Text>
    <Text className="figure-card-figure figures" {...(isLate && { c: 'var(--portal-overdue)' })}>
      {figure}
    </Text>
    <Text component="div" c="dimmed" fz={12.5} lh="17px">
      {children}
    </Text>
  </Paper>
)

const inWords = (parts: readonly (string | false)[]): string =>
  parts.filter((part) => part !== false).join(' · ')

const Received = ({ figures: { today } }: ChartProps) => (
  <Card name="Received today" to={receivedAddress('today')} figure={`Rs ${formatRupees(today.total)}`}>
    {today.count === 0 ? 'No receipts yet today' : count(today.count, 'receipt')}
    {today.mine.count > 0 && ` · yours ${today.mine.count}, Rs ${formatRupees(today.mine.total)}`}
    <br />
    Yesterday Rs {formatRupees(today.yesterday.total)}
  </Card>
)

function Collected({ figures: { month } }: ChartProps) {
  const name = monthName(month.month)
  const { billed, received, arrears, advance } = month
  return (
    <Card
      name={`${name} fees collected`}
      to={`/collection?month=${monthText(month)}&kind=all`}
      figure={collectedShare(month)}
    >
      <StackedBar
        parts={[
          { kind: 'received', value: received },
          { kind: 'charged', value: less(billed, received) },
        ]}
      />
      {billed === 0
        ? `Nothing billed for ${name} yet`
        : `${formatRupees(received)} of ${formatRupees(billed)} billed for ${name}`}
      <br />
      {inWords([
        arrears > 0 && `also ${formatRupees(arrears)} arrears`,
        advance > 0 && `${formatRupees(advance)} in advance`,
      ])}
    </Card>
  )
}

function Overdue({ figures }: ChartProps) {
  const { today } = useStaff()
  const { amount, since, students } = figures.dues.overdue
  return (
    <Card
      name="Overdue"
      to={`${duesAddress()}&facet=overdue`}
      figure={`Rs ${formatRupees(amount)}`}
      isLate={amount > 0}
    >
      {since === null
        ? 'Nothing is overdue'
        : `${count(students, 'student')} · oldest since ${formatDay(since, today)}`}
    </Card>
  )
}

function NotDue({ figures }: ChartProps) {
  const { today } = useStaff()
  const { notDue, advance, notPosted } = figures.dues
  const [first] = notDue.map(({ dueDate }) => dueDate).toSorted()
  const names = notDue.map(({ month }) => monthName(month)).join(' and ')
  return (
    <Card
      name="Not due yet"
      to={duesAddress()}
      figure={`Rs ${formatRupees(sum(nothing, ...notDue.map(({ amount }) => amount)))}`}
    >
      {inWords([
        // `December, due 6 Dec`, or `November and December, due from 28 Nov`.
        first !== undefined && `${names}, due ${notDue.length > 1 ? 'from ' : ''}${formatDay(first, today)}`,
        advance > 0 && `${formatRupees(advance)} paid in advance`,
        notPosted > 0 && `${formatRupees(notPosted)} not posted`,
      ])}
    </Card>
  )
}

/** The four figures, each with a link to its list. */
export const FigureStrip = ({ figures }: { readonly figures: ChartProps['figures'] | undefined }) => (
  <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
    {[Received, Collected, Overdue, NotDue].map((Figure, place) =>
      figures ? (
        <Figure key={place} figures={figures} />
      ) : (
        <Skeleton key={place} height={122} radius="md" animate={false} />
      ),
    )}
  </SimpleGrid>
)
