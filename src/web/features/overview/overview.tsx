import { Anchor, Paper, SegmentedControl, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { setUpState } from '#contract/overview.ts'
import { addMonths, formatDate, monthName, monthOf, monthText, type Month } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { canManage, type Role } from '#domain/roles.ts'
import { classes } from '#domain/school.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useMonthInAddress } from '#web/kit/months-to-post.tsx'
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
  type ChartProps,
} from './charts-of-campus.tsx'
import { FigureStrip } from './figure-strip.tsx'
import { LastReceipts, MonthByClass } from './tables-of-campus.tsx'
import './overview.css'

interface Card {
  readonly Shown: (props: ChartProps) => ReactNode
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

type Columns = { readonly left: readonly (Card | 'to do')[]; readonly right: readonly Card[] }

/** The clerk's day, the accountant's month, the principal's year. */
const columnsOf: Readonly<Record<Role, Columns>> = {
  write: { left: ['to do', byDay], right: [lastReceipts, ageOfOverdue, byPerson] },
  readwrite: { left: ['to do', byDay, lastReceipts, byPerson], right: [byClass, ageOfOverdue] },
  read: { left: [byMonth, ageOfOverdue, 'to do', movements], right: [byClass, largestDues] },
  admin: { left: ['to do', byMonth, ageOfOverdue, movements], right: [byClass, largestDues] },
}

const isFirstDay = ({ students, months }: CampusFigures): boolean =>
  students.active === 0 && months.every(({ billed, admitted }) => billed === 0 && admitted === 0)

/** The choice between the current month and those beside it; a clerk's dashboard shows the current one. */
function MonthChoice({ figures, chosen }: ChartProps & { readonly chosen: Month }) {
  const { role } = useStaff()
  const [, setParams] = useSearchParams()
  const { month: current, nextMonth } = figures
  // The months before and after the current one, if they have vouchers.
  const last = figures.months.at(-2)?.billed === 0 ? [] : [addMonths(current, -1)]
  const months = [...last, current, ...(nextMonth.hasVouchers ? [nextMonth] : [])]
  return (
    months.length > 1 &&
    role !== 'write' && (
      <SegmentedControl
        aria-label="Month"
        data={months.map((month) => ({ value: monthText(month), label: monthName(month.month) }))}
        value={monthText(chosen)}
        onChange={(month) => setParams({ month }, { replace: true })}
      />
    )
  )
}

const notYet = { classesInPlan: 0, students: 0, hasVouchers: false, users: 0 }

/** The steps; `state` is the existing number as text, if the step has one. */
function stepsOf({ classesInPlan, students, hasVouchers, users }: typeof notYet) {
  return [
    {
      to: '/fee-plan',
      label: 'Set the fee plan',
      what: 'What each class pays. Admissions begin with these amounts.',
      state: `${classesInPlan} of ${classes.length} classes`,
      isDone: classesInPlan > 0,
    },
    {
      to: '/import',
      label: 'Import your students from Excel',
      what: (
        <>
          With what they owe. Or{' '}
          <Anchor component={Link} to="/new-admissions" inherit td="underline">
            admit the first by hand
          </Anchor>
          .
        </>
      ),
      state: count(students, 'student'),
      isDone: students > 0,
    },
    {
      to: '/generate-voucher/campus',
      label: 'Generate the first month',
      what: 'Makes the voucher of the month for every student.',
      isDone: hasVouchers,
    },
    {
      to: '/post-vouchers',
      label: 'Post and print',
      what: 'Fees can be received on posted vouchers.',
      isDone: false,
    },
    {
      to: '/users',
      label: 'Add the other users',
      what: 'Each with an account and rights of their own.',
      state: count(users, 'user'),
      isDone: users > 1,
    },
  ]
}

/** The steps of a new campus until its first month is posted; for admins. */
function SetUpGuide() {
  const { data, error, refetch } = useCall(setUpState)
  const steps = stepsOf(data ?? notYet)
  const next = data && steps.find(({ isDone }) => !isDone)
  return (
    <Paper component="section" className="set-up-guide" withBorder p="md" aria-labelledby="set-up">
      <Title order={2} id="set-up">
        Set up this campus
      </Title>
      {error && !data && <NotLoaded what="What is done already" retry={() => void refetch()} />}
      <Stack component="ol" gap={0} mx={0} mt={22} mb={0} p={0} style={{ listStyle: 'none' }}>
        {steps.map((step, place) => (
          <li
            key={step.to}
            aria-current={step === next ? 'step' : undefined}
            data-done={step.isDone || undefined}
          >
            <span className="set-up-mark" aria-hidden>
              {step.isDone ? <IconCheck size={14} stroke={2.5} /> : place + 1}
            </span>
            <div>
              <Anchor component={Link} to={step.to} inherit {...(step === next && { fw: 600 })}>
                {step.label}
              </Anchor>
              {step.isDone && <VisuallyHidden> (done)</VisuallyHidden>}
              <Text c="dimmed">{step.what}</Text>
            </div>
            {data && step.state && (
              <Text span c="dimmed" className="set-up-state figures" style={{ whiteSpace: 'nowrap' }}>
                {step.state}
              </Text>
            )}
          </li>
        ))}
      </Stack>
    </Paper>
  )
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
  const chosen = useMonthInAddress() ?? monthOf(today)
  const { data: current } = useOverview()
  const read = useOverview(chosen)
  const figures = read.data
  const guide = figures && !figures.hasPosted && canManage(role) ? <SetUpGuide /> : null
  const students = figures ? ` · ${count(figures.students.active, 'student')}` : ''
  return (
    <Screen
      title="Dashboard"
      about={`${formatDate(today)}${students}`}
      wide
      actions={current && <MonthChoice figures={current} chosen={chosen} />}
    >
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

function Charts(props: OverviewProps & { readonly read: ReturnType<typeof useOverview> }) {
  const { toDo, jobs, isPhone, read } = props
  const { data: figures, error } = read
  const retry = () => void read.refetch()
  const { left, right } = columnsOf[useStaff().role]
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
