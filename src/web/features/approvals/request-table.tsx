import { Button, Group, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ApprovalRequest } from '#contract/approvals.ts'
import type { RequestState } from '#domain/approval.ts'
import { formatInstant } from '#domain/calendar.ts'
import { useStaff } from '#web/api/session.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import { StudentLink } from '#web/kit/student-link.tsx'
import { StatusChip, type StatusKind } from '#web/ui/status-chip.tsx'
import { Table } from '#web/ui/table.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import type { Decision } from './decide-dialog.tsx'
import './request-table.css'

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

/** Requests with their effect and user; a waiting one can be decided. */
export function RequestTable({ label, requests, onDecide }: RequestTableProps) {
  const isPhone = usePhone()
  return (
    <Paper withBorder className="request-table" role="region" aria-label={`${label}, scrolls`} tabIndex={0}>
      <Table aria-label={label} verticalSpacing={8} horizontalSpacing={12}>
        {!isPhone && (
          <Table.Thead>
            <Table.Tr>
              <Table.Th>No.</Table.Th>
              <Table.Th>What</Table.Th>
              <Table.Th>Student</Table.Th>
              <Table.Th>Balance</Table.Th>
              <Table.Th>Asked by</Table.Th>
              <Table.Th>State</Table.Th>
            </Table.Tr>
          </Table.Thead>
        )}
        <Table.Tbody>
          {requests.map((request) => (
            <Table.Tr key={request.requestNo}>
              {isPhone ? (
                <Table.Td>
                  <RequestedAct request={request} />
                  <Student request={request} />
                  <Small>
                    Balance: <Balance request={request} />
                  </Small>
                  <RequestedBy request={request} />
                  <State request={request} onDecide={onDecide} />
                </Table.Td>
              ) : (
                <>
                  <Table.Td>{request.requestNo}</Table.Td>
                  <Table.Td className="request-words">
                    <RequestedAct request={request} />
                  </Table.Td>
                  <Table.Td className="request-words">
                    <Student request={request} />
                  </Table.Td>
                  <Table.Td className="figures">
                    <Balance request={request} />
                  </Table.Td>
                  <Table.Td>
                    <RequestedBy request={request} />
                  </Table.Td>
                  <Table.Td>
                    <State request={request} onDecide={onDecide} />
                  </Table.Td>
                </>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

interface PartProps {
  readonly request: ApprovalRequest
}

const Small = ({ children }: { readonly children: ReactNode }) => (
  <Text size="xs" c="dimmed" component="div">
    {children}
  </Text>
)

const RequestedAct = ({ request: { words, reason, why } }: PartProps) => (
  <>
    {words}
    <Small>
      {reason}
      {why === 'own money' && ' · received by the same user'}
    </Small>
  </>
)

const Student = ({ request: { rollNo, studentName, voucherNo } }: PartProps) => (
  <>
    <StudentLink rollNo={rollNo}>{studentName}</StudentLink>
    <Small>
      Roll no. {rollNo}
      {voucherNo !== null && ` · ${voucherNo}`}
    </Small>
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

const RequestedBy = ({ request: { requestedByName, requestedAt } }: PartProps) => (
  <>
    {requestedByName}
    <Small>{formatInstant(requestedAt)}</Small>
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
        size="xs"
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
          size="xs"
          aria-label={`Approve request ${requestNo}`}
          onClick={() => onDecide('approve', request)}
        >
          Approve
        </Button>
        <Button
          variant="default"
          size="xs"
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
        <Small>
          {decidedByName}, {formatInstant(decidedAt)}
          {note !== '' && `: ${note}`}
        </Small>
      )}
    </>
  )
}
