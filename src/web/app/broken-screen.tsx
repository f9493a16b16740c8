import { Anchor, Button, Group, Text } from '@mantine/core'
import { Link, useRouteError } from 'react-router'
import { somethingBroke } from '#domain/refusals.ts'
import { CallFailed, useConnection } from '#web/api/call.ts'
import { Screen } from '#web/ui/screen.tsx'

/** The router's error screen, with a reference number for support. */
export function BrokenScreen() {
  const error = useRouteError()
  const online = useConnection((connection) => connection.online)
  const requestId = error instanceof CallFailed ? error.requestId : undefined
  return (
    <Screen title={somethingBroke}>
      <Text mb="sm">
        {online
          ? 'This screen has failed. What was already saved is safe.'
          : 'This screen could not be loaded because there is no connection to the server.'}
      </Text>
      {requestId !== undefined && <Text mb="sm">Reference {requestId}</Text>}
      <Group>
        <Button onClick={() => window.location.reload()}>Reload</Button>
        <Anchor component={Link} to="/dashboard">
          Go to the dashboard
        </Anchor>
      </Group>
    </Screen>
  )
}
