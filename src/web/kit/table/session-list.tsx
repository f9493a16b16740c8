import { Button, Group, Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { endOwnSessions, endSessionsOfUser, ownSessions, SessionReply } from '#contract/own-sessions.ts'
import { formatInstant } from '#domain/calendar.ts'
import type { CallFailed, Reply, Sent } from '#web/api/call.ts'
import { useAct } from '#web/kit/form/use-act.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { column } from './cells.tsx'
import { RecordTable, type RecordColumn } from './record-table.tsx'

const columns: readonly RecordColumn<SessionReply>[] = [
  column('Device', { wraps: true, card: 'title' }, ({ device, isThis }) => (
    <>
      {device} {isThis && <StatusChip kind="done">This device</StatusChip>}
    </>
  )),
  column('Signed in', {}, ({ startedAt }) => formatInstant(startedAt)),
  column('From', {}, ({ address }) => address),
  column('Last seen', {}, ({ seenAt }) => formatInstant(seenAt)),
]

type EndSessions = typeof endOwnSessions | typeof endSessionsOfUser

interface SessionListProps<E extends EndSessions> {
  readonly label: string
  readonly list: UseQueryResult<Reply<typeof ownSessions>, CallFailed>
  readonly endpoint: E
  /** Returns the input of the call that ends a session, or several without an id. */
  readonly sent: (sessionId?: string) => Sent<E>
  /** The question before a device is signed out. */
  readonly ask: (device: string) => string
  /** The button that signs several devices out, and its question. */
  readonly several: { readonly label: string; readonly ask: string } | null
  readonly empty?: ReactNode
  readonly children?: ReactNode
}

/** The devices on which a user is signed in, each with a button that signs it out, except the current device. */
export function SessionList<E extends EndSessions>(props: SessionListProps<E>) {
  const { label, list, endpoint, sent, ask, several, empty, children } = props
  const end = useAct<E, [title: string, sessionId?: string]>(endpoint, {
    ask: (title) => ({
      title,
      message: 'What was typed there and not yet saved is lost.',
      confirmLabel: 'Sign out',
    }),
    sent: (_, sessionId) => sent(sessionId),
    failed: () => void list.refetch(),
  })
  const buttonOf = ({ device, sessionId, startedAt, isThis }: SessionReply) =>
    !isThis && (
      <Button
        variant="default"
        size="compact-sm"
        disabled={end.sending}
        aria-label={`Sign out: ${device}, signed in ${formatInstant(startedAt)}`}
        onClick={() => end.run(ask(device), sessionId)}
      >
        Sign out
      </Button>
    )
  return (
    <Stack gap="md" maw={720}>
      <RecordTable
        label={label}
        columns={[...columns, column('Actions', { card: 'plain' }, buttonOf)]}
        rows={list.data?.sessions}
        rowKey={({ sessionId }) => sessionId}
        empty={empty}
        failure={list.error}
        retry={() => void list.refetch()}
        isRoomy
      />
      {list.data && children}
      {several && (
        <Group justify="flex-end">
          <Button variant="default" disabled={end.sending} onClick={() => end.run(several.ask)}>
            {several.label}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
