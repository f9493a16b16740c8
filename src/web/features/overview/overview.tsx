import { Paper, Skeleton, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { canManage, type Role } from '#domain/roles.ts'
import { useStaff } from '#web/api/session.ts'
import { useOverview, type CampusFigures } from '#web/kit/use-overview.ts'
import { Empty, Failed, NotLoaded } from '#web/ui/states.tsx'
import {
  DuesByAge,
  LargestDues,
  MonthByClass,
  ReceivedByDay,
  ReceivedByPerson,
  type ChartProps,
} from './charts-of-campus.tsx'
import { FigureStrip } from './figure-strip.tsx'
import { LastReceipts } from './last-receipts.tsx'
import { SetUpGuide } from './set-up-guide.tsx'
import './overview.css'
import { firstOfMonth, formatMonth, lastOfMonth, monthName, type Month } from '#domain/calendar.ts'
import { formatRupees } from '#domain/money.ts'
import { ChartCard, ColumnChart, Legend } from '#web/ui/charts.tsx'

const listOfMonth = (path: string, month: Month) =>
  `${path}?from=${firstOfMonth(month)}&to=${lastOfMonth(month)}&kind=all`

const shortMonth = ({ month }: { readonly month: number }): string => monthName(month).slice(0, 3)

/** The amounts charged and received by month. */
const TwelveMonths = ({ figures: { months } }: ChartProps) => (
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
      labelled={(_, index) => shortMonth(months[index] ?? { month: 1 })}
    />
  </ChartCard>
)

/** The students admitted and left by month. */
const AdmittedAndLeft = ({ figures: { months } }: ChartProps) => (
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
      labelled={(_, index) => shortMonth(months[index] ?? { month: 1 })}
    />
  </ChartCard>
)

interface Card {
  readonly Shown: (props: { readonly figures: CampusFigures }) => ReactNode
  /** Shown while the figures cannot be read. */
  readonly title: string
  /** Approximate, in px, so that little moves when the figures arrive. */
  readonly height: number
}

const lastReceipts: Card = { Shown: LastReceipts, title: 'Last receipts', height: 260 }
const byDay: Card = { Shown: ReceivedByDay, title: 'Received by day', height: 224 }
const duesByAge: Card = { Shown: DuesByAge, title: 'Age of dues', height: 178 }
const byPerson: Card = { Shown: ReceivedByPerson, title: 'Received by', height: 149 }
const byClass: Card = { Shown: MonthByClass, title: 'The month by class', height: 452 }
const largestDues: Card = { Shown: LargestDues, title: 'Largest dues', height: 362 }
const twelveMonths: Card = { Shown: TwelveMonths, title: 'Charged and received', height: 224 }
const movements: Card = { Shown: AdmittedAndLeft, title: 'Admitted and left', height: 224 }

interface Cards {
  readonly left: readonly Card[]
  readonly right: readonly Card[]
}

const year: Cards = { left: [twelveMonths, movements, duesByAge], right: [byClass, largestDues] }

/** The clerk's day, the accountant's month, the principal's year. */
const cardsOf: Readonly<Record<Role, Cards>> = {
  write: { left: [byDay], right: [lastReceipts, duesByAge, byPerson] },
  readwrite: { left: [byDay, duesByAge], right: [lastReceipts, byPerson, byClass] },
  read: year,
  admin: year,
}

const isFirstDay = ({ students, months }: CampusFigures): boolean =>
  students.active === 0 && months.every(({ charged, admitted }) => charged === 0 && admitted === 0)

interface OverviewProps {
  /** The tasks, shown above the charts at the left. */
  readonly children: ReactNode
}

/** The campus's figures, the tasks, and the charts of the role. */
export function Overview({ children }: OverviewProps) {
  const { role } = useStaff()
  const { data: figures, error, refetch } = useOverview()
  const again = () => void refetch()
  const guide = figures && !figures.hasPosted && canManage(role) ? <SetUpGuide /> : null
  if (figures && isFirstDay(figures)) {
    return (
      <Stack gap="sm">
        {guide ?? <NoStudentYet />}
        {children}
      </Stack>
    )
  }
  const shown = (cards: readonly Card[]) =>
    cards.map(({ Shown, title, height }) => {
      if (figures) return <Shown key={title} figures={figures} />
      if (error) return <UnreadCard key={title} title={title} height={height} retry={again} />
      return <Skeleton key={title} height={height} radius="md" animate={false} />
    })
  return (
    <Stack gap="sm">
      {guide}
      {error && !figures ? <Failed failure={error} retry={again} /> : <FigureStrip figures={figures} />}
      <div className="overview-columns">
        <div>
          {children}
          {shown(cardsOf[role].left)}
        </div>
        <div>{shown(cardsOf[role].right)}</div>
      </div>
    </Stack>
  )
}

const NoStudentYet = () => (
  <Paper withBorder>
    <Empty title="No student yet" hint="An admin brings them in." />
  </Paper>
)

interface UnreadCardProps extends Pick<Card, 'title' | 'height'> {
  readonly retry: () => void
}

/** A card whose figures could not be read; the notice above says why. */
const UnreadCard = ({ title, height, retry }: UnreadCardProps) => (
  <Paper component="section" className="chart-card" withBorder aria-label={title} mih={height}>
    <header>
      <Title order={2}>{title}</Title>
    </header>
    <NotLoaded what="The figures" retry={retry} />
  </Paper>
)
