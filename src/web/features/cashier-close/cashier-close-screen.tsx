import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { findDrawer, type closeDrawer } from '#contract/cashier-close.ts'
import { formatRupees } from '#domain/money.ts'
import type { Reply } from '#web/api/call.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { Screen } from '#web/ui/screen.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { ClosingSlipView } from './closing-slip.tsx'
import { CountForm } from './count-form.tsx'
import { differenceWords } from './difference-words.ts'
import { DrawerFacts, type Drawer } from './drawer-facts.tsx'

type Closed = Reply<typeof closeDrawer>

/** `/cashier-close`: counts the cash since the last closing, closes the drawer and prints the slip. */
export function CashierCloseScreen() {
  const { campus } = useStaff()
  const goBack = useGoBack()
  const [closed, setClosed] = useState<Closed | null>(null)
  const [printed, setPrinted] = useState<number | null>(null)
  if (printed !== null) return <ClosingSlipView closingNo={printed} onDone={() => setPrinted(null)} />
  return (
    <Screen
      title="Cashier close"
      campus={campus}
      lead="Count the cash that you received since your last closing and hand it over. What is received meanwhile is in the next closing."
      onLeave={goBack}
    >
      <Stack gap="md">
        {closed && <Result closed={closed} onPrint={() => setPrinted(closed.closingNo)} />}
        {!closed && <OwnDrawer onClosed={setClosed} />}
      </Stack>
    </Screen>
  )
}

function OwnDrawer({ onClosed }: { readonly onClosed: (closed: Closed) => void }) {
  const { campus } = useStaff()
  const found = useCall(keys.drawer(campus), findDrawer, { params: { campus } }, { gcTime: 0 })
  if (found.isError) return <Failed failure={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Loading label="Loading your drawer" />
  if (isEmpty(found.data)) {
    return (
      <Empty
        title="Nothing was entered since your last closing"
        hint="Receipts in your name are counted here."
      />
    )
  }
  return (
    <Group align="stretch" gap="md">
      <DrawerFacts drawer={found.data} />
      <CountForm
        // A changed float resets the form.
        key={found.data.floatBefore}
        drawer={found.data}
        onClosed={onClosed}
        onCountAgain={found.refetch}
      />
    </Group>
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
    <Paper withBorder p="md" role="status">
      <Stack gap="sm">
        <Title order={2}>Closing {closingNo}: drawer closed</Title>
        <Text>
          To the safe Rs {formatRupees(toSafe)}; difference {differenceWords(difference)}. Hand it over with
          the slip: another user accepts it under Closings.
        </Text>
        <Group gap="sm">
          <Button ref={print} onClick={onPrint}>
            Print closing slip
          </Button>
          <Button component={Link} to="/closings" variant="default">
            Closings
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
