import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { Screen } from '#web/ui/screen.tsx'

/** Shown for unknown addresses. */
export const NothingHereScreen = () => (
  <Screen title="Page not found">
    <Text mb="sm">The portal has no screen at this address.</Text>
    <Anchor component={Link} to="/dashboard">
      Go to the dashboard
    </Anchor>
  </Screen>
)
