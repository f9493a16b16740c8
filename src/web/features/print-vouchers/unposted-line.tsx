import { Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import { postMonth } from '#contract/posting.ts'
import { formatMonth, monthName, type Month } from '#domain/calendar.ts'
import { agree, count, formatCount } from '#domain/count.ts'
import { canWrite } from '#domain/roles.ts'
import { monthIn } from '#reports/common-filters.ts'
import type { printVouchers } from '#reports/fee-reports.ts'
import { CallFailed } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import type { NoticeProps } from '#web/kit/report-extras.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

type Props = NoticeProps<typeof printVouchers>

/** Says before printing how many of the found vouchers are not posted, and offers to leave them out or to post them. */
export function UnpostedLine({ rows, isNarrowed, query, switches, reload }: Props) {
  const drafts = rows.filter(({ posted }) => !posted).length
  const leaveOut = switches.find(({ leavesOut }) => leavesOut === 'to-do')
  if (drafts === 0) return null
  const them = agree(drafts, 'it', 'them')
  return (
    <Group gap="xs" className="report-notice no-print" role="status" flex="1 0 100%">
      <StatusChip kind="to-do">
        {`${formatCount(drafts)} of ${formatCount(rows.length)} ${agree(drafts, 'is', 'are')} not posted: families cannot pay ${them} yet`}
      </StatusChip>
      {leaveOut && (
        <Button variant="default" size="compact-md" onClick={leaveOut.toggle}>
          Leave {them} out
        </Button>
      )}
      <PostThem isNarrowed={isNarrowed} query={query} them={them} reload={reload} />
    </Group>
  )
}

interface PostThemProps extends Pick<Props, 'isNarrowed' | 'query' | 'reload'> {
  readonly them: string
}

/** Posts the listed month, or opens the screen that posts if the list is of several months. */
function PostThem({ isNarrowed, query, them, reload }: PostThemProps) {
  const { role, rights } = useStaff()
  if (!canWrite(role) || !rights.includes('generate')) return null
  const month = monthIn(query)
  if (!month)
    return (
      <Button variant="default" size="compact-md" component={Link} to="/post-vouchers">
        Post {them}
      </Button>
    )
  const isWholeMonth = !isNarrowed && query['studentClass'] === 'all' && query['section'] === 'all'
  const label = isWholeMonth ? `Post ${them}` : `Post all of ${monthName(month.month)}`
  return <PostMonth month={month} label={label} reload={reload} />
}

interface MonthToPost {
  readonly month: Month
  readonly label: string
}

/** Posts all vouchers of the month, also those that are not listed. */
function PostMonth({ month, label, reload }: Pick<Props, 'reload'> & MonthToPost) {
  const alert = useAlert()
  const { send, sending } = useChange(postMonth)
  const post = async () => {
    try {
      const { count: posted } = await send({
        params: { monthNumber: month.month },
        query: { year: month.year },
      })
      const vouchers = `${count(posted, 'voucher')} of ${formatMonth(month)}`
      await alert('Vouchers Posted Successfully', {
        detail: `${vouchers} ${agree(posted, 'is', 'are')} posted.`,
      })
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      if (error.code === 'signed-out') return
      await alert(error.msg, { tone: 'error' })
    }
    await reload()
    // The button of this line went away with the drafts; printing is the next step.
    setTimeout(() => document.querySelector<HTMLElement>('[aria-keyshortcuts="Alt+V"]')?.focus())
  }
  return (
    <Button variant="default" size="compact-md" loading={sending} onClick={() => void post()}>
      {label}
    </Button>
  )
}
