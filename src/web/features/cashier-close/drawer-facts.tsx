import { Paper, Stack, Text, Title } from '@mantine/core'
import type { Cheque, findDrawer } from '#contract/cashier-close.ts'
import { formatDate, formatInstant } from '#domain/calendar.ts'
import { count } from '#domain/count.ts'
import { formatRupees } from '#domain/money.ts'
import { methodWords } from '#domain/payment-method.ts'
import type { Reply } from '#web/api/call.ts'
import { Facts } from '#web/ui/facts.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { Table } from '#web/ui/table.tsx'
import './cashier-close.css'

export type Drawer = Reply<typeof findDrawer>

interface OfDrawer {
  readonly drawer: Drawer
}

/** The amounts since the last closing, without the sum of the cash if the campus counts blind. */
export const DrawerFacts = ({ drawer }: OfDrawer) => (
  <Paper withBorder p="md" flex="1 1 420px">
    <Stack gap="sm">
      <div>
        <Title order={2}>Since the last closing</Title>
        <Text c="dimmed" size="sm">
          {sinceWords(drawer)}
        </Text>
      </div>
      <Facts layout="line" facts={factsOf(drawer)} />
      {drawer.blind && drawer.firstCount === null && (
        <Text size="sm">Count first: what is expected is shown after the count.</Text>
      )}
      {drawer.others.length > 0 && (
        <Text size="sm" c="dimmed">
          {drawer.others
            .map(
              ({ method, receipts, net }) => `${methodWords[method].label} ${receipts}: ${formatRupees(net)}`,
            )
            .join(' · ')}
        </Text>
      )}
      {drawer.cheques.length > 0 && <Cheques cheques={drawer.cheques} />}
    </Stack>
  </Paper>
)

const sinceWords = ({ lastClosing, afterReceipt, upToReceipt }: Drawer): string => {
  const from = lastClosing
    ? `Closing ${lastClosing.closingNo}, ${formatInstant(lastClosing.closedAt)}.`
    : 'Your drawer was never closed.'
  return upToReceipt > afterReceipt
    ? `${from} Receipts of the campus ${afterReceipt + 1} to ${upToReceipt}, of which yours are counted.`
    : from
}

const factsOf = ({ receipts, reversals, refunds, floatBefore, cash, expected }: Drawer) => [
  { label: 'Receipts', value: receipts },
  ...(reversals > 0 ? [{ label: 'Reversals', value: reversals }] : []),
  ...(refunds > 0 ? [{ label: 'Paid back in cash', value: count(refunds, 'refund') }] : []),
  { label: 'Float brought forward', value: <Rupees of={floatBefore} /> },
  ...(cash === null ? [] : [{ label: 'Cash received', value: <Rupees of={cash} /> }]),
  ...(expected === null ? [] : [{ label: 'Expected in the drawer', value: <Rupees of={expected} /> }]),
]

/** The cheques handed over with the cash. */
const Cheques = ({ cheques }: { readonly cheques: readonly Cheque[] }) => (
  <div className="cashier-table" role="region" aria-label="Cheques, scrolls" tabIndex={0}>
    <Table aria-label="Cheques" verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Cheque</Table.Th>
          <Table.Th>Receipt</Table.Th>
          <Table.Th ta="end">Amount</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {cheques.map(({ receiptNo, reference, chequeDate, amount }) => (
          <Table.Tr key={receiptNo}>
            <Table.Td className="cashier-words">
              <bdi>{reference}</bdi>
              {chequeDate !== null && `, dated ${formatDate(chequeDate)}`}
            </Table.Td>
            <Table.Td>{receiptNo}</Table.Td>
            <Table.Td ta="end">
              <Rupees of={amount} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </div>
)
