import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { endOwnSessions, ownSessions } from '#contract/own-sessions.ts'
import { count } from '#domain/count.ts'
import { useCall } from '#web/api/queries.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { SessionList } from '#web/kit/table/session-list.tsx'
import { Screen } from '#web/ui/screen.tsx'

/** `/sessions`: the user's signed-in devices, with sign-out of one or of all others. */
export function SessionsScreen() {
  const goBack = useGoBack()
  const list = useCall(ownSessions)
  const others = list.data?.sessions.filter(({ isThis }) => !isThis).length ?? 0
  const several = {
    label: 'Sign out all other devices',
    ask: `Sign out on ${count(others, 'other device')}?`,
  }
  return (
    <Screen
      title="Signed-in devices"
      lead="Where your account is signed in. Sign out what you do not use or do not know."
      onLeave={goBack}
    >
      <SessionList
        label="Your devices"
        list={list}
        endpoint={endOwnSessions}
        sent={(sessionId) => ({ body: { sessionId } })}
        ask={(device) => `Sign out on ${device}?`}
        several={others > 0 ? several : null}
      >
        <Text c="dimmed" fz={13}>
          You do not know one of them? Sign it out and{' '}
          <Anchor component={Link} to="/change-password" inherit td="underline">
            change your password
          </Anchor>
          , which signs out all others too.
        </Text>
      </SessionList>
    </Screen>
  )
}
