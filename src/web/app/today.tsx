import { Box, Title } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { waitingApprovals } from '#contract/approvals.ts'
import { receiptsOfDay } from '#contract/counter.ts'
import { vouchersToPost } from '#contract/posting.ts'
import { waitingWords } from '#domain/approval.ts'
import { formatMonth, type CalendarDate } from '#domain/calendar.ts'
import { agree, count } from '#domain/count.ts'
import { nothing } from '#domain/money.ts'
import type { Reply } from '#web/api/call.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import {
  duesAddress,
  generateAddress,
  incompleteRecordsAddress,
  receivedAddress,
} from '#web/kit/list-addresses.ts'
import { addressToPost, toPostWords } from '#web/kit/months-to-post.ts'
import { useOverview, type CampusFigures } from '#web/kit/use-overview.ts'
import { Rupees } from '#web/ui/rupees.tsx'
import { Failed, Loading, NotLoaded } from '#web/ui/states.tsx'
import { useAdminLines, type Line } from './admin-lines.tsx'
import { mayOpen, type Viewer } from './menu.ts'

function toPost({ months }: Reply<typeof vouchersToPost>, mayPost: boolean, today: CalendarDate): Line[] {
  if (months.length === 0) return [{ key: 'none', words: 'All vouchers are posted.' }]
  return months.map((waiting) => ({
    key: `${waiting.year}-${waiting.month}`,
    words: toPostWords(waiting, today),
    ...(mayPost && { to: addressToPost(waiting) }),
  }))
}

const received = ({ campusCount, campusTotal }: Reply<typeof receiptsOfDay>): Line => ({
  key: 'received',
  words:
    campusCount === 0 ? (
      'No fees received today.'
    ) : (
      <>
        Fees received today: {count(campusCount, 'receipt')}, Rs <Rupees of={campusTotal} />
      </>
    ),
})

/** The students who owe for three months or more. */
function longDebts({ dues }: CampusFigures): Line[] {
  const { students = 0, amount = nothing } = dues.ageing.find(({ months }) => months === 3) ?? {}
  if (students === 0) return []
  return [
    {
      key: 'debts',
      words: (
        <>
          {count(students, 'student owes', 'students owe')} three months or more, Rs <Rupees of={amount} />
        </>
      ),
      to: duesAddress(),
    },
  ]
}

/** The day of the month from which the next month's vouchers are a task. */
const nextMonthFromDay = 25

/** Next month, once it is near and has no vouchers. */
function toGenerate({ nextMonth }: CampusFigures, today: CalendarDate): Line[] {
  if (nextMonth.hasVouchers || Number(today.slice(8)) < nextMonthFromDay) return []
  return [
    {
      key: 'generate',
      words: `${formatMonth(nextMonth)} has no vouchers yet`,
      to: generateAddress(nextMonth),
    },
  ]
}

/** Today's corrections, for a second person to check. */
function corrected({ today }: CampusFigures): Line[] {
  if (today.corrected === 0) return []
  return [
    {
      key: 'corrected',
      words: `${count(today.corrected, 'receipt')} corrected today`,
      to: receivedAddress('today'),
    },
  ]
}

/** The imported records that lack a value that an edit requires. */
function toComplete({ students: { incomplete } }: CampusFigures): Line[] {
  if (incomplete === 0) return []
  const words = `${count(incomplete, 'student record')} ${agree(incomplete, 'is', 'are')} incomplete`
  return [{ key: 'incomplete', words, to: incompleteRecordsAddress }]
}

/** The requests of others that the viewer can approve. */
const toApprove = (waiting: number): Line[] =>
  waiting === 0 ? [] : [{ key: 'approve', words: waitingWords(waiting), to: '/approvals' }]

/** The cashiers who did not count their cash on the day of receipt. */
function toClose({ drawersToClose }: CampusFigures): Line[] {
  if (drawersToClose === 0) return []
  const words = `${count(drawersToClose, 'drawer')} of earlier days ${agree(drawersToClose, 'is', 'are')} not closed`
  return [{ key: 'drawers', words, to: '/closings' }]
}

const linesOfFigures = (figures: CampusFigures, viewer: Viewer, today: CalendarDate): Line[] => [
  ...(mayOpen(viewer, '/generate-voucher/campus') ? toGenerate(figures, today) : []),
  ...(mayOpen(viewer, '/cashier-close') ? toClose(figures) : []),
  ...longDebts(figures),
  ...(mayOpen(viewer, '/edit-admissions') ? toComplete(figures) : []),
  ...corrected(figures),
]

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

/** The tasks read so far, and the parts that failed. */
function useToDo() {
  const staff = useStaff()
  const { campus, today } = staff
  const waiting = useCall(keys.vouchersToPost(campus), vouchersToPost, { params: { campus } })
  const receipts = useCall(keys.receiptsOfDay(campus, today), receiptsOfDay, {
    params: { campus, receivedDate: today },
  })
  const overview = useOverview()
  const requests = useCall(
    keys.waitingApprovals(campus),
    waitingApprovals,
    { params: { campus } },
    { enabled: staff.rights.includes('approve') },
  )
  const admin = useAdminLines()
  const lines = [
    ...admin.first,
    ...toApprove(requests.data?.count ?? 0),
    ...(waiting.data ? toPost(waiting.data, mayOpen(staff, '/post-vouchers'), today) : []),
    ...(overview.data ? linesOfFigures(overview.data, staff, today) : []),
    ...(receipts.data ? [received(receipts.data)] : []),
    ...admin.last,
  ]
  // The figures above also read the overview and show its failure.
  const unread = [waiting, receipts].filter(({ data, error }) => error && !data)
  return { lines, unread, overview, loading: [waiting, receipts, overview].some((read) => read.isLoading) }
}

/** Today's tasks and the fees received; a part that failed says so and leaves the rest. */
export function Today() {
  const { lines, unread, overview, loading } = useToDo()
  const failure = unread[0]?.error
  const isPartMissing = overview.error !== null && overview.data === undefined
  const again = () => {
    for (const { refetch } of unread) void refetch()
    if (isPartMissing) void overview.refetch()
  }
  return (
    <section aria-labelledby="today">
      <Title order={2} id="today">
        To do
      </Title>
      {failure && (
        <Box mt="xs">
          <Failed failure={failure} retry={again} />
        </Box>
      )}
      {!failure && loading ? (
        <div className="dashboard-waiting">
          <Loading label="Loading…" />
        </div>
      ) : (
        <Lines lines={lines} />
      )}
      {!failure && isPartMissing && <NotLoaded what="Dues and corrections" retry={again} />}
    </section>
  )
}

const Lines = ({ lines }: { readonly lines: readonly Line[] }) =>
  lines.length > 0 && (
    <ul className="dashboard-list">
      {lines.map(({ key, ...line }) => (
        <li key={key}>
          <Row {...line} />
        </li>
      ))}
    </ul>
  )
