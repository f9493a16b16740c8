import { ActionIcon, Button, Paper, Text, VisuallyHidden } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CashierClosing } from '#contract/cashier-close.ts'
import { formatInstant } from '#domain/calendar.ts'
import { canWrite } from '#domain/roles.ts'
import { useStaff } from '#web/api/session.ts'
import { Rupees } from '#web/ui/rupees.tsx'
import { Table } from '#web/ui/table.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { differenceWords } from './difference-words.ts'
import './cashier-close.css'

interface CashierClosingTableProps {
  readonly closings: readonly CashierClosing[]
  /** True if no other user may write, so that cashiers accept their own closings. */
  readonly acceptsOwn: boolean
  readonly onAccept: (closing: CashierClosing) => void
  readonly onPrint: (closingNo: number) => void
}

/** The closings, newest first; a waiting closing has a button. */
export function CashierClosingTable({ closings, ...acts }: CashierClosingTableProps) {
  const isPhone = usePhone()
  return (
    <Paper withBorder className="cashier-table" role="region" aria-label="Closings, scrolls" tabIndex={0}>
      <Table aria-label="Closings" verticalSpacing={6} horizontalSpacing={12}>
        <Table.Thead>
          <Table.Tr>
            {isPhone ? (
              <Table.Th>Closing</Table.Th>
            ) : (
              <>
                <Table.Th>No.</Table.Th>
                <Table.Th>Closed</Table.Th>
                <Table.Th>Cashier</Table.Th>
                <Table.Th>Receipts</Table.Th>
                <Table.Th ta="end">Expected</Table.Th>
                <Table.Th ta="end">Counted</Table.Th>
                <Table.Th>Difference</Table.Th>
              </>
            )}
            <Table.Th ta="end">To the safe</Table.Th>
            {!isPhone && <Table.Th>Accepted by</Table.Th>}
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {closings.map((closing) => (
            <Row key={closing.closingNo} closing={closing} isPhone={isPhone} {...acts} />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

type ActsProps = Omit<CashierClosingTableProps, 'closings'> & { readonly closing: CashierClosing }

const Row = ({ closing, isPhone, onPrint, ...accept }: ActsProps & { readonly isPhone: boolean }) => (
  <Table.Tr>
    {isPhone ? <NarrowCell closing={closing} {...accept} /> : <WideCells closing={closing} />}
    <Table.Td ta="end">
      <Rupees of={closing.toSafe} />
    </Table.Td>
    {!isPhone && (
      <Table.Td>
        <Acceptance closing={closing} {...accept} />
      </Table.Td>
    )}
    <Table.Td>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Print slip of closing ${closing.closingNo}`}
        title={`Print slip of closing ${closing.closingNo}`}
        onClick={() => onPrint(closing.closingNo)}
      >
        <IconPrinter size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
    </Table.Td>
  </Table.Tr>
)

type AcceptProps = Pick<CashierClosingTableProps, 'acceptsOwn' | 'onAccept'>

interface OfClosing {
  readonly closing: CashierClosing
}

const WideCells = ({ closing }: OfClosing) => (
  <>
    <Table.Td>{closing.closingNo}</Table.Td>
    <Table.Td>{formatInstant(closing.closedAt)}</Table.Td>
    <Table.Td className="cashier-words">{closing.cashierName}</Table.Td>
    <Table.Td>{rangeOf(closing)}</Table.Td>
    <Table.Td ta="end">
      <Rupees of={closing.expected} />
    </Table.Td>
    <Table.Td ta="end">
      <Rupees of={closing.counted} />
    </Table.Td>
    <Table.Td className="cashier-words">
      <Difference closing={closing} />
    </Table.Td>
  </>
)

/** On a phone, one cell has everything except the amount for the safe. */
const NarrowCell = ({ closing, ...accept }: OfClosing & AcceptProps) => (
  <Table.Td className="cashier-words">
    No. {closing.closingNo}, {closing.cashierName}
    <Small>{formatInstant(closing.closedAt)}</Small>
    <Small>
      Receipts {rangeOf(closing)}; expected <Rupees of={closing.expected} />, counted{' '}
      <Rupees of={closing.counted} />
    </Small>
    <Difference closing={closing} />
    <div>
      <Acceptance closing={closing} {...accept} />
    </div>
  </Table.Td>
)

const rangeOf = ({ afterReceipt, upToReceipt }: CashierClosing): string =>
  upToReceipt > afterReceipt ? `${afterReceipt + 1} to ${upToReceipt}` : '–'

const Difference = ({ closing: { difference, remark, firstCounted } }: OfClosing) => (
  <>
    {difference === 0 ? (
      <Text span c="dimmed">
        No difference
      </Text>
    ) : (
      <Text span fw={600} c={difference < 0 ? 'red' : 'inherit'}>
        {differenceWords(difference)}
      </Text>
    )}
    {remark !== '' && <Small>{remark}</Small>}
    {firstCounted !== null && (
      <Small>
        First count <Rupees of={firstCounted} />
      </Small>
    )}
  </>
)

/** The accepting user and the time; otherwise the button, or a note that another user must accept. */
function Acceptance({ closing, acceptsOwn, onAccept }: OfClosing & AcceptProps) {
  const { role, userId } = useStaff()
  const { acceptedAt, acceptedByName, drawer, closingNo } = closing
  if (acceptedAt) {
    return (
      <>
        {acceptedByName} <Small>{formatInstant(acceptedAt)}</Small>
      </>
    )
  }
  if (!canWrite(role)) return <Small>Not accepted yet</Small>
  if (drawer === userId && !acceptsOwn) return <Small>Waits for another user</Small>
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Accept closing ${closingNo}`}
      onClick={() => onAccept(closing)}
    >
      Accept
    </Button>
  )
}

const Small = ({ children }: { readonly children: ReactNode }) => (
  <Text size="xs" c="dimmed">
    {children}
  </Text>
)
