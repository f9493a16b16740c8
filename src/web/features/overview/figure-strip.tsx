import { Paper, SimpleGrid, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDay, monthName, monthText, type CalendarDate } from '#domain/calendar.ts'
import { collectedShare } from '#domain/collected.ts'
import { count } from '#domain/count.ts'
import { formatRupees, less, nothing, sum } from '#domain/money.ts'
import { useStaff } from '#web/api/session.ts'
import { StackedBar } from '#web/kit/charts.tsx'
import { duesAddress, receivedAddress } from '#web/kit/list-addresses.ts'
import type { CampusFigures } from '#web/kit/use-overview.ts'
import './overview.css'

interface CardProps {
  readonly name: string
  readonly to: string
  readonly figure: string
  readonly isLate?: boolean
  readonly children: ReactNode
}

/** A figure that links to its list. */
const Card = ({ name, to, figure, isLate = false, children }: CardProps) => (
  <Paper component={Link} to={to} className="figure-card" withBorder>
    <Text c="dimmed">{name}</Text>
    <Text className="figure-card-figure figures" {...(isLate && { c: 'var(--portal-overdue)' })}>
      {figure}
    </Text>
    <Text component="div" c="dimmed" size="sm">
      {children}
    </Text>
  </Paper>
)

const Received = ({ today }: Pick<CampusFigures, 'today'>) => (
  <Card name="Received today" to={receivedAddress('today')} figure={`Rs ${formatRupees(today.total)}`}>
    {today.count === 0 ? 'No receipts yet today' : count(today.count, 'receipt')}
    {today.mine.count > 0 && ` · yours ${today.mine.count}, Rs ${formatRupees(today.mine.total)}`}
    <br />
    Yesterday Rs {formatRupees(today.yesterday.total)}
  </Card>
)

const inWords = (parts: readonly (string | false)[]): string =>
  parts.filter((part) => part !== false).join(' · ')

function Collected({ month }: Pick<CampusFigures, 'month'>) {
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

const Overdue = ({
  dues: { overdue },
  today,
}: Pick<CampusFigures, 'dues'> & { readonly today: CalendarDate }) => (
  <Card
    name="Overdue"
    to={`${duesAddress()}&facet=overdue`}
    figure={`Rs ${formatRupees(overdue.amount)}`}
    isLate={overdue.amount > 0}
  >
    {overdue.since === null
      ? 'Nothing is overdue'
      : `${count(overdue.students, 'student')} · oldest since ${formatDay(overdue.since, today)}`}
  </Card>
)

/** `December, due 6 Dec`, or `November and December, due from 28 Nov`. */
function dueWords(notDue: CampusFigures['dues']['notDue'], today: CalendarDate): string | false {
  const [first] = notDue.map(({ dueDate }) => dueDate).toSorted()
  if (first === undefined) return false
  const names = notDue.map(({ month }) => monthName(month)).join(' and ')
  return `${names}, due ${notDue.length > 1 ? 'from ' : ''}${formatDay(first, today)}`
}

const NotDue = ({
  dues: { notDue, advance, notPosted },
  today,
}: Pick<CampusFigures, 'dues'> & { readonly today: CalendarDate }) => (
  <Card
    name="Not due yet"
    to={duesAddress()}
    figure={`Rs ${formatRupees(sum(nothing, ...notDue.map(({ amount }) => amount)))}`}
  >
    {inWords([
      dueWords(notDue, today),
      advance > 0 && `${formatRupees(advance)} paid in advance`,
      notPosted > 0 && `${formatRupees(notPosted)} not posted`,
    ])}
  </Card>
)

/** The four figures, each with a link to its list. */
export function FigureStrip({ figures }: { readonly figures: CampusFigures | undefined }) {
  const { today } = useStaff()
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      {figures ? (
        <>
          <Received {...figures} />
          <Collected {...figures} />
          <Overdue dues={figures.dues} today={today} />
          <NotDue dues={figures.dues} today={today} />
        </>
      ) : (
        [1, 2, 3, 4].map((index) => <Skeleton key={index} height={122} radius="md" animate={false} />)
      )}
    </SimpleGrid>
  )
}
