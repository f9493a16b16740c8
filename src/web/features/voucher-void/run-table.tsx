import { ActionIcon, Paper, Text, VisuallyHidden } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { VoucherRunReply } from '#contract/voucher-void.ts'
import { dateAt, formatDate, formatInstant, formatMonth } from '#domain/calendar.ts'
import { count, formatCount } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import { MenuButton } from '#web/ui/popup-button.tsx'
import type { MenuEntry } from '#web/ui/popups.tsx'
import { StatusChip, type StatusKind } from '#web/ui/status-chip.tsx'
import { Table } from '#web/ui/table.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import './run-table.css'

export type RunAction = 'void' | 'redate'

interface RunTableProps {
  readonly runs: readonly VoucherRunReply[]
  readonly open: (action: RunAction, run: VoucherRunReply) => void
}

export function RunTable({ runs, open }: RunTableProps) {
  const isPhone = usePhone()
  const Row = isPhone ? NarrowRow : WideRow
  return (
    <Paper withBorder className="run-table" role="region" aria-label="Voucher runs, scrolls" tabIndex={0}>
      <Table aria-label="Voucher runs" verticalSpacing={5} horizontalSpacing={12}>
        <Table.Thead>{isPhone ? <NarrowHead /> : <WideHead />}</Table.Thead>
        <Table.Tbody>
          {runs.map((run) => (
            <Row key={run.runNo} run={run} open={open} />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

const ActionsHead = () => (
  <Table.Th>
    <VisuallyHidden>Actions</VisuallyHidden>
  </Table.Th>
)

const WideHead = () => (
  <Table.Tr>
    <Table.Th>Run</Table.Th>
    <Table.Th>Month</Table.Th>
    <Table.Th>For</Table.Th>
    <Table.Th>State</Table.Th>
    <Table.Th ta="end">Vouchers</Table.Th>
    <Table.Th ta="end">Amount</Table.Th>
    <Table.Th>Due date</Table.Th>
    <Table.Th>Generated</Table.Th>
    <ActionsHead />
  </Table.Tr>
)

const NarrowHead = () => (
  <Table.Tr>
    <Table.Th>Run</Table.Th>
    <Table.Th ta="end">Amount</Table.Th>
    <ActionsHead />
  </Table.Tr>
)

type RowProps = Pick<RunTableProps, 'open'> & { readonly run: VoucherRunReply }

const WideRow = ({ run, open }: RowProps) => (
  <Table.Tr>
    <Table.Td>{run.runNo}</Table.Td>
    <Table.Td>{formatMonth(run)}</Table.Td>
    <Table.Td className="run-table-text">
      <For run={run} />
      <Voiding run={run} />
    </Table.Td>
    <Table.Td>
      <State run={run} />
    </Table.Td>
    <Table.Td ta="end">{formatCount(run.vouchers)}</Table.Td>
    <Table.Td ta="end">{formatRupees(run.amount)}</Table.Td>
    <Table.Td>{formatDate(run.dueDate)}</Table.Td>
    <Table.Td title={`${formatInstant(run.generatedAt)}, ${run.generatedByName}`}>
      {formatDate(dateAt(run.generatedAt))}{' '}
      <Text span size="xs" c="dimmed">
        {run.generatedByName}
      </Text>
    </Table.Td>
    <Table.Td ta="end">
      <RunMenu run={run} open={open} />
    </Table.Td>
  </Table.Tr>
)

/** On a phone, one cell has everything except the amount. */
const NarrowRow = ({ run, open }: RowProps) => (
  <Table.Tr>
    <Table.Td className="run-table-text">
      {run.runNo}, {formatMonth(run)}
      <div>
        <For run={run} />
      </div>
      <State run={run} />
      <Small>
        {count(run.vouchers, 'voucher')}, due on {formatDate(run.dueDate)}
      </Small>
      <Small>
        {formatDate(dateAt(run.generatedAt))}, {run.generatedByName}
      </Small>
      <Voiding run={run} />
    </Table.Td>
    <Table.Td ta="end">{formatRupees(run.amount)}</Table.Td>
    <Table.Td ta="end">
      <RunMenu run={run} open={open} />
    </Table.Td>
  </Table.Tr>
)

interface OfRun {
  readonly run: VoucherRunReply
}

const For = ({ run: { rollNo, studentName } }: OfRun) =>
  rollNo === null ? (
    <Text span fw={600}>
      Campus
    </Text>
  ) : (
    <>
      <bdi>{studentName}</bdi>, Roll No. {rollNo}
    </>
  )

const Voiding = ({ run: { voidedAt, voidedByName, voidReason } }: OfRun) =>
  voidedAt && (
    <Small>
      Voided {formatInstant(voidedAt)} by {voidedByName}: {voidReason}
    </Small>
  )

const Small = ({ children }: { readonly children: ReactNode }) => (
  <Text size="xs" c="dimmed">
    {children}
  </Text>
)

function State({ run }: OfRun) {
  const [kind, words] = stateOf(run)
  return <StatusChip kind={kind}>{words}</StatusChip>
}

function stateOf({ vouchers, posted, voided }: VoucherRunReply): readonly [StatusKind, string] {
  if (vouchers === 0) return ['carried', voided > 0 ? 'Voided' : 'Replaced']
  if (posted === 0) return ['to-do', 'Not posted']
  return posted === vouchers ? ['unpaid', 'Posted'] : ['part', 'Partly posted']
}

function RunMenu({ run, open }: RowProps) {
  const entries: MenuEntry[] = []
  if (run.unpaid > 0) entries.push({ label: 'Change due date…', onPress: () => open('redate', run) })
  if (run.vouchers > 0) entries.push({ label: 'Void…', onPress: () => open('void', run), removes: true })
  if (entries.length === 0) return null
  return (
    <MenuButton
      position="bottom-end"
      entries={entries}
      button={
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for run ${run.runNo}`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      }
    />
  )
}
