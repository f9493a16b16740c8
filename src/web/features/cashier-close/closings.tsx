import { Button, Group, SegmentedControl, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { acceptClosing, cashierClosings, type CashierClosing } from '#contract/cashier-close.ts'
import { formatInstant, type CalendarDate } from '#domain/calendar.ts'
import { differenceWords } from '#domain/cashier-close.ts'
import { formatRupees } from '#domain/money.ts'
import { canWrite } from '#domain/roles.ts'
import type { Reply } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useAct } from '#web/kit/form/use-act.ts'
import { rupeesColumn } from '#web/kit/table/cells.tsx'
import { RecordTable, type RecordColumn } from '#web/kit/table/record-table.tsx'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { depositColumns } from './safe.tsx'

type Tab = 'all' | 'mine' | 'waiting'

export interface ShownClosings {
  readonly tab: Tab
  readonly fromDate: CalendarDate | ''
  readonly toDate: CalendarDate | ''
}

interface ClosingsProps {
  readonly shown: ShownClosings
  readonly show: (changed: Partial<ShownClosings>) => void
  readonly onPrint: (closingNo: number) => void
}

export function Closings({ shown, show, onPrint }: ClosingsProps) {
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
  const acceptance = (closing: CashierClosing) => (
    <Acceptance closing={closing} mayAccept={mayAccept(closing)} accept={accept.run} />
  )
  return (
    <>
      <section className="drawer-closings">
        <ClosingsHead shown={shown} show={show} waiting={data?.closings.filter(mayAccept).length ?? 0} />
        <RecordTable
          label="Closings"
          columns={columnsFor(isPhone, acceptance)}
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
      {data && (
        <>
          <Section
            title="Differences by cashier"
            className="drawer-differences"
            columns={differenceColumns}
            rows={data.differences}
            rowKey={({ drawer }) => drawer}
          />
          <Section
            title="Deposits"
            className="drawer-deposits"
            columns={depositColumns}
            rows={data.deposits}
            rowKey={({ depositNo }) => depositNo}
          />
        </>
      )}
    </>
  )
}

function useClosings({ fromDate, toDate }: ShownClosings) {
  const { today } = useStaff()
  return useCall(
    cashierClosings,
    { params: { fromDate: fromDate || today, toDate: toDate || today } },
    { enabled: fromDate !== '' && toDate !== '' },
  )
}

interface AcceptanceProps {
  readonly closing: CashierClosing
  readonly mayAccept: boolean
  readonly accept: (closing: CashierClosing) => void
}

/** The accepting user; otherwise the button, or a note that another user must accept. */
function Acceptance({ closing, mayAccept, accept }: AcceptanceProps) {
  const { role } = useStaff()
  const { acceptedAt, acceptedByName, closingNo } = closing
  if (acceptedAt) return <bdi title={formatInstant(acceptedAt)}>{acceptedByName}</bdi>
  if (!canWrite(role)) return 'Not accepted yet'
  if (!mayAccept) return 'Waits for another user'
  const label = `Accept closing ${closingNo}`
  return (
    <Button size="compact-sm" variant="default" aria-label={label} onClick={() => accept(closing)}>
      Accept
    </Button>
  )
}

const noneIn: Readonly<Record<Tab, string>> = {
  all: 'No drawer was closed in these days',
  mine: 'You closed no drawer in these days',
  waiting: 'No closing waits to be accepted',
}

function useAccept() {
  const alert = useAlert()
  return useAct(acceptClosing, {
    ask: ({ closingNo, cashierName, toSafe, difference }: CashierClosing) => ({
      title: `Accept closing ${closingNo}?`,
      message: `You take Rs ${formatRupees(toSafe)} from ${cashierName} into the safe. Difference: ${differenceWords(difference)}.`,
      confirmLabel: 'Yes, accept',
    }),
    sent: ({ closingNo }) => ({ params: { closingNo } }),
    done: ({ msg, inSafe }) => alert(msg, { detail: `Rs ${formatRupees(inSafe)} are in the safe.` }),
  })
}

interface SectionProps<Row> {
  readonly title: string
  readonly className: string
  readonly columns: readonly RecordColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
}

/** A list with its title; nothing if there are no rows. */
function Section<Row>({ title, className, ...list }: SectionProps<Row>) {
  if (list.rows.length === 0) return null
  return (
    <section className={className}>
      <Title order={2} mb="xs">
        {title}
      </Title>
      <RecordTable label={title} {...list} />
    </section>
  )
}

type HeadProps = Omit<ClosingsProps, 'onPrint'> & { readonly waiting: number }

function ClosingsHead({ shown: { tab, fromDate, toDate }, show, waiting }: HeadProps) {
  const { rights } = useStaff()
  return (
    <Group justify="space-between" align="flex-end" gap="sm" mb="xs">
      <Title order={2}>Closings</Title>
      <SegmentedControl<Tab>
        size="xs"
        aria-label="Closings of"
        data={[
          { value: 'all', label: 'All cashiers' },
          ...(rights.includes('receive') ? [{ value: 'mine', label: 'Mine' } as const] : []),
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
  { key: 'receipts', heading: 'Receipts', cell: rangeOf },
  rupeesColumn('counted', 'Counted', ({ counted }) => counted, { width: 64 }),
  { key: 'difference', heading: 'Difference', wraps: true, width: 84, cell: differenceCell },
  rupeesColumn('toSafe', 'To the safe', ({ toSafe }) => toSafe, { card: 'figure' }),
  { key: 'acceptance', heading: 'Accepted by', wraps: true, width: 84, cell: acceptance },
]

/** `704–705`, or `704` alone. */
function rangeOf({ afterReceipt, upToReceipt }: CashierClosing): string {
  const first = afterReceipt + 1
  if (upToReceipt < first) return '–'
  return first === upToReceipt ? String(first) : `${first}–${upToReceipt}`
}

function differenceCell({ difference, remark, firstCounted }: CashierClosing) {
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

const differenceColumns: readonly RecordColumn<Reply<typeof cashierClosings>['differences'][number]>[] = [
  { key: 'cashier', heading: 'Cashier', card: 'title', wraps: true, cell: ({ cashierName }) => cashierName },
  { key: 'closings', heading: 'Closings', figures: true, cell: ({ closings }) => closings },
  { key: 'differing', heading: 'Differing', figures: true, cell: ({ differing }) => differing },
  { key: 'short', heading: 'Short', figures: true, cell: ({ short }) => formatRupees(short) },
  { key: 'over', heading: 'Over', figures: true, cell: ({ over }) => formatRupees(over) },
]
