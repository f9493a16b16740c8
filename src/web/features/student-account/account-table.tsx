import { formatRupees } from '#domain/money.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { Empty } from '#web/ui/states.tsx'
import { Table, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useLayoutEffect, useRef } from 'react'
import type { AccountLine } from './account-lines.ts'

interface Props {
  readonly lines: readonly AccountLine[]
}

/** Everything that happened to the account, oldest first, with what was owed after each; it opens at its end. */
export function AccountTable({ lines }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (frame.current) frame.current.scrollTop = frame.current.scrollHeight
  }, [lines])
  return (
    <section className="student-account" aria-labelledby="student-account">
      <Title order={2} id="student-account" mb={4}>
        Account
      </Title>
      {lines.length === 0 ? (
        <Empty title="Nothing was charged or received yet" />
      ) : (
        <div
          ref={frame}
          className="student-account-frame"
          role="region"
          aria-label="Account, scrolls"
          tabIndex={0}
        >
          <Lines lines={lines} />
        </div>
      )}
    </section>
  )
}

function Lines({ lines }: Props) {
  const narrow = useMediaQuery('(max-width: 599px)', false, { getInitialValueInEffect: false })
  const Line = narrow ? NarrowLine : WideLine
  return (
    <Table aria-labelledby="student-account" stickyHeader verticalSpacing={5} horizontalSpacing={8}>
      <Table.Thead>
        <Table.Tr>
          {!narrow && <Table.Th>Date</Table.Th>}
          <Table.Th>What</Table.Th>
          {!narrow && <Table.Th>Voucher, receipt</Table.Th>}
          {!narrow && <Table.Th>Who</Table.Th>}
          <Table.Th ta="end">Amount</Table.Th>
          <Table.Th ta="end">Balance</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line) => (
          <Table.Tr key={line.key} {...(line.movesNothing && { c: 'dimmed' })}>
            <Line line={line} />
            <Table.Td className="student-account-figure">{formatRupees(line.amount)}</Table.Td>
            <Table.Td className="student-account-figure">{balanceText(line.balance)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

interface LineProps {
  readonly line: AccountLine
}

const WideLine = ({ line }: LineProps) => (
  <>
    <Table.Td className="student-account-whole">{line.date}</Table.Td>
    <Table.Td>
      <What line={line} />
    </Table.Td>
    <Table.Td className="student-account-whole">{line.numbers}</Table.Td>
    <Table.Td className="student-account-who" title={line.userId}>
      {line.who}
    </Table.Td>
  </>
)

/** On a telephone all that is no figure stands in one cell. */
const NarrowLine = ({ line }: LineProps) => (
  <Table.Td>
    <Small>{line.date}</Small>
    <What line={line} />
    <Small>{line.numbers}</Small>
    <Small>{line.who}</Small>
  </Table.Td>
)

const What = ({ line: { what, note } }: LineProps) => (
  <>
    {what}{' '}
    {note !== '' && (
      <Text span size="xs" c="dimmed">
        {note}
      </Text>
    )}
  </>
)

const Small = ({ children }: { readonly children: string }) => (
  <Text size="xs" c="dimmed">
    {children}
  </Text>
)
