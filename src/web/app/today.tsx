import { Box, Text, Title } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { waitingApprovals } from '#contract/approvals.ts'
import { vouchersToPost } from '#contract/posting.ts'
import { waitingWords } from '#domain/approval.ts'
import { formatMonth, type CalendarDate } from '#domain/calendar.ts'
import { agree, count } from '#domain/count.ts'
import type { Reply } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff, type Staff } from '#web/api/session.ts'
import { generateAddress, incompleteRecordsAddress } from '#web/kit/list-addresses.ts'
import { addressToPost, toPostWords } from '#web/kit/months-to-post.tsx'
import { useOverview, type CampusFigures } from '#web/kit/use-overview.ts'
import { mayOpen } from '#web/places/menu.ts'
import type { Viewer } from '#web/places/place.ts'
import { Rupees } from '#web/ui/rupees.tsx'
import { Failed, Loading, NotLoaded } from '#web/ui/states.tsx'
import { useAdminLines, type Line } from './admin-lines.tsx'

const postLines = ({ months }: Reply<typeof vouchersToPost>, today: CalendarDate): Line[] =>
  months.map((waiting) => ({
    key: `${waiting.year}-${waiting.month}`,
    words: toPostWords(waiting, today),
    to: addressToPost(waiting),
  }))

/** Reports the students who owe for three months or more. */
function longDebtLines({ dues: { long } }: CampusFigures): Line[] {
  if (long.students === 0) return []
  const words = (
    <>
      {count(long.students, 'student owes', 'students owe')} three months or more, Rs{' '}
      <Rupees of={long.amount} />
    </>
  )
  return [{ key: 'debts', words, to: '/ageing?facet=3&kind=all' }]
}

/** The day of the month from which the next month's vouchers are a task. */
const nextMonthFromDay = 25

/** Reports the next month, once it is near and has no vouchers though there are students. */
function generateLines({ nextMonth, students }: CampusFigures, today: CalendarDate): Line[] {
  if (students.active === 0 || nextMonth.hasVouchers || Number(today.slice(8)) < nextMonthFromDay) return []
  return [
    {
      key: 'generate',
      words: `${formatMonth(nextMonth)} has no vouchers yet`,
      to: generateAddress(nextMonth),
    },
  ]
}

/** Reports today's corrections, for a second person to check. */
function correctionLines({ today }: CampusFigures): Line[] {
  if (today.corrected === 0) return []
  return [
    {
      key: 'corrected',
      words: `${count(today.corrected, 'receipt')} corrected today`,
      to: '/exceptions?from=today&kind=all',
    },
  ]
}

/** Reports the imported records that lack a value that an edit requires. */
function incompleteLines({ students: { incomplete } }: CampusFigures): Line[] {
  if (incomplete === 0) return []
  const words = `${count(incomplete, 'student record')} ${agree(incomplete, 'is', 'are')} incomplete`
  return [{ key: 'incomplete', words, to: incompleteRecordsAddress }]
}

/** Reports the requests of other users that the viewer can approve. */
const approvalLines = (waiting: number): Line[] =>
  waiting === 0 ? [] : [{ key: 'approve', words: waitingWords(waiting), to: '/approvals' }]

/** Reports the drawers that were not closed on the day of receipt. */
function drawerLines({ drawersToClose }: CampusFigures): Line[] {
  if (drawersToClose === 0) return []
  const words = `${count(drawersToClose, 'drawer')} of earlier days ${agree(drawersToClose, 'is', 'are')} not closed`
  return [{ key: 'drawers', words, to: '/closings' }]
}

const linesOfFigures = (figures: CampusFigures, { today, menu }: Staff): Line[] => [
  ...generateLines(figures, today),
  ...(menu.cashDrawer ? drawerLines(figures) : []),
  ...longDebtLines(figures),
  ...correctionLines(figures),
  ...incompleteLines(figures),
]

const mostLines = 4

/** Keeps the lines whose list the viewer may open, at most four. */
const openLines = (lines: readonly Line[], viewer: Viewer): readonly Line[] =>
  lines.filter(({ to = '' }) => mayOpen(viewer, to.split('?', 1)[0] ?? to)).slice(0, mostLines)

const Row = ({ words, to }: Omit<Line, 'key'>) =>
  to === undefined ? (
    <div className="dashboard-row">
      <span>{words}</span>
    </div>
  ) : (
    <Link className="dashboard-row" to={to}>
      <span className="dashboard-name">{words}</span>
      <IconChevronRight size={18} stroke={1.5} aria-hidden />
    </Link>
  )

/** Returns the tasks loaded so far, and the parts that failed. */
function useToDo() {
  const staff = useStaff()
  const { today } = staff
  const waiting = useCall(vouchersToPost)
  const overview = useOverview()
  const requests = useCall(waitingApprovals, {}, { enabled: staff.rights.includes('approve') })
  const admin = useAdminLines()
  const office = [
    ...approvalLines(requests.data?.count ?? 0),
    ...(waiting.data ? postLines(waiting.data, today) : []),
    ...(overview.data ? linesOfFigures(overview.data, staff) : []),
  ]
  const lines = [...admin.first, ...openLines(office, staff), ...admin.last]
  return { lines, waiting, overview, loading: waiting.isLoading || overview.isLoading }
}

/** Shows today's tasks; a part that failed shows a notice and keeps the others. */
export function Today() {
  const { lines, waiting, overview, loading } = useToDo()
  const failure = waiting.data ? null : waiting.error
  // The figures of the dashboard also read the overview and show its failure.
  const isPartMissing = overview.error !== null && overview.data === undefined
  const retry = () => {
    if (failure) void waiting.refetch()
    if (isPartMissing) void overview.refetch()
  }
  return (
    <section aria-labelledby="today">
      <Title order={2} id="today">
        To do
      </Title>
      {failure && (
        <Box mt="xs">
          <Failed failure={failure} retry={retry} />
        </Box>
      )}
      {!failure && loading ? (
        <div className="dashboard-waiting">
          <Loading label="Loading…" />
        </div>
      ) : (
        <Lines lines={lines} isComplete={!failure && !isPartMissing} />
      )}
      {!failure && isPartMissing && <NotLoaded what="Dues and corrections" retry={retry} />}
    </section>
  )
}

interface LinesProps {
  readonly lines: readonly Line[]
  readonly isComplete: boolean
}

function Lines({ lines, isComplete }: LinesProps) {
  if (lines.length === 0) return isComplete && <Text c="dimmed">Nothing to do.</Text>
  return (
    <ul className="dashboard-list">
      {lines.map(({ key, ...line }) => (
        <li key={key}>
          <Row {...line} />
        </li>
      ))}
    </ul>
  )
}
