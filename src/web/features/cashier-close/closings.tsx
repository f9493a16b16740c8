import { Button, Group, SegmentedControl, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { acceptClosing, cashierClosings, type CashierClosing } from '#contract/cashier-close.ts'
import { addMonths, firstOfMonth, formatInstant, monthOf, type CalendarDate } from '#domain/calendar.ts'
import { differenceWords } from '#domain/cashier-close.ts'
import { formatRupees } from '#domain/money.ts'
import { canWrite } from '#domain/roles.ts'
import type { Reply } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { RecordTable, type RecordColumn } from '#web/kit/table/record-table.tsx'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { Deposits } from './safe.tsx'

type ClosingsReply = Reply<typeof cashierClosings>

type Tab = 'all' | 'mine' | 'waiting'

interface Shown {
  readonly tab: Tab
  readonly fromDate: CalendarDate | ''
  readonly toDate: CalendarDate | ''
}

/** The chosen tab and days. Begins a month back, so that it lists a closing that waits since the end of last month. */
export function useShownClosings() {
  const { today } = useStaff()
  const [shown, setShown] = useState<Shown>({
    tab: 'all',
    fromDate: firstOfMonth(addMonths(monthOf(today), -1)),
    toDate: today,
  })
  return { ...shown, show: (changed: Partial<Shown>) => setShown({ ...shown, ...changed }) }
}

function useClosings({ fromDate, toDate }: Shown) {
  const { today } = useStaff()
  return useCall(
    cashierClosings,
    { params: { fromDate: fromDate || today, toDate: toDate || today } },
    { enabled: fromDate !== '' && toDate !== '' },
  )
}

interface ClosingsProps {
  readonly shown: ReturnType<typeof useShownClosings>
  readonly onPrint: (closingNo: number) => void
}

/** The closings of all cashiers and their acceptance, the differences by cashier, and the deposits. */
export function Closings({ shown, onPrint }: ClosingsProps) {
  const { userId } = useStaff()
  const isPhone = usePhone()
  const accept = useAccept()
  const { tab, fromDate, toDate } = shown
  const hasDates = fromDate !== '' && toDate !== ''
  const { data, error, refetch } = useClosings(shown)
  const isOwn = ({ drawer }: CashierClosing) => drawer === userId
  const mayAccept = (closing: CashierClosing) =>
    closing.acceptedAt === null && (!isOwn(closing) || data?.acceptsOwn === true)
  const filters = { all: () => true, mine: isOwn, waiting: mayAccept }
  const columns = columnsFor(isPhone, (closing) => (
    <Acceptance closing={closing} mayAccept={mayAccept(closing)} accept={() => void accept(closing)} />
  ))
  return (
    <>
      <section className="drawer-closings">
        <ClosingsHead shown={shown} waiting={data?.closings.filter(mayAccept).length ?? 0} />
        <RecordTable
          label="Closings"
          columns={columns}
          rows={hasDates ? data?.closings.filter(filters[tab]) : []}
          rowKey={({ closingNo }) => closingNo}
          acts={({ closingNo }) => [
            {
              label: `Print slip of closing ${closingNo}`,
              icon: IconPrinter,
              onPress: () => onPrint(closingNo),
            },
          ]}
          empty={hasDates ? noneIn[tab] : 'Enter both dates'}
          failure={error}
          retry={() => void refetch()}
          {...(!isPhone && { maxHeight: 400 })}
        />
      </section>
      {data && <Differences differences={data.differences} />}
      {data && <Deposits deposits={data.deposits} />}
    </>
  )
}

const noneIn: Readonly<Record<Tab, string>> = {
  all: 'No drawer was closed in these days',
  mine: 'You closed no drawer in these days',
  waiting: 'No closing waits to be accepted',
}

const Differences = ({ differences }: Pick<ClosingsReply, 'differences'>) =>
  differences.length > 0 && (
    <section className="drawer-differences">
      <Title order={2} mb="xs">
        Differences by cashier
      </Title>
      <RecordTable
        label="Differences by cashier"
        columns={differenceColumns}
        rows={differences}
        rowKey={({ drawer }) => drawer}
      />
    </section>
  )

function ClosingsHead({ shown, waiting }: Pick<ClosingsProps, 'shown'> & { readonly waiting: number }) {
  const { rights } = useStaff()
  const { tab, fromDate, toDate, show } = shown
  const mine = rights.includes('receive') ? [{ value: 'mine', label: 'Mine' } as const] : []
  return (
    <Group justify="space-between" align="flex-end" gap="sm" mb="xs">
      <Title order={2}>Closings</Title>
      <SegmentedControl
        size="xs"
        aria-label="Closings of"
        data={[
          { value: 'all', label: 'All cashiers' },
          ...mine,
          { value: 'waiting', label: `To accept ${waiting}` },
        ]}
        value={tab}
        onChange={(chosen) => show({ tab: chosen })}
      />
      <Group gap="xs" className="drawer-days">
        <DateField label="From Date" value={fromDate} onChange={(date) => show({ fromDate: date })} />
        <DateField label="To Date" value={toDate} onChange={(date) => show({ toDate: date })} />
      </Group>
    </Group>
  )
}

const columnsFor = (
  isPhone: boolean,
  acceptance: (closing: CashierClosing) => ReactNode,
): readonly RecordColumn<CashierClosing>[] => [
  {
    key: 'no',
    heading: 'No.',
    width: 40,
    card: 'title',
    cell: ({ closingNo, cashierName }) => (isPhone ? `No. ${closingNo}, ${cashierName}` : closingNo),
  },
  { key: 'closed', heading: 'Closed', card: 'plain', cell: ({ closedAt }) => formatInstant(closedAt) },
  {
    key: 'cashier',
    heading: 'Cashier',
    card: 'none',
    wraps: true,
    width: 96,
    cell: ({ cashierName }) => <bdi>{cashierName}</bdi>,
  },
  {
    key: 'receipts',
    heading: 'Receipts',
    cell: rangeOf,
  },
  {
    key: 'counted',
    heading: 'Counted',
    figures: true,
    width: 64,
    cell: ({ counted }) => <Rupees of={counted} />,
  },
  {
    key: 'difference',
    heading: 'Difference',
    wraps: true,
    width: 84,
    cell: (closing) => <Difference closing={closing} />,
  },
  {
    key: 'toSafe',
    heading: 'To the safe',
    figures: true,
    card: 'figure',
    cell: ({ toSafe }) => <Rupees of={toSafe} />,
  },
  { key: 'acceptance', heading: 'Accepted by', wraps: true, width: 84, cell: acceptance },
]

/** `704–705`, or `704` alone. */
function rangeOf({ afterReceipt, upToReceipt }: CashierClosing): string {
  const first = afterReceipt + 1
  if (upToReceipt < first) return '–'
  return first === upToReceipt ? String(first) : `${first}–${upToReceipt}`
}

const Difference = ({
  closing: { difference, remark, firstCounted },
}: {
  readonly closing: CashierClosing
}) => {
  const first = firstCounted === null ? '' : `First count ${formatRupees(firstCounted)}`
  const notes = [remark, first].filter((note) => note !== '').join(' · ')
  return (
    <>
      {difference === 0 ? (
        <Text span inherit c="dimmed">
          none
        </Text>
      ) : (
        <StatusChip kind={difference < 0 ? 'overdue' : 'to-do'}>{differenceWords(difference)}</StatusChip>
      )}{' '}
      {notes !== '' && <small>{notes}</small>}
    </>
  )
}

interface AcceptanceProps {
  readonly closing: CashierClosing
  readonly mayAccept: boolean
  readonly accept: () => void
}

/** The accepting user; otherwise the button, or a note that another user must accept. */
function Acceptance({ closing, mayAccept, accept }: AcceptanceProps) {
  const { role } = useStaff()
  const { acceptedAt, acceptedByName, closingNo } = closing
  if (acceptedAt) return <bdi title={formatInstant(acceptedAt)}>{acceptedByName}</bdi>
  if (!canWrite(role)) return 'Not accepted yet'
  if (!mayAccept) return 'Waits for another user'
  return (
    <Button size="compact-sm" variant="default" aria-label={`Accept closing ${closingNo}`} onClick={accept}>
      Accept
    </Button>
  )
}

/** Accepts the counted cash of a closing into the safe. */
function useAccept() {
  const change = useChange(acceptClosing)
  const alert = useAlert()
  const confirm = useConfirm()
  const tellFailure = useTellFailure()
  return async ({ closingNo, cashierName, toSafe, difference }: CashierClosing) => {
    const isAccepted = await confirm({
      title: `Accept closing ${closingNo}?`,
      message: `You take Rs ${formatRupees(toSafe)} from ${cashierName} into the safe. Difference: ${differenceWords(difference)}.`,
      confirmLabel: 'Yes, accept',
    })
    if (!isAccepted) return
    try {
      const { msg, inSafe } = await change.send({ params: { closingNo } })
      await alert(msg, { detail: `Rs ${formatRupees(inSafe)} are in the safe.` })
    } catch (error) {
      await tellFailure(error)
    }
  }
}

const differenceColumns: readonly RecordColumn<ClosingsReply['differences'][number]>[] = [
  { key: 'cashier', heading: 'Cashier', card: 'title', wraps: true, cell: ({ cashierName }) => cashierName },
  { key: 'closings', heading: 'Closings', figures: true, cell: ({ closings }) => closings },
  { key: 'differing', heading: 'Differing', figures: true, cell: ({ differing }) => differing },
  { key: 'short', heading: 'Short', figures: true, cell: ({ short }) => formatRupees(short) },
  { key: 'over', heading: 'Over', figures: true, cell: ({ over }) => formatRupees(over) },
]
