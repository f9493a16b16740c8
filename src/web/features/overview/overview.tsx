import { Paper, SegmentedControl, Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import {
  addMonths,
  formatDate,
  monthName,
  monthOf,
  monthText,
  parseMonth,
  type Month,
} from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { canManage, type Role } from '#domain/roles.ts'
import { useStaff } from '#web/api/session.ts'
import { ChartCard } from '#web/kit/table/charts.tsx'
import { useOverview, type CampusFigures } from '#web/kit/use-overview.ts'
import { Screen } from '#web/ui/screen.tsx'
import { Empty, Failed, NotLoaded } from '#web/ui/states.tsx'
import {
  AdmittedAndLeft,
  AgeOfOverdue,
  ChargedAndReceived,
  LargestDues,
  ReceivedByDay,
  ReceivedByPerson,
} from './charts-of-campus.tsx'
import { FigureStrip } from './figure-strip.tsx'
import { SetUpGuide } from './set-up-guide.tsx'
import { LastReceipts, MonthByClass } from './tables-of-campus.tsx'
import './overview.css'

interface Card {
  readonly Shown: (props: { readonly figures: CampusFigures }) => ReactNode
  /** Shown while the figures cannot be read. */
  readonly title: string
  /** Approximate, in px, so that little moves when the figures arrive. */
  readonly height: number
}

const lastReceipts: Card = { Shown: LastReceipts, title: 'Last receipts', height: 260 }
const byDay: Card = { Shown: ReceivedByDay, title: 'Received by day', height: 268 }
const ageOfOverdue: Card = { Shown: AgeOfOverdue, title: 'How old the overdue is', height: 160 }
const byPerson: Card = { Shown: ReceivedByPerson, title: 'Received by', height: 149 }
const byClass: Card = { Shown: MonthByClass, title: 'The month by class', height: 520 }
const largestDues: Card = { Shown: LargestDues, title: 'Largest dues', height: 340 }
const byMonth: Card = { Shown: ChargedAndReceived, title: 'Charged and received by month', height: 268 }
const movements: Card = { Shown: AdmittedAndLeft, title: 'Students at school', height: 284 }

interface Cards {
  readonly left: readonly (Card | 'to do')[]
  readonly right: readonly Card[]
}

/** The clerk's day, the accountant's month, the principal's year. */
const cardsOf: Readonly<Record<Role, Cards>> = {
  write: { left: ['to do', byDay], right: [lastReceipts, ageOfOverdue, byPerson] },
  readwrite: { left: ['to do', byDay, lastReceipts, byPerson], right: [byClass, ageOfOverdue] },
  read: { left: [byMonth, ageOfOverdue, 'to do', movements], right: [byClass, largestDues] },
  admin: { left: ['to do', byMonth, ageOfOverdue, movements], right: [byClass, largestDues] },
}

const isFirstDay = ({ students, months }: CampusFigures): boolean =>
  students.active === 0 && months.every(({ billed, admitted }) => billed === 0 && admitted === 0)

/** The months to choose from: the current month, and the months before and after it if they have vouchers. */
function monthsToShow({ months, month, nextMonth }: CampusFigures): readonly Month[] {
  const hasLast = months.at(-2)?.billed !== 0
  return [...(hasLast ? [addMonths(month, -1)] : []), month, ...(nextMonth.hasVouchers ? [nextMonth] : [])]
}

/** Returns the month in the address, or else the current month, and the choice of another one. */
function useMonthChoice() {
  const { role, today } = useStaff()
  const [params, setParams] = useSearchParams()
  const { data: current } = useOverview()
  const chosen = parseMonth(params.get('month') ?? '') ?? monthOf(today)
  const months = current && role !== 'write' ? monthsToShow(current) : []
  const choice = months.length > 1 && (
    <SegmentedControl
      aria-label="Month"
      data={months.map((month) => ({ value: monthText(month), label: monthName(month.month) }))}
      value={monthText(chosen)}
      onChange={(month) => setParams({ month }, { replace: true })}
    />
  )
  return { chosen, choice }
}

interface OverviewProps {
  readonly toDo: ReactNode
  /** The jobs of the chosen tab, under the figures; on a phone after the charts. */
  readonly jobs: ReactNode
  readonly isPhone: boolean
}

/** The campus's figures, the tasks, and the charts of the role. */
export function Overview(props: OverviewProps) {
  const { role, today } = useStaff()
  const { chosen, choice } = useMonthChoice()
  const read = useOverview(chosen)
  const figures = read.data
  const guide = figures && !figures.hasPosted && canManage(role) ? <SetUpGuide /> : null
  const students = figures ? ` · ${count(figures.students.active, 'student')}` : ''
  return (
    <Screen title="Dashboard" about={`${formatDate(today)}${students}`} wide actions={choice}>
      <Stack gap="sm">
        {figures && isFirstDay(figures) ? (
          <>
            {guide ?? (
              <Paper withBorder>
                <Empty title="No student yet" hint="An admin brings them in." />
              </Paper>
            )}
            {props.toDo}
            {props.jobs}
          </>
        ) : (
          <>
            {guide}
            <Charts {...props} read={read} />
          </>
        )}
      </Stack>
    </Screen>
  )
}

function Charts({
  toDo,
  jobs,
  isPhone,
  read,
}: OverviewProps & { readonly read: ReturnType<typeof useOverview> }) {
  const { data: figures, error } = read
  const retry = () => void read.refetch()
  const { left, right } = cardsOf[useStaff().role]
  const show = (card: Card | 'to do') => {
    if (card === 'to do') return <div key={card}>{toDo}</div>
    const { Shown, title, height } = card
    if (figures) return <Shown key={title} figures={figures} />
    if (error)
      return (
        // The notice above says why.
        <ChartCard key={title} title={title} minHeight={height}>
          <NotLoaded what="The figures" retry={retry} />
        </ChartCard>
      )
    return <Skeleton key={title} height={height} radius="md" animate={false} />
  }
  return (
    <>
      {error && !figures ? <Failed failure={error} retry={retry} /> : <FigureStrip figures={figures} />}
      {!isPhone && jobs}
      <div className="overview-columns">
        {[left, right].map((cards, place) => (
          <Stack key={place} gap={12} miw={0}>
            {cards.map(show)}
          </Stack>
        ))}
      </div>
      {isPhone && jobs}
    </>
  )
}
