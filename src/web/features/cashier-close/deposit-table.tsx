import { Paper, Text, Title } from '@mantine/core'
import type { Deposit } from '#contract/cashier-close.ts'
import { formatDate } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import { Rupees } from '#web/ui/rupees.tsx'
import { Table } from '#web/ui/table.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import './cashier-close.css'

interface DepositTableProps {
  readonly deposits: readonly Deposit[]
}

/** Newest first, each with the closings whose cash it has. */
export const DepositTable = ({ deposits }: DepositTableProps) => {
  const isPhone = usePhone()
  return (
    <section aria-labelledby="deposits">
      <Title order={2} id="deposits" mb="xs">
        Deposits
      </Title>
      <Paper withBorder className="cashier-table" role="region" aria-label="Deposits, scrolls" tabIndex={0}>
        <Table aria-label="Deposits" verticalSpacing={6} horizontalSpacing={12}>
          <Table.Thead>
            <Table.Tr>
              {!isPhone && <Table.Th>No.</Table.Th>}
              <Table.Th>Deposit</Table.Th>
              <Table.Th ta="end">Cash</Table.Th>
              {!isPhone && <Table.Th ta="end">Cheques</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {deposits.map((deposit) => (
              <Table.Tr key={deposit.depositNo}>
                {!isPhone && <Table.Td>{deposit.depositNo}</Table.Td>}
                <Table.Td className="cashier-words">
                  {formatDate(deposit.depositedDate)}, <bdi>{deposit.account}</bdi>, slip{' '}
                  <bdi>{deposit.slip}</bdi>
                  <Text size="xs" c="dimmed">
                    {emptiedWords(deposit)}
                    {isPhone && deposit.cheques.length > 0 && `${chequesWords(deposit)} · `}
                    {deposit.enteredByName}
                  </Text>
                </Table.Td>
                <Table.Td ta="end">
                  <Rupees of={deposit.cash} />
                </Table.Td>
                {!isPhone && <Table.Td ta="end">{chequesWords(deposit)}</Table.Td>}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
    </section>
  )
}

const emptiedWords = ({ emptied }: Deposit): string =>
  emptied.length === 0
    ? ''
    : `Of ${emptied.map(({ closingNo, amount }) => `closing ${closingNo} ${formatRupees(amount)}`).join(', ')} · `

const chequesWords = ({ cheques, chequesSum }: Deposit): string =>
  cheques.length === 0 ? '' : `${count(cheques.length, 'cheque')}, ${formatRupees(chequesSum)}`
