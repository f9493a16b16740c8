import { Button, Group } from '@mantine/core'
import type { ApprovalRequest } from '#contract/approvals.ts'
import type { RequestState } from '#domain/approval.ts'
import { formatInstant } from '#domain/calendar.ts'
import { useStaff } from '#web/api/session.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { StudentLink } from '#web/kit/student-link.tsx'
import { RecordTable, type RecordColumn } from '#web/kit/table/record-table.tsx'
import { StatusChip, type StatusKind } from '#web/ui/status-chip.tsx'
import type { Decision } from './decide-dialog.tsx'

interface RequestTableProps {
  readonly label: string
  readonly requests: readonly ApprovalRequest[]
  readonly onDecide: (kind: Decision['kind'], request: ApprovalRequest) => void
}

const chips: Readonly<Record<RequestState, readonly [kind: StatusKind, words: string]>> = {
  pending: ['to-do', 'Waiting'],
  approved: ['paid', 'Approved'],
  declined: ['overdue', 'Declined'],
  withdrawn: ['carried', 'Withdrawn'],
  alone: ['part', 'No second person'],
}

interface PartProps {
  readonly request: ApprovalRequest
}

const RequestedAct = ({ request: { words, reason, why } }: PartProps) => (
  <>
    {words}
    <small>
      {reason}
      {why === 'own money' && ' · received by the same user'}
    </small>
  </>
)

const Student = ({ request: { rollNo, studentName, voucherNo } }: PartProps) => (
  <>
    <StudentLink rollNo={rollNo}>{studentName}</StudentLink>
    <small>
      Roll no. {rollNo}
      {voucherNo !== null && ` · ${voucherNo}`}
    </small>
  </>
)

const Balance = ({ request: { balanceBefore, balanceAfter } }: PartProps) =>
  balanceBefore === balanceAfter ? (
    <>Stays {balanceText(balanceBefore)}</>
  ) : (
    <>
      {balanceText(balanceBefore)} → {balanceText(balanceAfter)}
    </>
  )

/** The actions for a waiting request, or its decision. */
function State({ request, onDecide }: PartProps & Pick<RequestTableProps, 'onDecide'>) {
  const { userId, rights } = useStaff()
  const { state, requestedBy, decidedByName, decidedAt, note, requestNo } = request
  const [kind, words] = chips[state]
  if (state === 'pending' && requestedBy === userId) {
    return (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Withdraw request ${requestNo}`}
        onClick={() => onDecide('withdraw', request)}
      >
        Withdraw
      </Button>
    )
  }
  if (state === 'pending' && rights.includes('approve')) {
    return (
      <Group gap="xs" wrap="nowrap">
        <Button
          size="compact-sm"
          aria-label={`Approve request ${requestNo}`}
          onClick={() => onDecide('approve', request)}
        >
          Approve
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Decline request ${requestNo}`}
          onClick={() => onDecide('decline', request)}
        >
          Decline
        </Button>
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

const columns: readonly RecordColumn<ApprovalRequest>[] = [
  { key: 'no', heading: 'No.', card: 'none', cell: ({ requestNo }) => requestNo },
  {
    key: 'what',
    heading: 'What',
    wraps: true,
    card: 'title',
    cell: (request) => <RequestedAct request={request} />,
  },
  {
    key: 'student',
    heading: 'Student',
    wraps: true,
    card: 'plain',
    cell: (request) => <Student request={request} />,
  },
  { key: 'balance', heading: 'Balance', cell: (request) => <Balance request={request} /> },
  {
    key: 'by',
    heading: 'Asked by',
    cell: ({ requestedByName, requestedAt }) => (
      <>
        {requestedByName}
        <small>{formatInstant(requestedAt)}</small>
      </>
    ),
  },
]

/** Requests with their effect and user; a waiting one can be decided. */
export const RequestTable = ({ label, requests, onDecide }: RequestTableProps) => (
  <RecordTable
    label={label}
    columns={[
      ...columns,
      {
        key: 'state',
        heading: 'State',
        wraps: true,
        card: 'plain',
        cell: (request) => <State request={request} onDecide={onDecide} />,
      },
    ]}
    rows={requests}
    rowKey={({ requestNo }) => requestNo}
    isRoomy
  />
)
