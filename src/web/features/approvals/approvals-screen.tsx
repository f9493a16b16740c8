import { Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { approvals, type ApprovalRequest } from '#contract/approvals.ts'
import { useCall } from '#web/api/queries.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { useNeedsReason } from '#web/kit/use-campus-rules.ts'
import { Screen } from '#web/ui/screen.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { DecideDialog, type Decision } from './decide-dialog.tsx'
import { RequestTable } from './request-table.tsx'

/** `/approvals`: the waiting and the decided requests. */
export function ApprovalsScreen() {
  const goBack = useGoBack()
  const isOn = useNeedsReason()
  const [deciding, setDeciding] = useState<Decision | null>(null)
  const found = useCall(approvals)
  const requests = found.data?.requests ?? []
  const waiting = requests.filter(({ state }) => state === 'pending')
  const decided = requests.filter(({ state }) => state !== 'pending')
  const act = (decision: Decision['kind'], request: ApprovalRequest) =>
    setDeciding({ kind: decision, request })
  return (
    <Screen
      title="Approvals"
      lead="Corrections, adjustments and discounts that another person has to approve. Nothing changes until then."
      onLeave={goBack}
    >
      {found.isPending && <Loading label="Loading the requests" />}
      {found.isError && <Failed failure={found.error} retry={() => void found.refetch()} />}
      {found.data && (
        <Stack gap="lg">
          {waiting.length > 0 ? (
            <RequestTable label="Waiting" requests={waiting} onDecide={act} />
          ) : (
            <Empty
              title="Nothing waits for approval"
              hint={
                isOn
                  ? 'Requests are listed here until another user decides.'
                  : 'An admin sets in the campus settings which acts need a second person.'
              }
            />
          )}
          {decided.length > 0 && (
            <section>
              <Title order={2} mb="xs">
                Decided
              </Title>
              <RequestTable label="Decided" requests={decided} onDecide={act} />
            </section>
          )}
        </Stack>
      )}
      {deciding && <DecideDialog decision={deciding} close={() => setDeciding(null)} />}
    </Screen>
  )
}
