import { Paper, Title } from '@mantine/core'
import type { cashierClosings } from '#contract/cashier-close.ts'
import type { Reply } from '#web/api/call.ts'
import { Rupees } from '#web/ui/rupees.tsx'
import { Table } from '#web/ui/table.tsx'
import './cashier-close.css'

interface DifferenceTableProps {
  readonly differences: Reply<typeof cashierClosings>['differences']
}

/** The shortages and surpluses of each cashier. */
export const DifferenceTable = ({ differences }: DifferenceTableProps) => (
  <section aria-labelledby="differences">
    <Title order={2} id="differences" mb="xs">
      Differences by cashier
    </Title>
    <Paper withBorder className="cashier-table" role="region" aria-label="Differences, scrolls" tabIndex={0}>
      <Table aria-label="Differences by cashier" verticalSpacing={6} horizontalSpacing={12}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Cashier</Table.Th>
            <Table.Th ta="end">Closings</Table.Th>
            <Table.Th ta="end">Differing</Table.Th>
            <Table.Th ta="end">Short</Table.Th>
            <Table.Th ta="end">Over</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {differences.map(({ drawer, cashierName, closings, differing, short, over }) => (
            <Table.Tr key={drawer}>
              <Table.Td className="cashier-words">{cashierName}</Table.Td>
              <Table.Td ta="end">{closings}</Table.Td>
              <Table.Td ta="end">{differing}</Table.Td>
              <Table.Td ta="end">
                <Rupees of={short} />
              </Table.Td>
              <Table.Td ta="end">
                <Rupees of={over} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  </section>
)
