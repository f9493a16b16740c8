import { Button, Group, Stack, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import {
  approvals,
  approveRequest,
  declineRequest,
  withdrawRequest,
  type ApprovalRequest,
} from '#contract/approvals.ts'
import type { RequestState } from '#domain/approval.ts'
import { formatInstant } from '#domain/calendar.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { useSendForm } from '#web/kit/form/use-send-form.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { StudentLink } from '#web/kit/student-link.tsx'
import { column, noted } from '#web/kit/table/cells.tsx'
import { RecordTable, type RecordColumn } from '#web/kit/table/record-table.tsx'
import { useNeedsReason } from '#web/kit/use-campus-rules.ts'
import { Facts } from '#web/ui/facts.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { StatusChip, type StatusKind } from '#web/ui/status-chip.tsx'

const endpoints = { Approve: approveRequest, Decline: declineRequest, Withdraw: withdrawRequest } as const

type Decision = { readonly act: keyof typeof endpoints; readonly request: ApprovalRequest }

type Decide = (decision: Decision) => void

/** Shows the effect of a request and decides it; a refusal leaves it waiting. */
function DecideDialog({ act, request, close }: Decision & { readonly close: () => void }) {
  const { requestNo, words, reason, studentName, rollNo, balanceBefore, balanceAfter, requestedByName } =
    request
  const declines = act === 'Decline'
  const endpoint = endpoints[act]
  const form = useSendForm<typeof endpoint, { readonly note: string }>({
    endpoint,
    initial: () => ({ note: '' }),
    check: ({ note }) => (declines && note.trim() === '' ? { note: 'Please enter a reason' } : {}),
    sent: ({ note }) => ({ params: { requestNo }, body: { note } }),
    done: close,
  })
  return (
    <FormDialog title={`${act} request ${requestNo}`} confirmLabel={act} form={form} close={close}>
      <Facts
        layout="pairs"
        facts={[
          { label: 'What', value: words, wide: true },
          { label: 'Student', value: `${studentName}, roll no. ${rollNo}` },
          { label: 'Balance', value: `${balanceText(balanceBefore)} → ${balanceText(balanceAfter)}` },
          { label: 'Reason', value: reason },
          { label: 'Asked by', value: requestedByName },
        ]}
      />
      {act !== 'Withdraw' && (
        <TextInput
          label={declines ? 'Reason' : 'Note'}
          required={declines}
          maxLength={500}
          data-autofocus
          {...form.field('note')}
        />
      )}
    </FormDialog>
  )
}

/** `/approvals`: the waiting and the decided requests. */
export function ApprovalsScreen() {
  const goBack = useGoBack()
  const isOn = useNeedsReason()
  const [deciding, setDeciding] = useState<Decision | null>(null)
  const found = useCall(approvals)
  const requests = found.data?.requests ?? []
  const waiting = requests.filter(({ state }) => state === 'pending')
  const decided = requests.filter(({ state }) => state !== 'pending')
  const tableOf = (label: string, rows: readonly ApprovalRequest[]) => (
    <RecordTable
      label={label}
      columns={columnsFor(setDeciding)}
      rows={rows}
      rowKey={({ requestNo }) => requestNo}
      isRoomy
    />
  )
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
            tableOf('Waiting', waiting)
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
              {tableOf('Decided', decided)}
            </section>
          )}
        </Stack>
      )}
      {deciding && <DecideDialog {...deciding} close={() => setDeciding(null)} />}
    </Screen>
  )
}

const columnsFor = (decide: Decide): readonly RecordColumn<ApprovalRequest>[] => [
  column('No.', { card: 'none' }, ({ requestNo }) => requestNo),
  column('What', { wraps: true, card: 'title' }, ({ words, reason, why }) =>
    noted(words, `${reason}${why === 'own money' ? ' · received by the same user' : ''}`),
  ),
  column('Student', { wraps: true, card: 'plain' }, ({ rollNo, studentName, voucherNo }) =>
    noted(
      <StudentLink rollNo={rollNo}>{studentName}</StudentLink>,
      `Roll no. ${rollNo}${voucherNo === null ? '' : ` · ${voucherNo}`}`,
    ),
  ),
  column('Balance', {}, ({ balanceBefore, balanceAfter }) =>
    balanceBefore === balanceAfter
      ? `Stays ${balanceText(balanceBefore)}`
      : `${balanceText(balanceBefore)} → ${balanceText(balanceAfter)}`,
  ),
  column('Asked by', {}, ({ requestedByName, requestedAt }) =>
    noted(requestedByName, formatInstant(requestedAt)),
  ),
  column('State', { wraps: true, card: 'plain' }, (request) => <State request={request} decide={decide} />),
]

const chips: Readonly<Record<RequestState, readonly [kind: StatusKind, words: string]>> = {
  pending: ['to-do', 'Waiting'],
  approved: ['paid', 'Approved'],
  declined: ['overdue', 'Declined'],
  withdrawn: ['carried', 'Withdrawn'],
  alone: ['part', 'No second person'],
}

function State({ request, decide }: { readonly request: ApprovalRequest; readonly decide: Decide }) {
  const { userId, rights } = useStaff()
  const { state, requestedBy, decidedByName, decidedAt, note, requestNo } = request
  const [kind, words] = chips[state]
  const button = (act: Decision['act'], variant: 'filled' | 'default') => (
    <Button
      variant={variant}
      size="compact-sm"
      aria-label={`${act} request ${requestNo}`}
      onClick={() => decide({ act, request })}
    >
      {act}
    </Button>
  )
  if (state === 'pending' && requestedBy === userId) return button('Withdraw', 'default')
  if (state === 'pending' && rights.includes('approve')) {
    return (
      <Group gap="xs" wrap="nowrap">
        {button('Approve', 'filled')}
        {button('Decline', 'default')}
      </Group>
    )
  }
  return (
    <>
      <StatusChip kind={kind}>{words}</StatusChip>
      {decidedAt !== null && (
        <small>
          {decidedByName}, {formatInstant(decidedAt)}
          {note !== '' && `: ${note}`}
        </small>
      )}
    </>
  )
}
