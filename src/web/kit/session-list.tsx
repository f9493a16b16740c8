import { Badge, Button, Text } from '@mantine/core'
import type { SessionReply } from '#contract/own-sessions.ts'
import { formatInstant } from '#domain/calendar.ts'
import './session-list.css'

export const lostWords = 'What was typed there and not yet saved is lost.'

interface SessionListProps {
  readonly label: string
  readonly sessions: readonly SessionReply[]
  readonly sending: boolean
  readonly end: (session: SessionReply) => void
}

const fromWords = (address: string): string => (address === '' ? '' : ` from ${address}`)

/** The devices on which a user is signed in, each with a button that signs it out, except the current device. */
export const SessionList = ({ label, sessions, sending, end }: SessionListProps) => (
  <ul className="session-list" aria-label={label}>
    {sessions.map((session) => {
      const { sessionId, device, address, startedAt, seenAt, isThis } = session
      return (
        <li key={sessionId}>
          <div>
            <Text fw={600}>
              {device}
              {isThis && (
                <Badge component="span" ml="xs" variant="outline" color="forest" tt="none">
                  This device
                </Badge>
              )}
            </Text>
            <Text c="dimmed" fz={13}>
              Signed in {formatInstant(startedAt)}
              {fromWords(address)}
            </Text>
            <Text c="dimmed" fz={13}>
              Last seen {formatInstant(seenAt)}
            </Text>
          </div>
          {!isThis && (
            <Button
              variant="default"
              size="compact-md"
              mih={32}
              disabled={sending}
              aria-label={`Sign out: ${device}, signed in ${formatInstant(startedAt)}`}
              onClick={() => end(session)}
            >
              Sign out
            </Button>
          )}
        </li>
      )
    })}
  </ul>
)
