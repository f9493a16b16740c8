import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { findDrawer, type closeDrawer } from '#contract/cashier-close.ts'
import { differenceWords } from '#domain/cashier-close.ts'
import { formatRupees } from '#domain/money.ts'
import type { Reply } from '#web/api/call.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { Screen } from '#web/ui/screen.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { ClosingSlipView } from './closing-slip.tsx'
import { Closings, useShownClosings } from './closings.tsx'
import { CountForm } from './count-form.tsx'
import type { Drawer } from './drawer-sums.tsx'
import { Safe } from './safe.tsx'
import './cashier-close.css'

type Closed = Reply<typeof closeDrawer>

interface CashDrawerProps {
  /** The part that has the cursor, and that comes first on a phone. */
  readonly startsWith: 'count' | 'closings'
}

/** The count of the caller's drawer beside the closings of all cashiers, with the safe in the line of the title. */
function CashDrawer({ startsWith }: CashDrawerProps) {
  const { rights } = useStaff()
  const goBack = useGoBack()
  const shown = useShownClosings()
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
        <Closings shown={shown} onPrint={setPrinted} />
      </div>
    </Screen>
  )
}

/** `/cashier-close`: the cash drawer, with the cursor in the count. */
export const CashierCloseScreen = () => <CashDrawer startsWith="count" />

/** `/closings`: the cash drawer, with the closings first on a phone. */
export const CashierClosingsScreen = () => <CashDrawer startsWith="closings" />

interface OwnDrawerProps {
  readonly hasCursor: boolean
  readonly onClosed: (closed: Closed) => void
}

function OwnDrawer({ hasCursor, onClosed }: OwnDrawerProps) {
  const found = useCall(findDrawer, {}, { gcTime: 0 })
  if (found.isError) return <Failed failure={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Loading label="Loading your drawer" />
  if (isEmpty(found.data)) {
    return (
      <Paper withBorder className="drawer-count" px="md">
        <Empty
          title="Nothing was entered since your last closing"
          hint="Receipts in your name are counted here."
        />
      </Paper>
    )
  }
  return (
    <CountForm
      // A changed float resets the form.
      key={found.data.floatBefore}
      drawer={found.data}
      hasCursor={hasCursor}
      onClosed={onClosed}
      onCountAgain={found.refetch}
    />
  )
}

const isEmpty = ({ receipts, reversals, refunds, floatBefore }: Drawer): boolean =>
  receipts + reversals + refunds === 0 && floatBefore === 0

interface ResultProps {
  readonly closed: Closed
  readonly onPrint: () => void
}

/** The result and the next steps: the slip, and another user's acceptance. */
function Result({ closed: { closingNo, difference, toSafe }, onPrint }: ResultProps) {
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
