import { Button } from '@mantine/core'
import type { SessionReply } from '#contract/own-sessions.ts'
import { formatInstant } from '#domain/calendar.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { RecordTable, type RecordColumn, type RecordTableProps } from './record-table.tsx'

export const lostWords = 'What was typed there and not yet saved is lost.'

interface SessionListProps extends Omit<RecordTableProps<SessionReply>, 'columns' | 'rows' | 'rowKey'> {
  readonly sessions: readonly SessionReply[] | undefined
  readonly sending: boolean
  readonly end: (session: SessionReply) => void
}

const columnsOf = (sending: boolean, end: SessionListProps['end']): readonly RecordColumn<SessionReply>[] => [
  {
    key: 'device',
    heading: 'Device',
    wraps: true,
    card: 'title',
    cell: ({ device, isThis }) => (
      <>
        {device} {isThis && <StatusChip kind="done">This device</StatusChip>}
      </>
    ),
  },
  { key: 'started', heading: 'Signed in', cell: ({ startedAt }) => formatInstant(startedAt) },
  { key: 'address', heading: 'From', cell: ({ address }) => address },
  { key: 'seen', heading: 'Last seen', cell: ({ seenAt }) => formatInstant(seenAt) },
  {
    key: 'end',
    heading: 'Actions',
    card: 'plain',
    cell: (session) =>
      !session.isThis && (
        <Button
          variant="default"
          size="compact-sm"
          disabled={sending}
          aria-label={`Sign out: ${session.device}, signed in ${formatInstant(session.startedAt)}`}
          onClick={() => end(session)}
        >
          Sign out
        </Button>
      ),
  },
]

/** The devices on which a user is signed in, each with a button that signs it out, except the current device. */
export const SessionList = ({ sessions, sending, end, ...table }: SessionListProps) => (
  <RecordTable
    {...table}
    columns={columnsOf(sending, end)}
    rows={sessions}
    rowKey={({ sessionId }) => sessionId}
    isRoomy
  />
)
