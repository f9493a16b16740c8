import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { endOwnSessions, ownSessions, type SessionReply } from '#contract/own-sessions.ts'
import { count } from '#domain/count.ts'
import { keys, useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { useChange } from '#web/api/use-change.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { lostWords, SessionList } from '#web/kit/session-list.tsx'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { useConfirm } from '#web/ui/alert-dialog.tsx'
import { Screen } from '#web/ui/screen.tsx'

/** `/sessions`: the user's signed-in devices, with sign-out of one or of all others. */
export function SessionsScreen() {
  const { userId } = useStaff()
  const goBack = useGoBack()
  const list = useCall(keys.ownSessions(userId), ownSessions)
  const { send, sending } = useChange(endOwnSessions)
  const confirm = useConfirm()
  const tellFailure = useTellFailure()
  const others = list.data?.sessions.filter(({ isThis }) => !isThis).length ?? 0

  async function end(title: string, sessionId?: string): Promise<void> {
    if (!(await confirm({ title, message: lostWords, confirmLabel: 'Sign out' }))) return
    try {
      await send({ body: { sessionId } })
    } catch (failure) {
      void list.refetch()
      await tellFailure(failure)
    }
  }
  const endOne = ({ device, sessionId }: SessionReply) => void end(`Sign out on ${device}?`, sessionId)

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
          sending={sending}
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
                  disabled={sending}
                  onClick={() => void end(`Sign out on ${count(others, 'other device')}?`)}
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
