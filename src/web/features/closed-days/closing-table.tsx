import type { BookClosing } from '#contract/closed-days.ts'
import { formatDate, formatInstant } from '#domain/calendar.ts'
import { Rupees } from '#web/ui/rupees.tsx'
import { Table } from '#web/ui/table.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { Paper, Text } from '@mantine/core'
import './closing-table.css'

interface ClosingTableProps {
  readonly closings: readonly BookClosing[]
}

/** The closings with the figures that they filed, and the reopenings with their reasons. */
export function ClosingTable({ closings }: ClosingTableProps) {
  const isPhone = usePhone()
  const Row = isPhone ? NarrowRow : WideRow
  return (
    <Paper withBorder className="closing-table" role="region" aria-label="Closings, scrolls" tabIndex={0}>
      <Table aria-label="Closings" verticalSpacing={6} horizontalSpacing={12}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>No.</Table.Th>
            <Table.Th>What</Table.Th>
            {!isPhone && (
              <>
                <Table.Th ta="end">Owed at the start</Table.Th>
                <Table.Th ta="end">Charged</Table.Th>
                <Table.Th ta="end">Adjusted</Table.Th>
                <Table.Th ta="end">Received</Table.Th>
              </>
            )}
            <Table.Th ta="end">Owed at the end</Table.Th>
            {!isPhone && <Table.Th>By</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {closings.map((closing) => (
            <Row key={closing.closingNo} closing={closing} />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

interface RowProps {
  readonly closing: BookClosing
}

const WideRow = ({ closing: { closingNo, figures, ...closing } }: RowProps) => (
  <Table.Tr>
    <Table.Td>{closingNo}</Table.Td>
    <Table.Td className="closing-what">
      {whatOf({ figures, ...closing })}
      {closing.reason !== '' && (
        <Text size="xs" c="dimmed">
          {closing.reason}
        </Text>
      )}
    </Table.Td>
    <Table.Td ta="end">{figures && <Rupees of={figures.opening} advance />}</Table.Td>
    <Table.Td ta="end">{figures && <Rupees of={figures.charged} />}</Table.Td>
    <Table.Td ta="end">{figures && <Rupees of={figures.adjusted} />}</Table.Td>
    <Table.Td ta="end">{figures && <Rupees of={figures.received} />}</Table.Td>
    <Table.Td ta="end">{figures && <Rupees of={figures.closing} advance />}</Table.Td>
    <Table.Td>
      {formatInstant(closing.enteredAt)}{' '}
      <Text span size="xs" c="dimmed">
        {closing.enteredByName}
      </Text>
    </Table.Td>
  </Table.Tr>
)

/** On a phone the figures stand below what was closed. */
const NarrowRow = ({ closing: { closingNo, figures, ...closing } }: RowProps) => (
  <Table.Tr>
    <Table.Td>{closingNo}</Table.Td>
    <Table.Td className="closing-what">
      {whatOf({ figures, ...closing })}
      <Text size="xs" c="dimmed">
        {figures ? (
          <>
            At the start <Rupees of={figures.opening} advance />, charged <Rupees of={figures.charged} />,
            adjusted <Rupees of={figures.adjusted} />, received <Rupees of={figures.received} />
          </>
        ) : (
          closing.reason
        )}
      </Text>
      <Text size="xs" c="dimmed">
        {formatInstant(closing.enteredAt)}, {closing.enteredByName}
      </Text>
    </Table.Td>
    <Table.Td ta="end">{figures && <Rupees of={figures.closing} advance />}</Table.Td>
  </Table.Tr>
)

function whatOf({ figures, closedUntil }: Pick<BookClosing, 'figures' | 'closedUntil'>): string {
  if (figures) {
    const { from, until } = figures
    return from === null
      ? `Closed up to ${formatDate(until)}`
      : `Closed ${formatDate(from)} to ${formatDate(until)}`
  }
  return closedUntil === null ? 'Reopened: every day' : `Reopened: closed up to ${formatDate(closedUntil)}`
}
