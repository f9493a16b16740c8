import { Button, Group, SegmentedControl, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { acceptClosing, cashierClosings, type CashierClosing } from '#contract/cashier-close.ts'
import { formatInstant, type CalendarDate } from '#domain/calendar.ts'
import { differenceWords } from '#domain/cashier-close.ts'
import { formatRupees } from '#domain/money.ts'
import { canWrite } from '#domain/roles.ts'
import type { Reply } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useAct } from '#web/kit/form/use-act.ts'
import { column, rupeesColumn } from '#web/kit/table/cells.tsx'
import { RecordTable, type RecordColumn, type RecordTableProps } from '#web/kit/table/record-table.tsx'
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
  const { userId, today } = useStaff()
  const isPhone = usePhone()
  const { tab, fromDate, toDate } = shown
  const hasDates = fromDate !== '' && toDate !== ''
  const params = hasDates ? { fromDate, toDate } : { fromDate: today, toDate: today }
  const { data, error, refetch } = useCall(cashierClosings, { params }, { enabled: hasDates })
  const { closings, differences, deposits }: Partial<Reply<typeof cashierClosings>> = data ?? {}
  const isOwn = ({ drawer }: CashierClosing) => drawer === userId
  const mayAccept = (closing: CashierClosing) =>
    closing.acceptedAt === null && (!isOwn(closing) || data?.acceptsOwn === true)
  const filters = { all: () => true, mine: isOwn, waiting: mayAccept }
  return (
    <>
      <section className="drawer-closings">
        <ClosingsHead shown={shown} show={show} waiting={closings?.filter(mayAccept).length ?? 0} />
        <RecordTable
          label="Closings"
          columns={columnsFor(isPhone, mayAccept)}
          rows={hasDates ? closings?.filter(filters[tab]) : []}
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
      <Section
        title="Differences by cashier"
        className="drawer-differences"
        columns={differenceColumns}
        rows={differences}
        rowKey={({ drawer }) => drawer}
      />
      <Section
        title="Deposits"
        className="drawer-deposits"
        columns={depositColumns}
        rows={deposits}
        rowKey={({ depositNo }) => depositNo}
      />
    </>
  )
}

const noneIn: Readonly<Record<Tab, string>> = {
  all: 'No drawer was closed in these days',
  mine: 'You closed no drawer in these days',
  waiting: 'No closing waits to be accepted',
}

type AcceptanceProps = { readonly closing: CashierClosing; readonly mayAccept: boolean }

/** The accepting user; otherwise the button, or a note that another user must accept. */
function Acceptance({ closing, mayAccept }: AcceptanceProps) {
  const { role } = useStaff()
  const alert = useAlert()
  const { closingNo, acceptedAt, acceptedByName, cashierName, toSafe, difference } = closing
  const accept = useAct(acceptClosing, {
    ask: () => ({
      title: `Accept closing ${closingNo}?`,
      message: `You take Rs ${formatRupees(toSafe)} from ${cashierName} into the safe. Difference: ${differenceWords(difference)}.`,
      confirmLabel: 'Yes, accept',
    }),
    sent: () => ({ params: { closingNo } }),
    done: ({ msg, inSafe }) => alert(msg, { detail: `Rs ${formatRupees(inSafe)} are in the safe.` }),
  })
  if (acceptedAt) return <bdi title={formatInstant(acceptedAt)}>{acceptedByName}</bdi>
  if (!canWrite(role)) return 'Not accepted yet'
  if (!mayAccept) return 'Waits for another user'
  const label = `Accept closing ${closingNo}`
  return (
    <Button size="compact-sm" variant="default" aria-label={label} onClick={() => accept.run()}>
      Accept
    </Button>
  )
}

type SectionProps<Row> = Pick<RecordTableProps<Row>, 'columns' | 'rows' | 'rowKey'> & {
  readonly title: string
  readonly className: string
}

/** A list with its title; nothing if there are no rows. */
const Section = <Row,>({ title, className, ...list }: SectionProps<Row>) =>
  list.rows !== undefined &&
  list.rows.length > 0 && (
    <section className={className}>
      <Title order={2} mb="xs">
        {title}
      </Title>
      <RecordTable label={title} {...list} />
    </section>
  )

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
  mayAccept: (closing: CashierClosing) => boolean,
): readonly RecordColumn<CashierClosing>[] => [
  column('No.', { width: 40, card: 'title' }, ({ closingNo, cashierName }) =>
    isPhone ? `No. ${closingNo}, ${cashierName}` : closingNo,
  ),
  column('Closed', { card: 'plain' }, ({ closedAt }) => formatInstant(closedAt)),
  column('Cashier', { card: 'none', wraps: true, width: 96 }, ({ cashierName }) => <bdi>{cashierName}</bdi>),
  column('Receipts', {}, rangeOf),
  rupeesColumn('counted', 'Counted', ({ counted }) => counted, { width: 64 }),
  column('Difference', { wraps: true, width: 84 }, differenceCell),
  rupeesColumn('toSafe', 'To the safe', ({ toSafe }) => toSafe, { card: 'figure' }),
  column('Accepted by', { wraps: true, width: 84 }, (closing) => (
    <Acceptance closing={closing} mayAccept={mayAccept(closing)} />
  )),
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
  column('Cashier', { card: 'title', wraps: true }, ({ cashierName }) => cashierName),
  column('Closings', { figures: true }, ({ closings }) => closings),
  column('Differing', { figures: true }, ({ differing }) => differing),
  column('Short', { figures: true }, ({ short }) => formatRupees(short)),
  column('Over', { figures: true }, ({ over }) => formatRupees(over)),
]
