import { Anchor, Paper, Text } from '@mantine/core'
import { useState } from 'react'
import type { BookClosing } from '#contract/closed-days.ts'
import { formatDate, formatInstant } from '#domain/calendar.ts'
import { formatDigest } from '#domain/digest.ts'
import { Rupees } from '#web/ui/rupees.tsx'
import { Table } from '#web/ui/table.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { hasFiledClasses, type FiledClosing } from './filed-closing.ts'
import { RollForwardDialog } from './roll-forward-dialog.tsx'
import './closing-table.css'

interface ClosingTableProps {
  readonly closings: readonly BookClosing[]
}

/** The closings with the figures that they filed, and the reopenings with their reasons. */
export function ClosingTable({ closings }: ClosingTableProps) {
  const isPhone = usePhone()
  const Row = isPhone ? NarrowRow : WideRow
  const [opened, setOpened] = useState<FiledClosing | null>(null)
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
            <Row key={closing.closingNo} closing={closing} open={setOpened} />
          ))}
        </Table.Tbody>
      </Table>
      {opened && <RollForwardDialog closing={opened} close={() => setOpened(null)} />}
    </Paper>
  )
}

interface RowProps {
  readonly closing: BookClosing
  /** Opens the roll-forward that was filed. */
  readonly open: (closing: FiledClosing) => void
}

const RollForwardButton = ({ closing, open }: RowProps) =>
  hasFiledClasses(closing) && (
    <Anchor
      component="button"
      type="button"
      size="sm"
      aria-label={`Roll-forward of closing ${closing.closingNo}`}
      onClick={() => open(closing)}
    >
      Roll-forward
    </Anchor>
  )

/** Only in the first closing after a school moved in. */
const BroughtIn = ({ closing: { figures } }: Pick<RowProps, 'closing'>) =>
  figures !== null &&
  figures.broughtIn !== 0 && (
    <Text size="xs" c="dimmed">
      Opening balances brought in: <Rupees of={figures.broughtIn} advance />
    </Text>
  )

const DigestLine = ({ closing: { digest } }: Pick<RowProps, 'closing'>) =>
  digest && (
    <Text size="xs" c="dimmed">
      Digest {formatDigest(digest)}
    </Text>
  )

const WideRow = ({ closing, open }: RowProps) => (
  <Table.Tr>
    <Table.Td>{closing.closingNo}</Table.Td>
    <Table.Td className="closing-what">
      {whatOf(closing)} <RollForwardButton closing={closing} open={open} />
      {closing.reason !== '' && (
        <Text size="xs" c="dimmed">
          {closing.reason}
        </Text>
      )}
      <BroughtIn closing={closing} />
      <DigestLine closing={closing} />
    </Table.Td>
    <Table.Td ta="end">{closing.figures && <Rupees of={closing.figures.opening} advance />}</Table.Td>
    <Table.Td ta="end">{closing.figures && <Rupees of={closing.figures.charged} />}</Table.Td>
    <Table.Td ta="end">{closing.figures && <Rupees of={closing.figures.adjusted} />}</Table.Td>
    <Table.Td ta="end">{closing.figures && <Rupees of={closing.figures.received} />}</Table.Td>
    <Table.Td ta="end">{closing.figures && <Rupees of={closing.figures.closing} advance />}</Table.Td>
    <Table.Td>
      {formatInstant(closing.enteredAt)}{' '}
      <Text span size="xs" c="dimmed">
        {closing.enteredByName}
      </Text>
    </Table.Td>
  </Table.Tr>
)

/** On a phone, the figures are below the closed days. */
const NarrowRow = ({ closing, open }: RowProps) => (
  <Table.Tr>
    <Table.Td>{closing.closingNo}</Table.Td>
    <Table.Td className="closing-what">
      {whatOf(closing)} <RollForwardButton closing={closing} open={open} />
      <Text size="xs" c="dimmed">
        {closing.figures ? (
          <>
            At the start <Rupees of={closing.figures.opening} advance />, charged{' '}
            <Rupees of={closing.figures.charged} />, adjusted <Rupees of={closing.figures.adjusted} />,
            received <Rupees of={closing.figures.received} />
          </>
        ) : (
          closing.reason
        )}
      </Text>
      <Text size="xs" c="dimmed">
        {formatInstant(closing.enteredAt)}, {closing.enteredByName}
      </Text>
      <BroughtIn closing={closing} />
      <DigestLine closing={closing} />
    </Table.Td>
    <Table.Td ta="end">{closing.figures && <Rupees of={closing.figures.closing} advance />}</Table.Td>
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
