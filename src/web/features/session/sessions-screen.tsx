import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { endOwnSessions, ownSessions, type SessionReply } from '#contract/own-sessions.ts'
import { count } from '#domain/count.ts'
import { useCall } from '#web/api/queries.ts'
import { useAct } from '#web/kit/form/use-act.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { lostWords, SessionList } from '#web/kit/table/session-list.tsx'
import { Screen } from '#web/ui/screen.tsx'

/** `/sessions`: the user's signed-in devices, with sign-out of one or of all others. */
export function SessionsScreen() {
  const goBack = useGoBack()
  const list = useCall(ownSessions)
  const end = useAct<typeof endOwnSessions, [title: string, sessionId?: string]>(endOwnSessions, {
    ask: (title) => ({ title, message: lostWords, confirmLabel: 'Sign out' }),
    sent: (_, sessionId) => ({ body: { sessionId } }),
    failed: () => void list.refetch(),
  })
  const others = list.data?.sessions.filter(({ isThis }) => !isThis).length ?? 0
  const endOne = ({ device, sessionId }: SessionReply) => end.run(`Sign out on ${device}?`, sessionId)

  return (
    <Screen
      title="Signed-in devices"
      lead="Where your account is signed in. Sign out what you do not use or do not know."
      onLeave={goBack}
    >
      <Stack gap="md" maw={720}>
        <SessionList
          label="Your devices"
          sessions={list.data?.sessions}
          failure={list.error}
          retry={() => void list.refetch()}
          sending={end.sending}
          end={endOne}
        />
        {list.data && (
          <>
            <Text c="dimmed" fz={13}>
              You do not know one of them? Sign it out and{' '}
              <Anchor component={Link} to="/change-password" inherit td="underline">
                change your password
              </Anchor>
              , which signs out all others too.
            </Text>
            {others > 0 && (
              <Group justify="flex-end">
                <Button
                  variant="default"
                  disabled={end.sending}
                  onClick={() => end.run(`Sign out on ${count(others, 'other device')}?`)}
                >
                  Sign out all other devices
                </Button>
              </Group>
            )}
          </>
        )}
      </Stack>
    </Screen>
  )
}
