import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { findDrawer, type closeDrawer } from '#contract/cashier-close.ts'
import { addMonths, firstOfMonth, monthOf } from '#domain/calendar.ts'
import { differenceWords } from '#domain/cashier-close.ts'
import { formatRupees } from '#domain/money.ts'
import type { Reply } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { Screen } from '#web/ui/screen.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { ClosingSlipView } from './closing-slip.tsx'
import { Closings, type ShownClosings } from './closings.tsx'
import { CountForm, type CountFormProps } from './count-form.tsx'
import { Safe } from './safe.tsx'
import './cashier-close.css'

type Closed = Reply<typeof closeDrawer>

interface CashDrawerProps {
  /** The part that has the cursor, and that comes first on a phone. */
  readonly startsWith: 'count' | 'closings'
}

/** The count of the caller's drawer beside the closings of all cashiers, with the safe in the line of the title. */
function CashDrawer({ startsWith }: CashDrawerProps) {
  const { rights, today } = useStaff()
  const goBack = useGoBack()
  // Begins a month back, so that it lists a closing that waits since the end of last month.
  const fromDate = firstOfMonth(addMonths(monthOf(today), -1))
  const [shown, setShown] = useState<ShownClosings>({ tab: 'all', fromDate, toDate: today })
  const [closed, setClosed] = useState<Closed | null>(null)
  const [printed, setPrinted] = useState<number | null>(null)
  const mayClose = rights.includes('receive')
  if (printed !== null) return <ClosingSlipView closingNo={printed} onDone={() => setPrinted(null)} />
  return (
    <Screen
      title="Cash drawer"
      lead="Count the cash that you received since your last closing and hand it over. Another user accepts it into the safe."
      actions={<Safe />}
      onLeave={goBack}
    >
      <div className="cash-drawer" data-starts-with={startsWith} data-closings-only={!mayClose || undefined}>
        {mayClose && !closed && <OwnDrawer hasCursor={startsWith === 'count'} onClosed={setClosed} />}
        {closed && <Result closed={closed} onPrint={() => setPrinted(closed.closingNo)} />}
        <Closings shown={shown} show={(changed) => setShown({ ...shown, ...changed })} onPrint={setPrinted} />
      </div>
    </Screen>
  )
}

/** `/cashier-close`: the cash drawer, with the cursor in the count. */
export const CashierCloseScreen = () => <CashDrawer startsWith="count" />

/** `/closings`: the cash drawer, with the closings first on a phone. */
export const CashierClosingsScreen = () => <CashDrawer startsWith="closings" />

function OwnDrawer(props: Pick<CountFormProps, 'hasCursor' | 'onClosed'>) {
  const found = useCall(findDrawer, {}, { gcTime: 0 })
  if (found.isError) return <Failed failure={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Loading label="Loading your drawer" />
  const { receipts, reversals, refunds, floatBefore } = found.data
  if (receipts + reversals + refunds === 0 && floatBefore === 0) {
    return (
      <Paper withBorder className="drawer-count" px="md">
        <Empty
          title="Nothing was entered since your last closing"
          hint="Receipts in your name are counted here."
        />
      </Paper>
    )
  }
  // A changed float resets the form.
  return <CountForm key={floatBefore} {...props} drawer={found.data} onCountAgain={found.refetch} />
}

function Result({ closed, onPrint }: { readonly closed: Closed; readonly onPrint: () => void }) {
  const { closingNo, difference, toSafe } = closed
  const print = useRef<HTMLButtonElement>(null)
  useEffect(() => print.current?.focus(), [])
  return (
    <Paper withBorder className="drawer-count" p="md" role="status">
      <Stack gap="sm" align="flex-start">
        <Title order={2}>Closing {closingNo}: drawer closed</Title>
        <Text>
          To the safe Rs {formatRupees(toSafe)}; difference {differenceWords(difference)}. Hand it over with
          the slip: another user accepts it under Closings.
        </Text>
        <Button ref={print} onClick={onPrint}>
          Print closing slip
        </Button>
      </Stack>
    </Paper>
  )
}
