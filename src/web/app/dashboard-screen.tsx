import './dashboard.css'
import { Anchor, Box, Group, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import { waitingApprovals } from '#contract/approvals.ts'
import { backupStatus, securityAlerts, untrustedProxies } from '#contract/overview.ts'
import { vouchersToPost } from '#contract/posting.ts'
import { waitingWords } from '#domain/approval.ts'
import { backupLines } from '#domain/backup-schedule.ts'
import { dateAt, formatMonth } from '#domain/calendar.ts'
import { agree, count } from '#domain/count.ts'
import { canManage } from '#domain/roles.ts'
import { alertsWaiting } from '#domain/security-alert.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff, type Staff } from '#web/api/session.ts'
import { generateAddress, incompleteRecordsAddress, securityAlertsAddress } from '#web/kit/list-addresses.ts'
import { addressToPost, toPostWords } from '#web/kit/months-to-post.tsx'
import { useOverview, type CampusFigures } from '#web/kit/use-overview.ts'
import { entriesIn, mayOpen } from '#web/places/menu.ts'
import { Rupees } from '#web/ui/rupees.tsx'
import { Failed, Loading, NotLoaded } from '#web/ui/states.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { tabPanelId, TabSelect, useTabs } from './navigation-groups.tsx'

/** A task; its address is that of the list to work through. */
interface Line {
  readonly words: ReactNode
  readonly to?: string
}

/** The day of the month from which the next month's vouchers are a task. */
const nextMonthFromDay = 25

function linesOfFigures(figures: CampusFigures, { today, menu }: Staff): readonly Line[] {
  const { students, nextMonth, drawersToClose, dues, today: ofToday } = figures
  const isNextMonthNear = Number(today.slice(8)) >= nextMonthFromDay
  return [
    students.active > 0 &&
      !nextMonth.hasVouchers &&
      isNextMonthNear && {
        words: `${formatMonth(nextMonth)} has no vouchers yet`,
        to: generateAddress(nextMonth),
      },
    menu.cashDrawer &&
      drawersToClose > 0 && {
        words: `${count(drawersToClose, 'drawer')} of earlier days ${agree(drawersToClose, 'is', 'are')} not closed`,
        to: '/closings',
      },
    dues.long.students > 0 && {
      words: (
        <>
          {count(dues.long.students, 'student owes', 'students owe')} three months or more, Rs{' '}
          <Rupees of={dues.long.amount} />
        </>
      ),
      to: '/ageing?facet=3&kind=all',
    },
    ofToday.corrected > 0 && {
      words: `${count(ofToday.corrected, 'receipt')} corrected today`,
      to: '/exceptions?from=today&exceptions=receipts&kind=all',
    },
    students.incomplete > 0 && {
      words: `${count(students.incomplete, 'student record')} ${agree(students.incomplete, 'is', 'are')} incomplete`,
      to: incompleteRecordsAddress,
    },
  ].filter((line) => line !== false)
}

const WarningWords = ({ children }: { readonly children: string }) => (
  <Group gap="xs" wrap="nowrap">
    <IconAlertTriangle size={16} stroke={1.5} color="var(--mantine-color-error)" aria-label="Warning" />
    <span>{children}</span>
  </Group>
)

/** Returns an admin's lines above and below the office's tasks; empty for other roles and while loading. */
function useAdminLines({ role, today }: Staff) {
  const adminsOnly = { enabled: canManage(role) }
  const { data: alerts } = useCall(securityAlerts, {}, adminsOnly)
  const { data: untrusted } = useCall(untrustedProxies, {}, adminsOnly)
  const { data: backups } = useCall(backupStatus, {}, adminsOnly)
  const unread = alerts &&
    alerts.since !== null && [
      { words: alertsWaiting(alerts.count), to: securityAlertsAddress(dateAt(alerts.since)) },
    ]
  const proxies = untrusted?.proxies.map(({ address }) => ({
    words: `Forwarded addresses come from ${address}, which is not a trusted proxy, so all its callers count as one address. If it is your own proxy, add it to TRUSTED_PROXIES and restart the server.`,
  }))
  return {
    first: [...(unread || []), ...(proxies ?? [])],
    last: backups
      ? backupLines(backups, today).map(({ words, isWarning }) => ({
          words: isWarning ? <WarningWords>{words}</WarningWords> : words,
        }))
      : [],
  }
}

const mostLines = 4

function useToDo() {
  const staff = useStaff()
  const waiting = useCall(vouchersToPost)
  const overview = useOverview()
  const requests = useCall(waitingApprovals, {}, { enabled: staff.rights.includes('approve') })
  const admin = useAdminLines(staff)
  const toApprove = requests.data?.count ?? 0
  const toPost = waiting.data?.months.map((month) => ({
    words: toPostWords(month, staff.today),
    to: addressToPost(month),
  }))
  const office: readonly Line[] = [
    ...(toApprove === 0 ? [] : [{ words: waitingWords(toApprove), to: '/approvals' }]),
    ...(toPost ?? []),
    ...(overview.data ? linesOfFigures(overview.data, staff) : []),
  ]
  const open = office.filter(({ to = '' }) => mayOpen(staff, to)).slice(0, mostLines)
  const lines = [...admin.first, ...open, ...admin.last]
  return { lines, waiting, overview, loading: waiting.isLoading || overview.isLoading }
}

/** Shows today's tasks; a part that failed shows a notice and keeps the others. */
function Today() {
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
        // About as high as the list, so that little moves when the list appears.
        <Box mih={98}>
          <Loading label="Loading…" />
        </Box>
      ) : (
        <Lines lines={lines} isComplete={!failure && !isPartMissing} />
      )}
      {!failure && isPartMissing && <NotLoaded what="Dues and corrections" retry={retry} />}
    </section>
  )
}

function Lines({ lines, isComplete }: { readonly lines: readonly Line[]; readonly isComplete: boolean }) {
  if (lines.length === 0) return isComplete && <Text c="dimmed">Nothing to do.</Text>
  return (
    <ul className="plain-list dashboard-list">
      {lines.map(({ words, to }, index) => (
        <li key={to ?? index}>
          {to === undefined ? (
            <div className="dashboard-row">{words}</div>
          ) : (
            <Link className="dashboard-row" to={to}>
              <span>{words}</span>
              <IconChevronRight size={18} stroke={1.5} aria-hidden />
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

function Jobs({ isPhone }: { readonly isPhone: boolean }) {
  const staff = useStaff()
  const { active } = useTabs()
  return (
    <div>
      {isPhone && <TabSelect />}
      <div id={tabPanelId} className="dashboard-jobs" role="tabpanel" aria-labelledby="dashboard-jobs">
        <Title order={2} id="dashboard-jobs">
          {active.label}
        </Title>
        <ul className="plain-list">
          {entriesIn(staff, active.key).map(({ path, label }) => (
            <li key={path}>
              <Anchor component={Link} to={path} c="inherit" inherit>
                {label}
              </Anchor>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

interface DashboardScreenProps {
  /** The frame with the campus figures, which arranges the tasks and the jobs. */
  readonly Overview: ComponentType<{
    readonly toDo: ReactNode
    readonly jobs: ReactNode
    readonly isPhone: boolean
  }>
}

/** Today's tasks and the links to every job of the office (spec 2.tabs). */
export function DashboardScreen({ Overview }: DashboardScreenProps) {
  const isPhone = usePhone()
  return <Overview toDo={<Today />} jobs={<Jobs isPhone={isPhone} />} isPhone={isPhone} />
}
