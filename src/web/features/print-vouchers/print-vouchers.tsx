import { Button, Group } from '@mantine/core'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useSearchParams } from 'react-router'
import { findVoucher } from '#contract/counter.ts'
import { postMonth } from '#contract/posting.ts'
import { formatMonth, monthName, type Month } from '#domain/calendar.ts'
import { agree, count, formatCount } from '#domain/count.ts'
import { canWrite } from '#domain/roles.ts'
import { monthIn } from '#reports/common-filters.ts'
import type { printVouchers } from '#reports/fee-reports.ts'
import { call, CallFailed } from '#web/api/call.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import type { MainActProps, NoticeProps } from '#web/kit/report-extras.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import type { PrintableVoucher } from './printed-vouchers.tsx'

const PrintedVouchers = lazy(async () => ({
  default: (await import('./printed-vouchers.tsx')).PrintedVouchers,
}))

/** Prints the listed vouchers, one page each; lists them first if none are listed (spec 2.print). */
export function PrintVouchers({ disabled, rows, load }: MainActProps<typeof printVouchers>) {
  const print = usePrintView()
  const alert = useAlert()
  const [searchParams] = useSearchParams()
  // The voucher in the address (`?voucher=5Red1023-202611`), paid or not. The report's screen then clears it.
  const voucherId = searchParams.get('voucher')?.trim().slice(0, 120) ?? ''
  const printOne = useEffectEvent(async () => {
    try {
      const { voucher } = await call(findVoucher, { params: { voucherId } })
      print.open([{ ...voucher, periodFrom: voucher.feePeriod.from, periodTo: voucher.feePeriod.to }])
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      if (error.code !== 'signed-out')
        await alert('Nothing was printed', { tone: 'error', detail: error.msg })
    }
  })
  useEffect(() => {
    if (voucherId !== '') void printOne()
  }, [voucherId])
  const printListed = async () => {
    const listed = rows ?? (await load())
    if (listed) print.open(listed)
  }
  return (
    <>
      <Button
        ref={print.button}
        aria-keyshortcuts="Alt+V"
        disabled={disabled}
        onClick={() => void printListed()}
      >
        Print Vouchers
      </Button>
      {print.view}
    </>
  )
}

export function PrintSelectedVouchers({ rows }: { readonly rows: readonly PrintableVoucher[] }) {
  const print = usePrintView()
  return (
    <>
      <Button ref={print.button} size="compact-md" onClick={() => print.open(rows)}>
        Print vouchers
      </Button>
      {print.view}
    </>
  )
}

/** The vouchers being printed; the cursor returns to the button afterwards. */
function usePrintView() {
  const button = useRef<HTMLButtonElement>(null)
  const [vouchers, open] = useState<readonly PrintableVoucher[] | null>(null)
  const close = () => {
    // The page below must be rendered before it can take the focus.
    flushSync(() => open(null))
    button.current?.focus()
  }
  const view = vouchers && (
    <Suspense>
      <PrintedVouchers vouchers={vouchers} onDone={close} />
    </Suspense>
  )
  return { button, open, view }
}

/** Says before printing how many of the found vouchers are not posted, and offers to leave them out or to post them. */
export function UnpostedLine(props: NoticeProps<typeof printVouchers>) {
  const { rows, isNarrowed, query, switches, reload } = props
  const { role, rights } = useStaff()
  const drafts = rows.filter(({ posted }) => !posted).length
  const leaveOut = switches.find(({ leavesOut }) => leavesOut === 'to-do')
  if (drafts === 0) return null
  const them = agree(drafts, 'it', 'them')
  const month = monthIn(query)
  const isWholeMonth = !isNarrowed && query['studentClass'] === 'all' && query['section'] === 'all'
  const post = month && !isWholeMonth ? `Post all of ${monthName(month.month)}` : `Post ${them}`
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
      {canWrite(role) && rights.includes('generate') && (
        <PostThem month={month} label={post} reload={reload} />
      )}
    </Group>
  )
}

interface PostThemProps extends Pick<NoticeProps<typeof printVouchers>, 'reload'> {
  /** Null if the list is of several months; the button then opens the screen that posts. */
  readonly month: Month | null
  readonly label: string
}

/** Posts all vouchers of the month, also those that are not listed. */
function PostThem({ month, label, reload }: PostThemProps) {
  const alert = useAlert()
  const { send, sending } = useChange(postMonth)
  const post = async ({ year, month: monthNumber }: Month) => {
    try {
      const { count: posted } = await send({ params: { monthNumber }, query: { year } })
      const vouchers = `${count(posted, 'voucher')} of ${formatMonth({ year, month: monthNumber })}`
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
  const look = { variant: 'default', size: 'compact-md' } as const
  return month ? (
    <Button {...look} loading={sending} onClick={() => void post(month)}>
      {label}
    </Button>
  ) : (
    <Button {...look} component={Link} to="/post-vouchers">
      {label}
    </Button>
  )
}
