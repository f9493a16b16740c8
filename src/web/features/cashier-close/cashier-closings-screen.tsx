import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { acceptClosing, cashierClosings, type CashierClosing, type Deposit } from '#contract/cashier-close.ts'
import { firstOfMonth, formatDate, monthOf, type CalendarDate } from '#domain/calendar.ts'
import { formatRupees } from '#domain/money.ts'
import type { Reply } from '#web/api/call.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { useAlert, useConfirm } from '#web/ui/alert-dialog.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Rupees } from '#web/ui/rupees.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { Table } from '#web/ui/table.tsx'
import { CashierClosingTable } from './cashier-closing-table.tsx'
import { ClosingSlipView } from './closing-slip.tsx'
import { differenceWords } from './difference-words.ts'
import { SafePanel } from './safe-panel.tsx'
import './cashier-close.css'
import { count } from '#domain/count.ts'
import { usePhone } from '#web/ui/use-phone.ts'

interface DepositTableProps {
  readonly deposits: readonly Deposit[]
}

/** The deposits, newest first, each with the closings whose cash it contains. */
const DepositTable = ({ deposits }: DepositTableProps) => {
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
                    {includedClosingsText(deposit)}
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

const includedClosingsText = ({ emptied }: Deposit): string =>
  emptied.length === 0
    ? ''
    : `Of ${emptied.map(({ closingNo, amount }) => `closing ${closingNo} ${formatRupees(amount)}`).join(', ')} · `

const chequesWords = ({ cheques, chequesSum }: Deposit): string =>
  cheques.length === 0 ? '' : `${count(cheques.length, 'cheque')}, ${formatRupees(chequesSum)}`

interface DifferenceTableProps {
  readonly differences: Reply<typeof cashierClosings>['differences']
}

const DifferenceTable = ({ differences }: DifferenceTableProps) => (
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

/** `/closings`: the closings of drawers, their acceptance, the differences by cashier, the safe and its deposits. */
export function CashierClosingsScreen() {
  const { campus, today } = useStaff()
  const goBack = useGoBack()
  const [fromDate, setFrom] = useState<CalendarDate | ''>(firstOfMonth(monthOf(today)))
  const [toDate, setTo] = useState<CalendarDate | ''>(today)
  const [printedNo, setPrintedNo] = useState<number | null>(null)
  if (printedNo !== null) return <ClosingSlipView closingNo={printedNo} onDone={() => setPrintedNo(null)} />
  return (
    <Screen
      title="Closings"
      campus={campus}
      lead="What each cashier counted and handed over, who accepted it, and what is in the safe."
      onLeave={goBack}
    >
      <Stack gap="md">
        <SafePanel />
        <Group gap="sm">
          <DateField label="From Date" value={fromDate} onChange={setFrom} />
          <DateField label="To Date" value={toDate} onChange={setTo} />
        </Group>
        <ClosingsInPeriod fromDate={fromDate} toDate={toDate} onPrint={setPrintedNo} />
      </Stack>
    </Screen>
  )
}

interface ClosingsInPeriodProps {
  readonly fromDate: CalendarDate | ''
  readonly toDate: CalendarDate | ''
  readonly onPrint: (closingNo: number) => void
}

function ClosingsInPeriod({ fromDate, toDate, onPrint }: ClosingsInPeriodProps) {
  const { campus, today } = useStaff()
  const accept = useAccept()
  const query = useCall(
    keys.cashierClosings(campus, fromDate, toDate),
    cashierClosings,
    { params: { campus, fromDate: fromDate || today, toDate: toDate || today } },
    { enabled: fromDate !== '' && toDate !== '' },
  )
  if (query.isLoading) return <Loading label="Loading the closings" />
  if (query.isError) return <Failed failure={query.error} retry={() => void query.refetch()} />
  if (!query.data) return null
  const { closings, acceptsOwn, differences, deposits } = query.data
  return (
    <>
      {closings.length === 0 ? (
        <Empty title="No drawer was closed in these days" hint="Cashiers close theirs under Cashier close." />
      ) : (
        <>
          <CashierClosingTable
            closings={closings}
            acceptsOwn={acceptsOwn}
            onAccept={(closing) => void accept(closing)}
            onPrint={onPrint}
          />
          <DifferenceTable differences={differences} />
        </>
      )}
      {deposits.length > 0 && <DepositTable deposits={deposits} />}
    </>
  )
}

/** Accepts the counted cash of a closing into the safe. */
function useAccept() {
  const { campus } = useStaff()
  const change = useChange(acceptClosing)
  const alert = useAlert()
  const confirm = useConfirm()
  const tellFailure = useTellFailure()
  return async ({ closingNo, cashierName, toSafe, difference }: CashierClosing) => {
    const isAccepted = await confirm({
      title: `Accept closing ${closingNo}?`,
      message: `You take Rs ${formatRupees(toSafe)} from ${cashierName} into the safe. Difference: ${differenceWords(difference)}.`,
      confirmLabel: 'Yes, accept',
    })
    if (!isAccepted) return
    try {
      const { msg, inSafe } = await change.send({ params: { campus, closingNo } })
      await alert(msg, { detail: `Rs ${formatRupees(inSafe)} are in the safe.` })
    } catch (error) {
      await tellFailure(error)
    }
  }
}
